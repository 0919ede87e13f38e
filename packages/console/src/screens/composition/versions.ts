/** The versions of a composition, from its revision history. */
import { identifiedParty, type LocalParty } from '../../display/party-ref.ts'
import { listAt, objectAt, partyName, type RmObject, textAt } from '../../display/rm-object.ts'

export interface VersionEntry {
  readonly uid: string
  readonly number: number
  readonly time: string
  readonly committer: string
  /** The committer, if it is a party of this server. */
  readonly party: LocalParty | undefined
  readonly change: string
  readonly description: string
}

const numberOf = (versionUid: string): number => Number(versionUid.split('::')[2] ?? '1')

export const objectOf = (uid: string): string => uid.split('::')[0] ?? ''

/** The latest first. */
export function versionEntries(history: RmObject): VersionEntry[] {
  return listAt(history, 'items')
    .map(item => {
      const uid = textAt(objectAt(item, 'version_id'), 'value') ?? ''
      const [audit] = listAt(item, 'audits')
      return {
        uid,
        number: numberOf(uid),
        time: textAt(objectAt(audit, 'time_committed'), 'value') ?? '',
        committer: partyName(objectAt(audit, 'committer')),
        party: identifiedParty(objectAt(audit, 'committer')),
        change: textAt(objectAt(audit, 'change_type'), 'value') ?? '',
        description: textAt(objectAt(audit, 'description'), 'value') ?? '',
      }
    })
    .sort((a, b) => b.number - a.number)
}

interface TemplateVersionEntry {
  readonly version?: string
  readonly created_timestamp: string
}

/** The number of the latest version that was there at a time; undefined for a record that is older than all of them. */
export function templateVersionAt(
  versions: readonly TemplateVersionEntry[],
  time: string,
): string | undefined {
  return versions
    .filter(({ created_timestamp }) => Date.parse(created_timestamp) <= Date.parse(time))
    .toSorted((a, b) => Date.parse(a.created_timestamp) - Date.parse(b.created_timestamp))
    .at(-1)?.version
}
