/** A role: a named set of rights. Six are built in, others are made by administrators. */

import { type DataScope, PARTY_RESOURCES, parseDataScope } from '../../access/scopes/index.ts'
import { isScope, SCOPES, type Scope } from '../../http/index.ts'

export interface Role {
  /** `roles` and `assigned_roles` of a person name it. */
  readonly name: string
  readonly description: string
  /** Scopes of the API that the role has as a whole, where it holds in all EHRs. */
  readonly scopes: readonly Scope[]
  /** Rights, in the notation of scopes; they hold in all EHRs, or in those that are assigned to the person. */
  readonly rights: readonly string[]
  /** Records are seen without identity, in queries, lists and exports only. */
  readonly deidentified: boolean
  /** It can be held to assigned EHRs. */
  readonly assignable: boolean
  /** It cannot be changed or removed. */
  readonly isBuiltIn: boolean
}

export const ROLE_NAME = /^[a-z0-9][a-z0-9._-]{0,49}$/

/** The rights that `api.read` stands for. */
const READING = ['user/composition-*.rs', 'user/template-*.r', 'user/aql-*.rs']

/** The rights that `api.write` stands for. */
const WRITING = ['user/composition-*.cud', 'user/template-*.cud', 'user/aql-*.cud']

/** Rights on people, organisations, groups, agents and roles: no scope stands for them. */
const onParties = (permissions: string): string[] =>
  PARTY_RESOURCES.map(resource => `user/${resource}-*.${permissions}`)

/** Their meaning does not change: installations rely on it (docs/rights.md). */
const BUILT_IN: readonly Omit<Role, 'isBuiltIn'>[] = [
  {
    name: 'clinician',
    description: 'Reads, creates, changes and deletes records; reads people, templates; runs queries.',
    scopes: ['api.read'],
    rights: [...READING, 'user/composition-*.cud', ...onParties('rs')],
    deidentified: false,
    assignable: true,
  },
  {
    name: 'nurse',
    description: 'Reads, creates and changes records; reads people, templates; runs queries.',
    scopes: ['api.read'],
    rights: [...READING, 'user/composition-*.cu', ...onParties('rs')],
    deidentified: false,
    assignable: true,
  },
  {
    name: 'researcher',
    description: 'Queries, lists and exports records without identity; reads templates.',
    scopes: [],
    rights: READING,
    deidentified: true,
    assignable: false,
  },
  {
    name: 'integrator',
    description:
      'Reads and writes records and people, also data that break their template; writes templates, stored queries and datamaps.',
    scopes: ['api.read', 'api.write', 'api.lenient'],
    rights: [...READING, ...WRITING, ...onParties('cruds')],
    deidentified: false,
    assignable: true,
  },
  {
    name: 'auditor',
    description: 'Reads the audit trail and reviews access; sees no records.',
    scopes: [],
    rights: ['user/audit-*.ru'],
    deidentified: false,
    assignable: false,
  },
  {
    name: 'administrator',
    description: 'May do everything.',
    // An administrator sees every EHR, and takes access to none.
    scopes: Object.keys(SCOPES)
      .filter(isScope)
      .filter(scope => scope !== 'api.break_glass'),
    rights: [...READING, ...WRITING, ...onParties('cruds'), 'user/audit-*.ru'],
    deidentified: false,
    assignable: false,
  },
]

export const BUILT_IN_ROLES: readonly Role[] = BUILT_IN.map(role => ({ ...role, isBuiltIn: true }))

const BUILT_IN_BY_NAME = new Map(BUILT_IN_ROLES.map(role => [role.name, role]))

export const builtInRole = (name: string): Role | undefined => BUILT_IN_BY_NAME.get(name)

const parsed = (texts: readonly string[]): DataScope[] => texts.flatMap(text => parseDataScope(text) ?? [])

const PARSED_RIGHTS = new WeakMap<Role, readonly DataScope[]>()

/** Parsed once: each call with a session asks for them. */
export function rightsOfRole(role: Role): readonly DataScope[] {
  const known = PARSED_RIGHTS.get(role) ?? parsed(role.rights)
  PARSED_RIGHTS.set(role, known)
  return known
}

/** Rights that a scope of the API stands for, for people whose roles give a part of it only. */
const EQUIVALENTS: Readonly<Partial<Record<Scope, readonly DataScope[]>>> = {
  'api.read': parsed(READING),
  'api.write': parsed(WRITING),
}

export const equivalentsOf = (scopes: readonly Scope[]): DataScope[] =>
  scopes.flatMap(scope => EQUIVALENTS[scope] ?? [])
