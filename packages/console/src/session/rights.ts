/** Rights of the one who is signed in, as the scopes of the access token and the rights of the person's roles. */

/**
 * `audit` is the right to read the audit trail and to review access: administrators and auditors have it. `templates` is the right to
 * upload templates, which people who write records need not have. `people` is the right to find and read people: no scope of records stands
 * for it. `people.write` is the right to create them, with organisations and roles, and `people.merge` to change them. `changes` is
 * the right to follow the changes of records, which those who see records without identity lack. `mappings`
 * is the right to read mapping files: `api.read` as a whole.
 */
export type Right =
  | 'api.read'
  | 'api.write'
  | 'api.lenient'
  | 'api.break_glass'
  | 'api.admin'
  | 'audit'
  | 'templates'
  | 'people'
  | 'people.write'
  | 'people.merge'
  | 'changes'
  | 'mappings'

const SCOPES: readonly Right[] = ['api.read', 'api.write', 'api.lenient', 'api.break_glass', 'api.admin']

const isScope = (text: string): text is Right => (SCOPES as readonly string[]).includes(text)

/** The right to read the audit trail, in the notation of scopes. */
const READS_AUDIT = /^user\/audit-\*{1,2}\.c?r/

/** The right to upload templates, in the notation of scopes. */
const WRITES_TEMPLATES = /^user\/template-\*{1,2}\.c/

/** Letters of the permissions on a kind of party, in the notation of scopes. */
const permissionsOn = (kind: string, rights: readonly string[]): string =>
  rights
    .filter(each => each.startsWith(`user/${kind}-`))
    .map(each => each.slice(each.lastIndexOf('.')))
    .join('')

const WRITTEN_PARTIES = ['person', 'organisation', 'role']

/** The rights on people. Those of a client are the scope `api.admin`. */
function peopleRights(scopes: readonly string[], rights: readonly string[]): Right[] {
  const isAdmin = scopes.includes('api.admin')
  const onPeople = permissionsOn('person', rights)
  const reads = isAdmin || ['r', 's'].every(letter => onPeople.includes(letter))
  const writes = isAdmin || WRITTEN_PARTIES.every(kind => permissionsOn(kind, rights).includes('c'))
  const merges = isAdmin || onPeople.includes('u')
  return [
    ...(reads ? (['people'] as const) : []),
    ...(writes ? (['people.write'] as const) : []),
    ...(merges ? (['people.merge'] as const) : []),
  ]
}

/** Of a person. */
interface Limits {
  readonly isWithoutIdentity?: boolean
  /** Scopes that hold for everything. */
  readonly wholeScopes?: readonly string[] | undefined
}

/** `rights` are those of a person. A client has none: its scopes hold as a whole. */
export function rightsIn(
  scopes: readonly string[],
  rights?: readonly string[],
  { isWithoutIdentity = false, wholeScopes = scopes }: Limits = {},
): ReadonlySet<Right> {
  const has = (right: RegExp) => rights?.some(each => right.test(each)) ?? false
  const readsAudit = scopes.includes('api.admin') || has(READS_AUDIT)
  const writesTemplates = scopes.includes('api.write') && (rights === undefined || has(WRITES_TEMPLATES))
  return new Set([
    ...scopes.filter(isScope),
    ...(readsAudit ? (['audit'] as const) : []),
    ...(writesTemplates ? (['templates'] as const) : []),
    ...peopleRights(scopes, rights ?? []),
    ...(scopes.includes('api.read') && !isWithoutIdentity ? (['changes'] as const) : []),
    ...(wholeScopes.includes('api.read') ? (['mappings'] as const) : []),
  ])
}

/** The claims of a JWT. They are read for display alone; the server decides. */
function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const [, payload = ''] = token.split('.')
  const base64 = payload.replaceAll('-', '+').replaceAll('_', '/')
  try {
    const claims: unknown = JSON.parse(atob(base64))
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** A token that cannot be read may still be good: reading is assumed, since signing in asked for it. */
export function rightsOf(token: string): ReadonlySet<Right> {
  const { scope } = claimsOf(token)
  return rightsIn(typeof scope === 'string' ? scope.split(' ') : ['api.read'])
}
