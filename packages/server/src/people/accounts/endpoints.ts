/** The admin API for people: accounts, invitations and sessions, for callers with the scope `api.admin`. */
import { recording } from '../../audit/index.ts'
import {
  type Caller,
  type Endpoint,
  endpoint,
  type Incoming,
  json,
  type ParameterDoc,
} from '../../http/index.ts'
import { BODY_LIMITS, readJson } from '../../http/request/index.ts'
import type { PeopleNeeds } from '../needs.ts'
import { type OwnScopesOf, requireOwnRoles } from '../roles/own-roles.ts'
import type { Session } from '../sessions/store.ts'
import { createPerson, type Invitation, invitePerson } from './invitations.ts'
import {
  changePerson,
  type GiverLimits,
  type KeepAdministrator,
  personById,
  unknownPerson,
} from './people.ts'
import { PERSON_ID, type Person } from './person.ts'
import { MOST_ROLES, newPersonIn, personChangeIn } from './person-input.ts'
import { listPeople } from './store.ts'

export interface PersonNeeds extends PeopleNeeds {
  readonly keepAdministrator: KeepAdministrator
  readonly ownScopesOf: OwnScopesOf
}

/** The limits of an administrator who gives roles. */
export const limitsOf = async ({ ownScopesOf }: PersonNeeds, caller: Caller): Promise<GiverLimits> => ({
  requireFresh: caller.requireFresh,
  requireOwn: await requireOwnRoles(ownScopesOf, caller),
})

export const ID: ParameterDoc = {
  name: 'person_id',
  in: 'path',
  required: true,
  description: 'Id of the person.',
  schema: { type: 'string' },
}

const CHANGEABLE = {
  name: { type: 'string', minLength: 1, maxLength: 200 },
  email: { type: ['string', 'null'], maxLength: 200 },
  fhir_user: {
    type: ['string', 'null'],
    maxLength: 1000,
    description:
      'The FHIR resource that stands for the person, as an absolute URL: apps with the scope `fhirUser` get it.',
  },
  roles: {
    type: 'array',
    maxItems: MOST_ROLES,
    items: { type: 'string' },
    description: 'Names of roles that hold in all EHRs; `GET /admin/v1/role` lists the roles.',
  },
  assigned_roles: {
    type: 'array',
    maxItems: MOST_ROLES,
    items: { type: 'string' },
    description: 'Names of `assignable` roles that hold in the EHRs that are assigned to the person.',
  },
}

const PERSON_ID_SCHEMA = {
  type: 'string',
  pattern: PERSON_ID.source,
  description: 'The user name. It never changes, and no other person or client ever gets it.',
}

const INVITATION = {
  type: 'object',
  description:
    'Only where a link was just made: it is shown this once. Give it to the person; it works once.',
  required: ['link', 'expires_at'],
  properties: { link: { type: 'string' }, expires_at: { type: 'string', format: 'date-time' } },
}

const PERSON = {
  title: 'Account',
  type: 'object',
  required: ['person_id', 'name', 'roles', 'assigned_roles', 'disabled', 'created_at'],
  properties: {
    person_id: PERSON_ID_SCHEMA,
    ...CHANGEABLE,
    provider: {
      type: 'string',
      description: 'The identity provider that vouches for the person, if one does.',
    },
    disabled: { type: 'boolean' },
    created_at: { type: 'string', format: 'date-time' },
    invitation: INVITATION,
  },
}

const NEW_PERSON = {
  title: 'Person input',
  type: 'object',
  required: ['person_id', 'name', 'roles'],
  additionalProperties: false,
  properties: { person_id: PERSON_ID_SCHEMA, ...CHANGEABLE },
}

const PERSON_CHANGE = {
  title: 'Change of a person',
  type: 'object',
  additionalProperties: false,
  properties: { ...CHANGEABLE, disabled: { type: 'boolean' } },
}

export const SESSION_SCHEMA = {
  title: 'Session',
  type: 'object',
  properties: {
    session_id: { type: 'string' },
    method: { type: 'string', description: 'The way in: a password, a passkey, the name of a provider.' },
    address: { type: 'string' },
    user_agent: { type: 'string' },
    started_at: { type: 'string', format: 'date-time' },
    used_at: { type: 'string', format: 'date-time' },
    ends_at: { type: 'string', format: 'date-time' },
  },
}

const personBody = (person: Person, invitation?: Invitation) => ({
  person_id: person.personId,
  name: person.name,
  ...(person.email === undefined ? {} : { email: person.email }),
  ...(person.fhirUser === undefined ? {} : { fhir_user: person.fhirUser }),
  roles: person.roles,
  assigned_roles: person.assignedRoles,
  ...(person.provider === undefined ? {} : { provider: person.provider }),
  disabled: person.disabled,
  created_at: person.createdAt.toISOString(),
  ...(invitation === undefined
    ? {}
    : { invitation: { link: invitation.link, expires_at: invitation.expiresAt.toISOString() } }),
})

export const sessionBody = (session: Session) => ({
  session_id: session.sessionId,
  method: session.method,
  address: session.address,
  user_agent: session.userAgent,
  started_at: session.startedAt.toISOString(),
  used_at: session.usedAt.toISOString(),
  ends_at: session.endsAt.toISOString(),
})

export function idIn({ parameters }: Incoming): string {
  const id = parameters['person_id'] ?? ''
  if (!PERSON_ID.test(id)) throw unknownPerson(id)
  return id
}

export const BEYOND = { 403: { description: 'You would give more than you have.' } }
export const NOT_FOUND = { 404: { description: 'There is no such person.' } }
const common = { scope: 'api.admin', produces: ['application/json'] } as const
const PEOPLE = 'People'

export const personEndpoints: readonly Endpoint<PersonNeeds>[] = [
  endpoint({
    ...common,
    route: 'GET /person',
    doc: {
      operationId: 'person_list',
      tag: PEOPLE,
      summary: 'List people',
      responses: { 200: { description: 'All people, by id.', schema: { type: 'array', items: PERSON } } },
    },
    read: () => undefined,
    act: ({ db }) => listPeople(db),
    reply: people =>
      json(
        200,
        people.map(each => personBody(each)),
      ),
  }),
  endpoint({
    ...common,
    route: 'POST /person',
    writes: 201,
    body: { 'application/json': readJson },
    bodyLimit: BODY_LIMITS.small,
    doc: {
      operationId: 'person_create',
      tag: PEOPLE,
      summary: 'Create an account, with a link that lets the person in once',
      body: NEW_PERSON,
      responses: {
        201: { description: 'The person, with the link.', schema: PERSON },
        400: { description: 'The body is not a person.' },
        ...BEYOND,
        409: { description: 'The id is taken.' },
      },
    },
    read: ({ body }) => newPersonIn(body),
    act: async (needs, caller, wanted) =>
      createPerson(
        { ...needs, ...(await limitsOf(needs, caller)), db: recording(needs.db, caller.entry) },
        wanted,
      ),
    reply: ({ person, invitation }) => json(201, personBody(person, invitation)),
  }),
  endpoint({
    ...common,
    route: 'GET /person/{person_id}',
    doc: {
      operationId: 'person_get',
      tag: PEOPLE,
      summary: 'Read an account',
      parameters: [ID],
      responses: { 200: { description: 'The person.', schema: PERSON }, ...NOT_FOUND },
    },
    read: idIn,
    act: ({ db }, _caller, id) => personById(db, id),
    reply: person => json(200, personBody(person)),
  }),
  endpoint({
    ...common,
    route: 'PUT /person/{person_id}',
    writes: 200,
    body: { 'application/json': readJson },
    bodyLimit: BODY_LIMITS.small,
    doc: {
      operationId: 'person_update',
      tag: PEOPLE,
      summary: 'Change an account',
      description:
        'Members that are left out stay as they are. The change is in force at once. The sessions of an account that is disabled end, and so does the access of its apps: they do not come back when it is enabled.',
      parameters: [ID],
      body: PERSON_CHANGE,
      responses: {
        200: { description: 'The person.', schema: PERSON },
        400: { description: 'The person cannot be as described.' },
        ...BEYOND,
        409: { description: 'Nobody could administer the service after this.' },
        ...NOT_FOUND,
      },
    },
    read: request => ({ id: idIn(request), change: personChangeIn(request.body) }),
    act: async (needs, caller, { id, change }) => {
      const limits = await limitsOf(needs, caller)
      const person = await changePerson(recording(needs.db, caller.entry), id, change, {
        ...needs,
        ...limits,
      })
      await needs.sessions.announceEnd()
      return person
    },
    reply: person => json(200, personBody(person)),
  }),
  endpoint({
    ...common,
    route: 'POST /person/{person_id}/invitation',
    writes: 201,
    doc: {
      operationId: 'person_invite',
      tag: PEOPLE,
      summary: 'Make a new link that lets the person in once',
      description:
        'For a person who lost passkey, password, authenticator app or recovery codes. An earlier link stops working; once the new one is used, so do all credentials and sessions of before.',
      parameters: [ID],
      responses: {
        201: { description: 'The person, with the link.', schema: PERSON },
        ...BEYOND,
        409: { description: 'The person signs in at an identity provider.' },
        ...NOT_FOUND,
      },
    },
    read: idIn,
    act: async (needs, caller, id) =>
      invitePerson(
        { ...needs, ...(await limitsOf(needs, caller)), db: recording(needs.db, caller.entry) },
        id,
      ),
    reply: ({ person, invitation }) => json(201, personBody(person, invitation)),
  }),
  endpoint({
    ...common,
    route: 'GET /person/{person_id}/session',
    doc: {
      operationId: 'person_sessions',
      tag: PEOPLE,
      summary: 'List the sessions of a person',
      parameters: [ID],
      responses: {
        200: {
          description: 'Sessions that have not ended.',
          schema: { type: 'array', items: SESSION_SCHEMA },
        },
        ...NOT_FOUND,
      },
    },
    read: idIn,
    act: async ({ db, sessions }, _caller, id) => sessions.list((await personById(db, id)).personId),
    reply: all => json(200, all.map(sessionBody)),
  }),
  endpoint({
    ...common,
    route: 'DELETE /person/{person_id}/session',
    produces: [],
    writes: 204,
    doc: {
      operationId: 'person_end_sessions',
      tag: PEOPLE,
      summary: 'End all sessions of a person',
      description:
        'The access of all apps ends too, offline access included: the person has to sign in again.',
      parameters: [ID],
      responses: { 204: { description: 'They are ended.' }, ...NOT_FOUND },
    },
    read: idIn,
    act: async ({ db, sessions }, { entry }, id) => {
      const { personId } = await personById(db, id)
      await recording(db, entry).transaction(async queries => {
        await sessions.endOthers(queries, personId, undefined)
        return true
      })
      await sessions.announceEnd()
    },
    reply: () => ({ status: 204 }),
  }),
]
