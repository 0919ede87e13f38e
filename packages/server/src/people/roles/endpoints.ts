/** The admin API for roles, for callers with the scope `api.admin`. */

import { recorded } from '../../audit/index.ts'
import type { Queries } from '../../db/index.ts'
import { type Endpoint, endpoint, type Incoming, json, type ParameterDoc, SCOPES } from '../../http/index.ts'
import { BODY_LIMITS, readJson } from '../../http/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { BEYOND, limitsOf, type PersonNeeds } from '../accounts/endpoints.ts'
import { ROLE_NAME } from './role.ts'
import { LONGEST_DESCRIPTION, MOST_RIGHTS, newRoleIn, roleChangeIn } from './role-input.ts'
import { changeRole, createRole, deleteRole, listRoles, type RoleInUse, roleByName } from './roles.ts'

const NAME: ParameterDoc = {
  name: 'role',
  in: 'path',
  required: true,
  description: 'Name of the role.',
  schema: { type: 'string' },
}

const TAKES: ParameterDoc = {
  name: 'take_from_people',
  in: 'query',
  description: 'true: take the role from the people who have it. Otherwise a role that somebody has stays.',
  schema: { type: 'boolean' },
}

const CHANGEABLE = {
  description: { type: 'string', maxLength: LONGEST_DESCRIPTION },
  scopes: {
    type: 'array',
    items: { type: 'string', enum: Object.keys(SCOPES) },
    description:
      'Scopes of the API that hold as a whole, for people who have the role in all EHRs. `api.read` and `api.write` need the rights that they stand for. A role with `api.admin` makes administrators.',
  },
  rights: {
    type: 'array',
    maxItems: MOST_RIGHTS,
    items: { type: 'string' },
    description:
      'Rights in the notation of scopes, in the compartment `user`: `user/composition-Vital_signs.**.rs`. They hold in all EHRs, or in those that are assigned.',
  },
  deidentified: {
    type: 'boolean',
    description: 'true: records are seen without identity, in queries, lists and exports only.',
  },
  assignable: { type: 'boolean', description: 'true: the role can be held to assigned EHRs.' },
}

const ROLE = {
  title: 'Account role',
  type: 'object',
  required: ['name', 'description', 'scopes', 'rights', 'deidentified', 'assignable', 'built_in', 'people'],
  properties: {
    name: { type: 'string', pattern: ROLE_NAME.source },
    ...CHANGEABLE,
    built_in: { type: 'boolean', description: 'true: it cannot be changed or deleted, but copied.' },
    people: { type: 'integer', description: 'The number of people who have the role.' },
  },
}

const NEW_ROLE = {
  title: 'Role input',
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: { name: { type: 'string', pattern: ROLE_NAME.source }, ...CHANGEABLE },
}

const ROLE_CHANGE = {
  title: 'Change of a role',
  type: 'object',
  additionalProperties: false,
  properties: CHANGEABLE,
}

export const roleBody = ({ isBuiltIn, people, ...role }: RoleInUse) => ({
  ...role,
  built_in: isBuiltIn,
  people,
})

const nameIn = ({ parameters }: Incoming): string => parameters['role'] ?? ''

function takesIn({ query }: Incoming): boolean {
  const given = query.get('take_from_people') ?? 'false'
  if (given !== 'true' && given !== 'false')
    throw new Refusal('request.malformed', 'take_from_people must be true or false.')
  return given === 'true'
}

/** The event names the role: the address of a new one does not. */
const roleFacts = ({ name }: RoleInUse) => ({ detail: { role: name } })

const NOT_FOUND = { 404: { description: 'There is no such role.' } }
const common = { scope: 'api.admin', produces: ['application/json'] } as const
const ROLES = 'Roles'

const readings: readonly Endpoint<PersonNeeds>[] = [
  endpoint({
    ...common,
    route: 'GET /role',
    doc: {
      operationId: 'role_list',
      tag: ROLES,
      summary: 'List roles',
      responses: {
        200: {
          description: 'The built-in roles, then the others by name.',
          schema: { type: 'array', items: ROLE },
        },
      },
    },
    read: () => undefined,
    act: ({ db }) => listRoles(db),
    reply: roles => json(200, roles.map(roleBody)),
  }),
  endpoint({
    ...common,
    route: 'GET /role/{role}',
    doc: {
      operationId: 'role_get',
      tag: ROLES,
      summary: 'Read a role',
      parameters: [NAME],
      responses: { 200: { description: 'The role.', schema: ROLE }, ...NOT_FOUND },
    },
    read: nameIn,
    act: ({ db }, _caller, name) => roleByName(db, name),
    reply: role => json(200, roleBody(role)),
  }),
]

const changes: readonly Endpoint<PersonNeeds>[] = [
  endpoint({
    ...common,
    route: 'POST /role',
    writes: 201,
    body: { 'application/json': readJson },
    bodyLimit: BODY_LIMITS.small,
    doc: {
      operationId: 'role_create',
      tag: ROLES,
      summary: 'Create a role',
      body: NEW_ROLE,
      responses: {
        201: { description: 'The role.', schema: ROLE },
        400: { description: 'The body is not a role; each finding has its path.' },
        ...BEYOND,
        409: { description: 'The name is taken.' },
      },
    },
    read: ({ body }) => newRoleIn(body),
    act: async (needs, caller, wanted) => {
      const { requireOwn } = await limitsOf(needs, caller)
      const work = (queries: Queries) => createRole(queries, wanted, requireOwn)
      return recorded(needs.db, caller.entry, work, roleFacts)
    },
    reply: role => json(201, roleBody(role)),
  }),
  endpoint({
    ...common,
    route: 'PUT /role/{role}',
    writes: 200,
    body: { 'application/json': readJson },
    bodyLimit: BODY_LIMITS.small,
    doc: {
      operationId: 'role_update',
      tag: ROLES,
      summary: 'Change a role',
      description:
        'Members that are left out stay as they are. The change is in force at once for all people who have the role, in all their sessions and tokens.',
      parameters: [NAME],
      body: ROLE_CHANGE,
      responses: {
        200: { description: 'The role.', schema: ROLE },
        400: { description: 'The role cannot be as described; each finding has its path.' },
        ...BEYOND,
        409: {
          description:
            'The role is built in, somebody has it for assigned EHRs, or nobody could administer the service after this.',
        },
        ...NOT_FOUND,
      },
    },
    read: request => ({ name: nameIn(request), change: roleChangeIn(request.body) }),
    act: async (needs, caller, { name, change }) => {
      const limits = await limitsOf(needs, caller)
      const work = (queries: Queries) => changeRole(queries, name, change, needs.keepAdministrator, limits)
      const role = await recorded(needs.db, caller.entry, work, roleFacts)
      await needs.changes.announce('people')
      return role
    },
    reply: role => json(200, roleBody(role)),
  }),
  endpoint({
    ...common,
    route: 'DELETE /role/{role}',
    produces: [],
    writes: 204,
    doc: {
      operationId: 'role_delete',
      tag: ROLES,
      summary: 'Delete a role',
      parameters: [NAME, TAKES],
      responses: {
        204: { description: 'It is deleted.' },
        400: { description: '`take_from_people` is neither true nor false.' },
        409: {
          description:
            'The role is built in, people have it (the message says how many), or nobody could administer the service after this.',
        },
        ...NOT_FOUND,
      },
    },
    read: request => ({ name: nameIn(request), takes: takesIn(request) }),
    act: async (needs, { entry }, { name, takes }) => {
      const work = (queries: Queries) => deleteRole(queries, name, { takes }, needs.keepAdministrator)
      await recorded(needs.db, entry, work, roleFacts)
      await needs.changes.announce('people')
    },
    reply: () => ({ status: 204 }),
  }),
]

export const roleEndpoints: readonly Endpoint<PersonNeeds>[] = [...readings, ...changes]
