/** `Prefer: handling=lenient` (RFC 7240): data that break their template are stored with what they break, for who may do so. */
import type { Finding } from '@cairn/openehr'
import type { Caller, Preference } from '../http/index.ts'
import {
  type AlsoWrite,
  FINDINGS_TAG,
  insertFindings,
  insertServerTag,
  type StoredVersion,
} from '../versions/index.ts'

/** `denied`: lenience is asked for without the right to it, so that nothing is let pass. */
export type Handling = 'strict' | 'lenient' | 'denied'

export function handlingOf({ handling }: Preference, { scopes }: Caller): Handling {
  if (handling !== 'lenient') return 'strict'
  return scopes.has('api.lenient') ? 'lenient' : 'denied'
}

/** What a lenient write has to tell: how many rules the data break. */
export interface Lenience {
  readonly findings: number
}

export const lenienceOf = (handling: Handling, findings: number): Lenience | undefined =>
  handling === 'lenient' ? { findings } : undefined

/** The header that says how many findings were stored. */
export const findingsHeader = (lenience: Lenience | undefined): Record<string, string> =>
  lenience ? { 'cairn-findings': String(lenience.findings) } : {}

/** The findings are written with the version that they are of. */
export function withFindings(
  findings: readonly Finding[] | undefined,
  { ehrId, objectId, version }: Pick<StoredVersion, 'ehrId' | 'objectId' | 'version'>,
): AlsoWrite | undefined {
  if (!findings || findings.length === 0) return undefined
  const on = { ehrId, objectId, version }
  return async queries => {
    await insertFindings(queries, on, findings)
    await insertServerTag(queries, on, { key: FINDINGS_TAG, value: String(findings.length) })
  }
}
