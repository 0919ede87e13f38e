/** The dependencies of a call with limited rights on parties: it finds and commits no more than they reach. */
import { allows, partyRight, type Rights } from '../access/index.ts'
import type { Permission } from '../access/scopes/index.ts'
import { limitShelf, type TemplateShelf } from '../definitions/index.ts'
import { type LimitNeeds, limitDatabase } from '../http/index.ts'
import type { EhrNeeds } from '../records/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type Change, type Commit, insertCommit } from '../versions/index.ts'
import type { PartyKind } from '../versions/parties/index.ts'
import { PARTIES } from './resources.ts'

const permissionOf = ({ preceding, data }: Change): Permission => {
  if (!preceding) return 'c'
  return data === undefined ? 'd' : 'u'
}

const NAMES = new Map(PARTIES.map(({ kind, access }) => [kind, access.read.right.resource]))

/** A party without a template needs a right on all names. */
async function isAllowed(shelf: TemplateShelf, rights: Rights, change: Change): Promise<boolean> {
  const key = change.templateKey ?? change.preceding?.templateKey ?? undefined
  const name = key === undefined ? undefined : (await shelf.byKey(key))?.templateId
  const resource = NAMES.get(change.kind as PartyKind) ?? 'party'
  const right = partyRight(resource, permissionOf(change))
  return allows(rights, name === undefined ? { ...right, allNames: true } : { ...right, name })
}

/** Checks each change of a commit by the rules for what it does. */
const guardCommits =
  (shelf: TemplateShelf, rights: Rights) =>
  async ({ changes }: Commit): Promise<void> => {
    for (const change of changes)
      if (!(await isAllowed(shelf, rights, change)))
        throw new Refusal(
          'auth.right_denied',
          'Your rights do not allow this change to parties of this kind.',
        )
  }

export const limitPartyNeeds =
  (needs: EhrNeeds): LimitNeeds<EhrNeeds> =>
  call => {
    const db = limitDatabase(needs.db, call)
    return {
      ...needs,
      db,
      // Commits of others would go in the same statement.
      commitDoor: rows => needs.ehrLane.run(rows.ehrId, 'version.commit', () => insertCommit(db, rows)),
      shelf: limitShelf(needs.shelf, call),
      guard: guardCommits(needs.shelf, call.rights),
      ...(db === needs.db ? {} : { chosenUids: 'refused' as const }),
    }
  }
