/** The scopes of a token, and the caller of a request. */

import type { Rights } from '../access/index.ts'
import type { AuditEntry } from '../audit/index.ts'

/** The scopes and their meaning (docs/interface.md, section 4). */
export const SCOPES = {
  'api.read': 'Read records and definitions, run queries.',
  'api.write': 'Create, change and delete records and definitions.',
  'api.lenient':
    'Commit data that break their template, with `Prefer: handling=lenient`. Granted only when asked for by name.',
  'api.break_glass':
    "Take an hour's access to an EHR that is not assigned to the person. Only for apps of people; granted only when asked for by name.",
  'api.admin': 'Delete physically, merge, manage clients. Granted only when asked for by name.',
} as const

export type Scope = keyof typeof SCOPES

/** Every scope that works without a person. */
export const CLIENT_SCOPES: readonly Scope[] = ['api.read', 'api.write', 'api.lenient', 'api.admin']

/** Granted only when asked for by name. */
export const NAMED_SCOPES: ReadonlySet<Scope> = new Set(['api.lenient', 'api.break_glass', 'api.admin'])

export const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text)

export interface LaunchContext {
  readonly ehrId?: string | undefined
  readonly episodeId?: string | undefined
}

/** Kept of a token to act for its caller later. */
interface TokenFacts {
  readonly scopes: readonly string[]
  /** The grant of a person that it came of. */
  readonly grantId: string | undefined
}

/** The client and the person that a token names. */
export interface Identity {
  readonly clientId: string
  /** The id of the person who uses the client, if the token or the session names one. */
  readonly person?: string | undefined
  /** The name of the person, for readers. */
  readonly personName?: string | undefined
  /** The EHR and the episode that an app was launched for. */
  readonly launched?: LaunchContext | undefined
  readonly scopes: ReadonlySet<Scope>
  /** Of its token; absent for a session, and where nobody signs in. */
  readonly token?: TokenFacts | undefined
  /** Set if the request is allowed by these alone: it sees no more than they reach. Absent: it sees everything. */
  readonly rights?: Rights | undefined
  /** All limited rights of the caller, for what its scopes do not open: people. */
  readonly limitedRights?: Rights | undefined
  /** Throws if the person has not shown lately who they are. Absent without a person. */
  readonly requireFresh?: (() => void) | undefined
}

/**
 * The one whom limits and queues count a caller as: a client, or a person who uses it. Everybody in the console shares one client, and none of
 * them waits for the others.
 */
export const memberIdOf = ({ clientId, person }: Pick<Identity, 'clientId' | 'person'>): string =>
  person === undefined ? clientId : JSON.stringify([clientId, person])

/** The caller, with the audit event of the request, which a write stores in its transaction. */
export interface Caller extends Identity {
  readonly entry: AuditEntry
  /** For an answer that lasts: the caller as it is now. Throws if it has no right to the operation any more. */
  readonly again?: (() => Promise<Identity>) | undefined
}
