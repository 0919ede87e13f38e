/** `Prefer: handling=lenient` (RFC 7240): data that break their template are stored with what they break, for who may do so. */
import type { Finding } from '@cairn/openehr'
import type { Caller, Preference } from '../http/index.ts'
import {
  type Companion,
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
): Companion[] {
  if (!findings || findings.length === 0) return []
  const on = { ehrId, objectId, version }
  return [
    queries => insertFindings(queries, on, findings),
    queries => insertServerTag(queries, on, { key: FINDINGS_TAG, value: String(findings.length) }),
  ]
}
