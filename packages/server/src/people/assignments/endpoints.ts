/** `{base_url}/admin/v1/person/{person_id}/assignment` and `/admin/v1/break-glass`: which EHRs people are given, and which they took. */

import { RIGHTS } from '../../access/index.ts'
import { recorded } from '../../audit/index.ts'
import {
  type Caller,
  type Endpoint,
  endpoint,
  type Incoming,
  json,
  type ParameterDoc,
} from '../../http/index.ts'
import { BODY_LIMITS, readJson } from '../../http/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { personById, unknownPerson } from '../accounts/people.ts'
import { PERSON_ID } from '../accounts/person.ts'
import type { PeopleNeeds } from '../needs.ts'
import { type Assignment, assignmentBody, isUuid, newAssignmentIn } from './assignment.ts'
import { addAssignment, assignmentsOf, endAssignment, reviewAccess, takenAccess } from './store.ts'

export const PERSON_PARAMETER: ParameterDoc = {
  name: 'person_id',
  in: 'path',
  required: true,
  description: 'Id of the person.',
  schema: { type: 'string' },
}

const ASSIGNMENT_ID: ParameterDoc = {
  name: 'assignment_id',
  in: 'path',
  required: true,
  description: 'Id of the assignment.',
  schema: { type: 'string', format: 'uuid' },
}

const TIME = { type: 'string', format: 'date-time' }
const UUID = { type: 'string', format: 'uuid' }

const GIVEN = {
  ehr_id: { ...UUID, description: 'The EHR.' },
  episode_id: { ...UUID, description: 'An episode of the EHR: the assignment ends with it.' },
  tag_key: { type: 'string', description: 'Instead of `ehr_id`: all EHRs whose EHR_STATUS has this tag.' },
  tag_value: { type: 'string', description: 'Only where the tag has this value.' },
  from: { ...TIME, description: 'Start (default: now).' },
  to: { ...TIME, description: 'End (default: until it is ended).' },
  reason: { type: 'string', maxLength: 1000 },
}

const NEW_ASSIGNMENT = {
  title: 'Assignment input',
  type: 'object',
  additionalProperties: false,
  properties: GIVEN,
}

export const ASSIGNMENT_SCHEMA = {
  title: 'Assignment',
  type: 'object',
  required: ['assignment_id', 'person_id', 'kind', 'from', 'assigned_by', 'assigned_at'],
  properties: {
    assignment_id: UUID,
    person_id: { type: 'string' },
    kind: { type: 'string', enum: ['ehr', 'episode', 'tag', 'break_glass'] },
    ...GIVEN,
    assigned_by: { type: 'string', description: 'The person or the client that assigned it.' },
    assigned_at: TIME,
    reviewed_by: { type: 'string' },
    reviewed_at: TIME,
    review: { type: 'string', description: 'The result of the review.' },
  },
}

const LIST = { type: 'array', items: ASSIGNMENT_SCHEMA }

const unknownAssignment = () => new Refusal('assignment.not_found', 'There is no such assignment.')

export function personIdIn({ parameters }: Incoming): string {
  const id = parameters['person_id'] ?? ''
  if (!PERSON_ID.test(id)) throw unknownPerson(id)
  return id
}

function assignmentIn({ parameters }: Incoming): string {
  const id = parameters['assignment_id'] ?? ''
  if (!isUuid(id)) throw unknownAssignment()
  return id
}

const callerName = ({ person, clientId }: Caller): string => person ?? clientId

const listReply = (assignments: readonly Assignment[]) => json(200, assignments.map(assignmentBody))

const PEOPLE = 'People'
const common = { scope: 'api.admin', produces: ['application/json'] } as const
const NOBODY = { 404: { description: 'There is no such person.' } }
const NOTHING = { 404: { description: 'There is no such assignment.' } }

function reviewedIn({ query }: Incoming): boolean | undefined {
  const given = query.get('reviewed')
  if (given === null) return undefined
  if (given !== 'true' && given !== 'false')
    throw new Refusal('request.malformed', 'reviewed must be true or false.')
  return given === 'true'
}

function reviewIn({ body }: Incoming): string {
  const { review } = (typeof body === 'object' && body !== null ? body : {}) as { review?: unknown }
  if (typeof review !== 'string' || review.trim() === '' || review.length > 1000)
    throw new Refusal('request.malformed', 'The body needs "review": the result, in 1 to 1000 characters.')
  return review
}

const assignmentsOfPerson: readonly Endpoint<PeopleNeeds>[] = [
  endpoint({
    ...common,
    route: 'GET /person/{person_id}/assignment',
    doc: {
      operationId: 'assignment_list',
      tag: PEOPLE,
      summary: 'List the EHRs that are or were assigned to a person',
      parameters: [PERSON_PARAMETER],
      responses: { 200: { description: 'The assignments, the oldest first.', schema: LIST }, ...NOBODY },
    },
    read: personIdIn,
    act: async ({ db }, _caller, id) => {
      await personById(db, id)
      return assignmentsOf(db, id)
    },
    reply: listReply,
  }),
  endpoint({
    ...common,
    route: 'POST /person/{person_id}/assignment',
    writes: 201,
    body: { 'application/json': readJson },
    bodyLimit: BODY_LIMITS.small,
    doc: {
      operationId: 'assignment_create',
      tag: PEOPLE,
      summary: 'Assign EHRs to a person',
      description:
        'One EHR, the EHR of an episode, or all EHRs with a tag. The assigned roles of the person hold there.',
      parameters: [PERSON_PARAMETER],
      body: NEW_ASSIGNMENT,
      responses: {
        201: { description: 'The assignment.', schema: ASSIGNMENT_SCHEMA },
        400: { description: 'The body is not an assignment.' },
        ...NOBODY,
      },
    },
    read: request => ({ id: personIdIn(request), body: request.body }),
    act: async ({ db, changes, now }, caller, { id, body }) => {
      await personById(db, id)
      const wanted = newAssignmentIn(body, now())
      const by = { assignedBy: callerName(caller), now: new Date(now()) }
      const made = await recorded(
        db,
        caller.entry,
        queries => addAssignment(queries, id, wanted, by),
        ({ ehrId }) => (ehrId === undefined ? {} : { ehrId }),
      )
      await changes.announce('people')
      return made
    },
    reply: made => json(201, assignmentBody(made)),
  }),
  endpoint({
    ...common,
    route: 'DELETE /assignment/{assignment_id}',
    writes: 200,
    doc: {
      operationId: 'assignment_end',
      tag: PEOPLE,
      summary: 'End an assignment now',
      parameters: [ASSIGNMENT_ID],
      responses: {
        200: { description: 'The assignment, with its end.', schema: ASSIGNMENT_SCHEMA },
        ...NOTHING,
      },
    },
    read: assignmentIn,
    act: async ({ db, changes, now }, { entry }, id) => {
      const ended = await recorded(
        db,
        entry,
        queries => endAssignment(queries, id, new Date(now())),
        found => (found === undefined ? undefined : found.ehrId === undefined ? {} : { ehrId: found.ehrId }),
      )
      if (!ended) throw unknownAssignment()
      await changes.announce('people')
      return ended
    },
    reply: ended => json(200, assignmentBody(ended)),
  }),
]

const reviews: readonly Endpoint<PeopleNeeds>[] = [
  endpoint({
    ...common,
    right: RIGHTS.readAudit,
    route: 'GET /break-glass',
    doc: {
      operationId: 'break_glass_list',
      tag: PEOPLE,
      summary: 'List access that people took in an emergency',
      parameters: [
        {
          name: 'reviewed',
          in: 'query',
          description: 'Only what was reviewed already, or only what was not.',
          schema: { type: 'boolean' },
        },
      ],
      responses: {
        200: { description: 'The newest 1000, the newest first.', schema: LIST },
        400: { description: '`reviewed` is neither true nor false.' },
      },
    },
    read: reviewedIn,
    act: ({ db }, _caller, isReviewed) => takenAccess(db, isReviewed),
    reply: listReply,
  }),
  endpoint({
    ...common,
    right: RIGHTS.reviewAccess,
    route: 'POST /break-glass/{assignment_id}/review',
    action: 'U',
    writes: 200,
    body: { 'application/json': readJson },
    bodyLimit: BODY_LIMITS.small,
    doc: {
      operationId: 'break_glass_review',
      tag: PEOPLE,
      summary: 'Record the review of access that a person took',
      parameters: [ASSIGNMENT_ID],
      body: {
        type: 'object',
        required: ['review'],
        properties: { review: { type: 'string', minLength: 1, maxLength: 1000 } },
      },
      responses: {
        200: { description: 'The access, with its review.', schema: ASSIGNMENT_SCHEMA },
        400: { description: 'The body has no review.' },
        ...NOTHING,
      },
    },
    read: request => ({ id: assignmentIn(request), review: reviewIn(request) }),
    act: async ({ db, now }, caller, { id, review }) => {
      const reviewed = { by: callerName(caller), at: new Date(now()), review }
      const done = await recorded(
        db,
        caller.entry,
        queries => reviewAccess(queries, id, reviewed),
        found => (found === undefined ? undefined : found.ehrId === undefined ? {} : { ehrId: found.ehrId }),
      )
      if (!done) throw unknownAssignment()
      return done
    },
    reply: done => json(200, assignmentBody(done)),
  }),
]

export const assignmentEndpoints: readonly Endpoint<PeopleNeeds>[] = [...assignmentsOfPerson, ...reviews]
