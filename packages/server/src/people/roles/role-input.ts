/** Reads a role from JSON, and lists everything that is wrong with it, each with its path. */
import type { Finding } from '@cairn-ehr/openehr'
import { type DataScope, PARTY_RESOURCES, parseDataScope } from '../../access/scopes/index.ts'
import { isScope, SCOPES, type Scope } from '../../http/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { equivalentsOf, ROLE_NAME, type Role } from './role.ts'

/** The rules of a role go with each statement of the people who have it. */
export const MOST_RIGHTS = 50

export const LONGEST_DESCRIPTION = 500

/** Members that are left out stay as they are. */
export type RoleChange = Partial<Omit<Role, 'name' | 'isBuiltIn'>>

interface Member {
  readonly expected: string
  readonly fits: (value: unknown) => boolean
}

const isTexts = (value: unknown, most: number): value is string[] =>
  Array.isArray(value) && value.length <= most && value.every(each => typeof each === 'string')

const flag: Member = { expected: 'true or false', fits: value => typeof value === 'boolean' }

const MEMBERS: Readonly<Record<string, Member>> = {
  name: {
    expected: 'up to 50 small letters, digits and . _ -',
    fits: value => typeof value === 'string' && ROLE_NAME.test(value),
  },
  description: {
    expected: `a text of up to ${LONGEST_DESCRIPTION} characters`,
    fits: value => typeof value === 'string' && value.length <= LONGEST_DESCRIPTION,
  },
  scopes: {
    expected: `a list of ${Object.keys(SCOPES).join(', ')}`,
    fits: value => isTexts(value, Object.keys(SCOPES).length) && value.every(isScope),
  },
  rights: { expected: `a list of up to ${MOST_RIGHTS} texts`, fits: value => isTexts(value, MOST_RIGHTS) },
  deidentified: flag,
  assignable: flag,
}

const finding = (path: string, message: string): Finding => ({ path, code: 'value', message })

const refuse = (findings: readonly Finding[]): void => {
  if (findings.length > 0)
    throw new Refusal('request.malformed', 'The role cannot be as described.', findings)
}

function membersIn(body: unknown, allowed: readonly string[], required: readonly string[]): RoleChange {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('request.malformed', 'The body must be a JSON object.')
  const given = new Map<string, unknown>(Object.entries(body))
  refuse([
    ...[...given.keys()]
      .filter(name => !allowed.includes(name))
      .map(name => ({ path: `/${name}`, code: 'unknown', message: 'there is no such member' })),
    ...allowed
      .filter(name => (given.has(name) ? !MEMBERS[name]?.fits(given.get(name)) : required.includes(name)))
      .map(name => finding(`/${name}`, `must be ${MEMBERS[name]?.expected}`)),
  ])
  return Object.fromEntries(given)
}

const CHANGEABLE = ['description', 'scopes', 'rights', 'deidentified', 'assignable']

export function newRoleIn(body: unknown): Role {
  const { name, ...given } = membersIn(body, ['name', ...CHANGEABLE], ['name']) as RoleChange & {
    name: string
  }
  const bare = { description: '', scopes: [], rights: [], deidentified: false, assignable: false }
  const role = { ...bare, ...given, name, isBuiltIn: false }
  checkRole(role)
  return role
}

export const roleChangeIn = (body: unknown): RoleChange => membersIn(body, CHANGEABLE, [])

type ParsedRight = readonly [at: number, right: DataScope]

const NOTATION =
  'must be user/<resource>-<name>.<permissions>, such as user/composition-Vital_signs.**.rs; resources: composition, template, aql, audit, person, organisation, group, agent, role; permissions: letters of cruds in this order'

function rightFindings(rights: readonly string[]): Finding[] {
  return rights.flatMap((text, at) => {
    const right = parseDataScope(text)
    const path = `/rights/${at}`
    // Roles are about records: what a role reads is also read as FHIR.
    if (!right || right.resource === 'fhir') return [finding(path, NOTATION)]
    return right.compartment === 'user'
      ? []
      : [finding(path, `must begin with user/: ${right.compartment}/ is for tokens`)]
  })
}

const isHeld = (rights: readonly ParsedRight[], needed: DataScope): boolean =>
  [...needed.permissions].every(permission =>
    rights.some(
      ([, right]) =>
        right.resource === needed.resource && right.pattern.matchesAll && right.permissions.has(permission),
    ),
  )

/** A scope holds for all records and names, so it would undo rights that hold for a part of them. */
function scopeFindings({ scopes }: Role, rights: readonly ParsedRight[]): Finding[] {
  const isLimited = rights.some(
    ([, { resource, pattern }]) => resource === 'composition' && !pattern.matchesAll,
  )
  const isWider = (scope: Scope): boolean =>
    equivalentsOf([scope]).some(needed => !isHeld(rights, needed)) || (scope === 'api.admin' && isLimited)
  return scopes.flatMap((scope, at) =>
    isWider(scope)
      ? [
          finding(
            `/scopes/${at}`,
            `${scope} holds for everything, and the rights of the role hold for less: leave it out, or add what is missing to the rights`,
          ),
        ]
      : [],
  )
}

const PARTIES: ReadonlySet<string> = new Set(PARTY_RESOURCES)

/** Faults of one member that only another one shows. */
function combinationFindings(role: Role, rights: readonly ParsedRight[]): Finding[] {
  const { scopes, deidentified, assignable } = role
  const seesRecords = rights.some(([, { resource }]) => resource === 'composition')
  const changing = rights.filter(
    ([, { resource, permissions }]) =>
      resource === 'composition' && ['c', 'u', 'd'].some(each => permissions.has(each as 'c')),
  )
  const rows: readonly (readonly [isFault: boolean, path: string, message: string])[] = [
    [
      scopes.length === 0 && role.rights.length === 0,
      '/rights',
      'a role needs at least one right or one scope',
    ],
    [
      deidentified && scopes.length > 0,
      '/scopes',
      'a role without identity has none: they show records as they are',
    ],
    ...changing.map(
      ([at]) => [deidentified, `/rights/${at}`, 'a role without identity reads records only'] as const,
    ),
    ...rights.flatMap(([at, { resource }]) =>
      PARTIES.has(resource)
        ? [[deidentified, `/rights/${at}`, 'a role without identity sees no parties'] as const]
        : [],
    ),
    [
      assignable && deidentified,
      '/assignable',
      'a role without identity holds in all EHRs: an assigned EHR is known by its id',
    ],
    [
      assignable && scopes.includes('api.admin'),
      '/assignable',
      'a role with api.admin is about the service as a whole',
    ],
    [assignable && !seesRecords, '/assignable', 'needs a right on compositions'],
  ]
  return rows.filter(([isFault]) => isFault).map(([, path, message]) => finding(path, message))
}

/** Holds a whole role to the rules between its members. */
export function checkRole(role: Role): void {
  refuse(rightFindings(role.rights))
  const rights = role.rights.flatMap((text, at): ParsedRight[] => {
    const right = parseDataScope(text)
    return right ? [[at, right]] : []
  })
  refuse([...scopeFindings(role, rights), ...combinationFindings(role, rights)])
}
