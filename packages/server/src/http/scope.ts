/** The scopes of a token, and who a call comes from. */
import type { AuditEntry } from '../observe/index.ts'

/** What each scope opens; design: reading and queries, changes, what cannot be undone. */
export const SCOPES = {
  'api.read': 'Read records and definitions, run queries.',
  'api.write': 'Create, change and delete records and definitions.',
  'api.lenient':
    'Commit data that break their template, with `Prefer: handling=lenient`. Granted only when asked for by name.',
  'api.admin': 'Delete physically, merge, manage clients. Granted only when asked for by name.',
} as const

export type Scope = keyof typeof SCOPES

/** Granted only when asked for by name. */
export const NAMED_SCOPES: ReadonlySet<Scope> = new Set(['api.lenient', 'api.admin'])

export const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text)

/** Who a token names. */
export interface Identity {
  readonly clientId: string
  /** Who is behind the client, where the token names somebody else. */
  readonly person?: string | undefined
  readonly scopes: ReadonlySet<Scope>
}

/** Who calls, and the audit event of the call, which a write stores with what it writes. */
export interface Caller extends Identity {
  readonly entry: AuditEntry
}
