/** The dependencies of a call with limited rights: it finds and commits no more than they reach. */

import { allows, guarded, open, RIGHTS, type Rights, recordLimit, rulesFor } from '../access/index.ts'
import type { Permission } from '../access/scopes/index.ts'
import type { LimitedDatabase } from '../db/index.ts'
import { sql } from '../db/index.ts'
import { limitShelf } from '../definitions/index.ts'
import { type LimitNeeds, limitDatabase } from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type Change, type Commit, insertCommit } from '../versions/index.ts'
import { type EhrNeeds, requireEhr } from './needs.ts'

/** A null stands for what belongs to the EHR as a whole. */
const reaches = sql<{ all: boolean }, [ehrId: string, templateKeys: readonly (number | null)[]]>({
  name: 'rights.reaches',
  text: guarded`select bool_and(${open.in_reach}(m.reached, $1::uuid, 'templates', k.key)) as all
         from (select ${open.reached_records}() as reached) m, unnest($2::integer[]) as k (key)`,
})

const denied = () =>
  new Refusal('auth.right_denied', 'Your rights do not allow this change to records of this kind.')

const permissionOf = ({ preceding, data }: Change): Permission => {
  if (!preceding) return 'c'
  return data === undefined ? 'd' : 'u'
}

/** A composition whose template is not known, 0, is in reach of rules for all names only. */
const templateOf = ({ kind, templateKey, preceding }: Change): number | null =>
  kind === 'COMPOSITION' ? (templateKey ?? preceding?.templateKey ?? 0) : null

/** The status and the access settings of an EHR decide about all of it. */
const needsWhole = ({ kind }: Change): boolean => kind === 'EHR_STATUS' || kind === 'EHR_ACCESS'

/** Checks each change of a commit by the rules for what it does. `seen` is the database of the operation, `all` that of the server. */
const guardCommits =
  (all: LimitedDatabase, seen: LimitedDatabase, rights: Rights) =>
  async ({ ehrId, changes }: Commit): Promise<void> => {
    if (await isAllowed(all, rights, { ehrId, changes })) return
    // An EHR out of reach is not there, whatever would be changed in it.
    await requireEhr({ db: seen }, ehrId)
    throw denied()
  }

async function isAllowed(
  db: LimitedDatabase,
  rights: Rights,
  { ehrId, changes }: Pick<Commit, 'ehrId' | 'changes'>,
): Promise<boolean> {
  if (changes.some(change => needsWhole(change) && change.preceding) && !allows(rights, RIGHTS.changeEhr))
    return false
  for (const permission of new Set(changes.map(permissionOf))) {
    if (rulesFor(rights, 'composition', permission).length === 0) return false
    const limit = recordLimit(rights, [permission])
    if (limit === undefined) continue
    const keys = changes.filter(change => permissionOf(change) === permission).map(templateOf)
    const [row] = await db.limitedTo(limit).query(reaches, [ehrId, [...new Set(keys)]])
    if (!row?.all) return false
  }
  return true
}

export const limitEhrNeeds =
  <Needs extends EhrNeeds>(needs: Needs): LimitNeeds<Needs> =>
  call => {
    const db = limitDatabase(needs.db, call)
    return {
      ...needs,
      db,
      // Commits of others would go in the same statement.
      commitDoor: rows => needs.ehrLane.run(rows.ehrId, 'version.commit', () => insertCommit(db, rows)),
      shelf: limitShelf(needs.shelf, call),
      guard: guardCommits(needs.db, db, call.rights),
      ...(recordLimit(call.rights, ['r']) === undefined ? {} : { chosenUids: 'refused' }),
    }
  }
