/** Links that let a person in once: sent by an administrator, who sees the link this one time. */
import type { Database, Queries } from '../../db/index.ts'
import { newSecret, type Vault } from '../../vault.ts'
import { findInvitation, hasPeople, type OpenInvitation, putInvitation, useInvitation } from './store.ts'

const LIFE_MS = 7 * 24 * 3600 * 1000

const macOf = (vault: Vault, token: string): Buffer => vault.mac(`invitation ${token}`)

export interface InvitationNeeds {
  readonly db: Database
  readonly vault: Vault
  readonly authUrl: string
  readonly now: () => number
}

/** Returns the link; an earlier one that was not used stops working. */
export async function invite(
  { db, vault, authUrl, now }: InvitationNeeds,
  personId: string | undefined,
): Promise<{ link: string; expiresAt: Date }> {
  const token = newSecret()
  const expiresAt = new Date(now() + LIFE_MS)
  await putInvitation(db, macOf(vault, token), personId, expiresAt)
  return { link: `${authUrl}/auth/invitation?token=${token}`, expiresAt }
}

/** The link for the first administrator; undefined when there are people already. */
export async function firstInvitation(needs: InvitationNeeds): Promise<string | undefined> {
  return (await hasPeople(needs.db)) ? undefined : (await invite(needs, undefined)).link
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
