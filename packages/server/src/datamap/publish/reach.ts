/** The reach of a reader by the rights of a person: the rows that a list of the datamap shows to that person. */
import { limitOf, RIGHTS, type Rights } from '../../access/index.ts'

/** No rule: no record. */
const NOTHING = JSON.stringify({ rules: [] })

/**
 * The setting of `cairn.reach`; null: all records. `rights` are undefined for whoever sees all records. Rights without identity open only what is
 * published without identity; other rights open that too.
 */
export function reachOf(rights: Rights | undefined, withoutIdentity: boolean): string | null {
  if (rights === undefined) return null
  const rules = withoutIdentity
    ? rights.rules.map(rule => ({ ...rule, deidentified: true as const }))
    : rights.rules
  const limit = limitOf({ ...rights, rules }, RIGHTS.listRecords)
  if (limit === undefined) return null
  return limit.deidentified && !withoutIdentity ? NOTHING : limit.setting
}
