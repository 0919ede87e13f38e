/** The versions of a composition, from its revision history. */
import { listAt, objectAt, partyName, type RmObject, textAt } from '../../display/rm-object.ts'

export interface VersionEntry {
  readonly uid: string
  readonly number: number
  readonly time: string
  readonly committer: string
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
        change: textAt(objectAt(audit, 'change_type'), 'value') ?? '',
        description: textAt(objectAt(audit, 'description'), 'value') ?? '',
      }
    })
    .sort((a, b) => b.number - a.number)
}

export const templateIdOf = (data: RmObject | undefined): string | undefined =>
  textAt(objectAt(objectAt(data, 'archetype_details'), 'template_id'), 'value')
