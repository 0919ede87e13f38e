/** The scopes of a token, and who a call comes from. */

/** What each scope opens; design: reading and queries, changes, what cannot be undone. */
export const SCOPES = {
  'api.read': 'Read records and definitions, run queries.',
  'api.write': 'Create, change and delete records and definitions.',
  'api.admin': 'Delete physically, merge, manage clients. Granted only when asked for by name.',
} as const

export type Scope = keyof typeof SCOPES

export const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text)

export interface Caller {
  readonly clientId: string
  readonly scopes: ReadonlySet<Scope>
}
