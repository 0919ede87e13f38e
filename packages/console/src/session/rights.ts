/** Rights of the one who is signed in, as the scopes of the access token. */

export type Right = 'api.read' | 'api.write' | 'api.lenient' | 'api.admin'

const RIGHTS: readonly Right[] = ['api.read', 'api.write', 'api.lenient', 'api.admin']

export const isRight = (text: string): text is Right => (RIGHTS as readonly string[]).includes(text)

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
  return new Set(typeof scope === 'string' ? scope.split(' ').filter(isRight) : ['api.read'])
}
