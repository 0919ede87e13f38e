/** A change of a client that waits for a second administrator, and the rules for it (decision 0081). */
import type { Caller } from '../../http/index.ts'
import type { Client, ClientChange, ClientScope } from './client.ts'
import type { OwnScopes } from './own-scopes.ts'

export const OPERATIONS = ['create', 'update', 'rotate', 'enable'] as const

export type Operation = (typeof OPERATIONS)[number]

export const STATES = ['pending', 'approved', 'rejected', 'expired'] as const

export type RequestState = (typeof STATES)[number]

/** The one who asked or decided: a client, and the person where one uses it. */
export interface Actor {
  readonly clientId: string
  readonly person?: string | undefined
}

/** Decides on the machine of the server, without a token. */
export const OPERATOR: Actor = { clientId: 'cairn.operator' }

export interface ClientRequest {
  readonly requestId: string
  readonly clientId: string
  readonly operation: Operation
  readonly body: unknown
  readonly askedBy: Actor
  readonly askedAt: Date
  readonly expiresAt: Date
  readonly state: RequestState
  readonly decidedBy: Actor | undefined
  readonly decidedAt: Date | undefined
  /** The scopes that the client has after the change. */
  readonly scopes: readonly string[]
}

export const actorOf = ({ clientId, person }: Pick<Caller, 'clientId' | 'person'>): Actor => ({
  clientId,
  person,
})

/** A person is the same person through every client. */
export const principalOf = ({ clientId, person }: Actor): string =>
  person === undefined ? `client:${clientId}` : `person:${person}`

export const beyond = (own: OwnScopes, scopes: readonly ClientScope[]): readonly ClientScope[] =>
  scopes.filter(scope => !own(scope))

/** True if whoever made the change could use the client by it. A name, fewer scopes and more protection give nobody anything. */
export function givesAccess(client: Client, change: ClientChange): boolean {
  const { scopes = client.scopes, requiresDpop = client.requiresDpop } = change
  return (
    ['redirectUris', 'jwks', 'jwksUri'].some(member => member in change) ||
    scopes.some(scope => !client.scopes.includes(scope)) ||
    (client.requiresDpop && !requiresDpop)
  )
}
