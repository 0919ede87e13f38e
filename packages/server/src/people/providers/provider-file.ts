/** Reads the file that describes the identity providers of a hospital, and lists everything that is wrong with it. */
import { readFileSync } from 'node:fs'
import { StartError } from '../../db/index.ts'
import { ROLE_NAME } from '../roles/role.ts'

export interface ProviderSettings {
  /** Part of addresses, and of the ids of people. */
  readonly name: string
  /** For the button. */
  readonly label: string
  readonly issuer: string
  readonly clientId: string
  /** Absent for a public client. */
  readonly clientSecret: string | undefined
  /** Beside `openid`. */
  readonly scopes: readonly string[]
  /** The claim with the groups of a person. */
  readonly groupsClaim: string
  /** Roles by group; `*` is for everybody. A person without a role is turned away. */
  readonly roles: Readonly<Record<string, readonly string[]>>
  /** The same for roles that hold in assigned EHRs; absent: an administrator gives them. */
  readonly assignedRoles: Readonly<Record<string, readonly string[]>> | undefined
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isIssuer = (value: unknown): value is string => {
  if (!isText(value) || !URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname))
}

/** The roles themselves are in the database (`provider-roles.ts`). */
const isRolesByGroup = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(
    roles => Array.isArray(roles) && roles.every(each => isText(each) && ROLE_NAME.test(each)),
  )

/** A session names its way in: one of these, or a provider. */
const OWN_WAYS_IN: readonly string[] = ['password', 'passkey', 'recovery', 'invitation']

const MEMBERS: Readonly<Record<string, readonly [expected: string, fits: (value: unknown) => boolean]>> = {
  name: [
    `small letters, digits and "-", at most 40, and none of ${OWN_WAYS_IN.join(', ')}`,
    value => isText(value) && /^[a-z0-9][a-z0-9-]{0,39}$/.test(value) && !OWN_WAYS_IN.includes(value),
  ],
  label: ['a text', isText],
  issuer: ['an https address', isIssuer],
  client_id: ['a text', isText],
  client_secret: ['a text, or absent for a public client', value => value === undefined || isText(value)],
  scopes: [
    'a list of scopes, or absent',
    value => value === undefined || (Array.isArray(value) && value.every(isText)),
  ],
  groups_claim: ['a text, or absent', value => value === undefined || isText(value)],
  roles: ['lists of names of roles by group', isRolesByGroup],
  assigned_roles: [
    'lists of names of roles by group, or absent',
    value => value === undefined || isRolesByGroup(value),
  ],
}

function faultsOf(entry: unknown, at: number): string[] {
  if (typeof entry !== 'object' || entry === null) return [`provider ${at + 1} is not an object`]
  const given = new Map(Object.entries(entry))
  return [
    ...[...given.keys()]
      .filter(name => !Object.hasOwn(MEMBERS, name))
      .map(name => `provider ${at + 1}: there is no member "${name}"`),
    ...Object.entries(MEMBERS)
      .filter(([name, [, fits]]) => !fits(given.get(name)))
      .map(([name, [expected]]) => `provider ${at + 1}: ${name} must be ${expected}`),
  ]
}

export function readProviderFile(file: string): readonly ProviderSettings[] {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartError(
      `CAIRN_IDENTITY_PROVIDERS: the file ${file} cannot be read as JSON (${String(error)}).`,
    )
  }
  const entries: unknown[] = Array.isArray(content) ? content : [undefined]
  const faults = entries.flatMap(faultsOf)
  const names = entries.map(entry => (entry as { name?: unknown } | undefined)?.name)
  if (new Set(names).size < names.length) faults.push('two providers have the same name')
  if (faults.length > 0)
    throw new StartError(
      `CAIRN_IDENTITY_PROVIDERS: the file ${file} cannot be used:\n${faults.map(line => `  ${line}`).join('\n')}`,
    )
  return (entries as Record<string, never>[]).map(entry => ({
    name: entry['name'] ?? '',
    label: entry['label'] ?? '',
    issuer: entry['issuer'] ?? '',
    clientId: entry['client_id'] ?? '',
    clientSecret: entry['client_secret'],
    scopes: entry['scopes'] ?? ['profile', 'email'],
    groupsClaim: entry['groups_claim'] ?? 'groups',
    roles: entry['roles'] ?? {},
    assignedRoles: entry['assigned_roles'],
  }))
}
