/** `Prefer: handling=lenient` (RFC 7240): with the scope for it, data that break their template are stored with their findings. */
import type { Finding } from '@cairn-ehr/openehr'
import type { Caller } from '../../http/index.ts'
import type { Preference } from '../../http/request/index.ts'
import { FINDINGS_TAG, insertFindings, insertServerTag } from '../../versions/companions/index.ts'
import type { Companion, StoredVersion } from '../../versions/index.ts'

/** `denied`: lenient handling was requested without its scope, so the data are checked strictly. */
export type Handling = 'strict' | 'lenient' | 'denied'

export function handlingOf({ handling }: Pick<Preference, 'handling'>, { scopes }: Caller): Handling {
  if (handling !== 'lenient') return 'strict'
  return scopes.has('api.lenient') ? 'lenient' : 'denied'
}

/** The number of rules that the data of a lenient commit break. */
export interface Lenience {
  readonly findings: number
}

export const lenienceOf = (handling: Handling, findings: number): Lenience | undefined =>
  handling === 'lenient' ? { findings } : undefined

/** Makes the header with the number of findings. */
export const findingsHeader = (lenience: Lenience | undefined): Record<string, string> =>
  lenience ? { 'cairn-findings': String(lenience.findings) } : {}

/** Stores the findings in the transaction of their version. */
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
