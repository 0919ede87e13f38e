/** Links that let a person in once: sent by an administrator, who sees the link this one time. */
import type { Database, Queries } from '../../db/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { newSecret, type Vault } from '../../seals/index.ts'
import { lockGivenRoles } from '../roles/given-roles.ts'
import { type GiverLimits, personToInvite } from './people.ts'
import { hasAdministration, isAdministrator, namesOfRoles, type Person, rolesNamed } from './person.ts'
import {
  addPerson,
  findInvitation,
  hasPeople,
  type NewPerson,
  type OpenInvitation,
  putInvitation,
  useInvitation,
} from './store.ts'

const LIFE_MS = 7 * 24 * 3600 * 1000

const macOf = (vault: Vault, token: string): Buffer => vault.mac(`invitation ${token}`)

export interface InvitationNeeds {
  readonly db: Database
  readonly vault: Vault
  readonly authUrl: string
  readonly now: () => number
}

export interface Invitation {
  readonly link: string
  readonly expiresAt: Date
}

/** Returns the link; an earlier one that was not used stops working. Call it in a transaction. */
async function invite(
  { vault, authUrl, now }: Omit<InvitationNeeds, 'db'>,
  queries: Queries,
  personId: string | undefined,
): Promise<Invitation> {
  const token = newSecret()
  const expiresAt = new Date(now() + LIFE_MS)
  await putInvitation(queries, macOf(vault, token), personId, expiresAt)
  return { link: `${authUrl}/auth/invitation?token=${token}`, expiresAt }
}

/** Invites a person who has an account. */
export const invitePerson = (
  needs: InvitationNeeds & GiverLimits,
  personId: string,
): Promise<{ person: Person; invitation: Invitation }> =>
  needs.db.transaction(async queries => {
    const person = await personToInvite(queries, personId)
    if (hasAdministration(person)) needs.requireFresh?.()
    needs.requireOwn?.(rolesNamed(person, namesOfRoles(person)))
    return { person, invitation: await invite(needs, queries, personId) }
  })

/** Creates an account with the link that lets the person in: nobody could use one without the other. */
export const createPerson = (
  needs: InvitationNeeds & GiverLimits,
  wanted: NewPerson,
): Promise<{ person: Person; invitation: Invitation }> =>
  needs.db.transaction(async queries => {
    await lockGivenRoles(queries, wanted)
    const person = await addPerson(queries, wanted)
    if (!person)
      throw new Refusal(
        'person.exists',
        `The id "${wanted.personId}" is taken by another person or by a client.`,
      )
    if (isAdministrator(person)) needs.requireFresh?.()
    needs.requireOwn?.(rolesNamed(person, namesOfRoles(person)))
    return { person, invitation: await invite(needs, queries, person.personId) }
  })

/** The link for the first administrator; undefined when there are people already. */
export async function firstInvitation(needs: InvitationNeeds): Promise<string | undefined> {
  if (await hasPeople(needs.db)) return undefined
  return (await needs.db.transaction(queries => invite(needs, queries, undefined))).link
}

export const invitationOf = (
  { db, vault, now }: InvitationNeeds,
  token: string,
): Promise<OpenInvitation | undefined> => findInvitation(db, macOf(vault, token), new Date(now()))

export const acceptInvitation = (
  { vault, now }: InvitationNeeds,
  queries: Queries,
  token: string,
): Promise<OpenInvitation | undefined> => useInvitation(queries, macOf(vault, token), new Date(now()))
