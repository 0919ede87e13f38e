/** `/extra/v1/person/merge`: people who were merged into another (decision 0122). */
import { partyRight } from '../../access/index.ts'
import type { Database, LimitedDatabase } from '../../db/index.ts'
import { type Endpoint, endpoint, type Incoming, json } from '../../http/index.ts'
import { nextPageLink, withQuery } from '../../http/reply/index.ts'
import { BODY_LIMITS, int32In, readJson } from '../../http/request/index.ts'
import { type ObjectId, readObjectId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { mergePeople, notMerged, type PeopleToMerge, separatePeople } from './merge.ts'
import { findMerges, findReachedPeople, type ListedMerge } from './store.ts'

export interface MergingNeeds {
  /** The database of parties, as far as the caller sees them. */
  readonly db: LimitedDatabase
  readonly records: Database
}

const TAG = 'Demographic'
const UUID = { type: 'string', format: 'uuid' }
const TEXT = { type: 'string' }
const LONGEST_REASON = 1000
const MOST_ON_PAGE = 100

const MERGE = {
  title: 'Merge of people',
  type: 'object',
  required: ['into', 'from'],
  additionalProperties: false,
  properties: {
    into: { ...UUID, description: 'The person that stays.' },
    from: { ...UUID, description: 'The person that is merged into it.' },
    reason: { ...TEXT, maxLength: LONGEST_REASON, description: 'Why they are one.' },
  },
}

const MERGES = {
  title: 'Merged people',
  type: 'object',
  required: ['data', 'more'],
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        required: ['into', 'from', 'mergedAt', 'clientId', 'reason'],
        properties: {
          into: UUID,
          intoName: TEXT,
          from: UUID,
          fromName: TEXT,
          ehrUid: { ...UUID, description: 'The EHR that went over to the person that stays.' },
          mergedAt: { ...TEXT, format: 'date-time' },
          clientId: TEXT,
          person: { ...TEXT, description: 'The account of the person who merged them.' },
          reason: TEXT,
        },
      },
    },
    more: { type: 'boolean', description: 'There is another page.' },
  },
}

const malformed = (message: string): Refusal => new Refusal('request.malformed', message)

function uidIn(value: unknown, name: string): ObjectId {
  const uid = typeof value === 'string' ? readObjectId(value) : undefined
  if (uid === undefined) throw malformed(`${name} must be the uid of a PERSON, without a version.`)
  return uid
}

function reasonOf(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value !== 'string' || value.length > LONGEST_REASON)
    throw malformed(`"reason" must be a text of at most ${LONGEST_REASON} characters.`)
  return value.trim()
}

function mergeIn({ body }: Incoming): PeopleToMerge {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw malformed('The body is {"into": "<uid of the person that stays>", "from": "<uid of the other>"}.')
  const { into, from, reason, ...more } = body as Readonly<Record<string, unknown>>
  const [unknown] = Object.keys(more)
  if (unknown !== undefined) throw malformed(`The member "${unknown}" is unknown.`)
  const people = { into: uidIn(into, '"into"'), from: uidIn(from, '"from"') }
  if (people.into === people.from) throw malformed('A person cannot be merged into itself.')
  return { ...people, reason: reasonOf(reason) }
}

/** People that the caller may not change do not exist for it. */
async function requireReached(db: LimitedDatabase, ids: readonly ObjectId[]): Promise<void> {
  const reached = await findReachedPeople(db, ids)
  const missing = ids.find(id => !reached.has(id))
  if (missing !== undefined)
    throw new Refusal('person.unknown', `There is no PERSON ${missing}, or it is deleted.`)
}

const listed = ({ from, into, names, ehrId, mergedAt, clientId, person, reason }: ListedMerge) => ({
  into,
  intoName: names.into,
  from,
  fromName: names.from,
  ehrUid: ehrId,
  mergedAt: mergedAt.toISOString(),
  clientId,
  person,
  reason,
})

const common = { scope: 'api.admin', produces: ['application/json'] } as const

const PERSON_UID = {
  name: 'person_uid',
  in: 'path',
  required: true,
  description: 'The person that was merged.',
  schema: UUID,
} as const

const page = (name: string, description: string, most: number) => ({
  name,
  in: 'query' as const,
  description,
  schema: { type: 'integer', minimum: 0, maximum: most },
})

export const mergingEndpoints: readonly Endpoint<MergingNeeds>[] = [
  endpoint({
    ...common,
    route: 'GET /person/merge',
    right: partyRight('person', 'r'),
    doc: {
      operationId: 'person_merge_list',
      tag: TAG,
      summary: 'List people who were merged into another',
      description: 'Merges that are in force, the latest first.',
      parameters: [
        {
          name: 'person_uid',
          in: 'query',
          description: 'Merges of this person, whether it stays or was merged.',
          schema: UUID,
        },
        page('limit', 'Merges on a page (default: 20).', MOST_ON_PAGE),
        page('offset', 'Merges before the page.', 2 ** 31 - 1),
      ],
      responses: {
        200: { description: 'A page.', schema: MERGES, headers: { Link: 'The next page (`rel="next"`).' } },
        400: { description: 'A parameter that cannot be read.' },
      },
    },
    read: ({ query }) => {
      const uid = query.get('person_uid')
      return {
        personId: uid === null ? undefined : uidIn(uid, 'person_uid'),
        limit: Math.min(int32In(query, 'limit') ?? 20, MOST_ON_PAGE),
        offset: int32In(query, 'offset') ?? 0,
      }
    },
    act: async ({ db }, _caller, { personId, limit, offset }) => {
      const found = await findMerges(db, personId, { most: limit + 1, offset })
      return { merges: found.slice(0, limit), more: found.length > limit }
    },
    reply: ({ merges, more }, { limit, offset }, { publicUrl }) => {
      const next = { offset: String(offset + limit), limit: String(limit) }
      return {
        ...json(
          200,
          { data: merges.map(listed), more },
          more ? nextPageLink(withQuery(publicUrl, next)) : {},
        ),
        detail: { ehrs: merges.flatMap(({ into, from }) => [into, from]) },
      }
    },
  }),
  endpoint({
    ...common,
    route: 'POST /person/merge',
    action: 'U',
    writes: 204,
    right: partyRight('person', 'u'),
    body: { 'application/json': readJson },
    bodyLimit: BODY_LIMITS.small,
    produces: [],
    doc: {
      operationId: 'person_merge',
      tag: TAG,
      summary: 'Merge a person into another who is the same',
      description:
        'Both keep their versions. The EHR of the merged person goes over to the one that stays; a search by the data of either finds the one that stays. The merged person is not changed until they are separated again. If both have an EHR, merge the EHRs first.',
      body: MERGE,
      responses: {
        204: { description: 'Merged.' },
        400: { description: 'The body names no two people.' },
        409: { description: 'Both have an EHR, or one of them is merged already.' },
        422: { description: 'One of them is no PERSON of this server, or is deleted.' },
      },
    },
    read: mergeIn,
    act: async ({ db, records }, caller, wanted) => {
      await requireReached(db, [wanted.into, wanted.from])
      await mergePeople(records, wanted, caller)
    },
    reply: () => ({ status: 204 }),
  }),
  endpoint({
    ...common,
    route: 'DELETE /person/merge/{person_uid}',
    action: 'U',
    writes: 204,
    right: partyRight('person', 'u'),
    produces: [],
    doc: {
      operationId: 'person_separate',
      tag: TAG,
      summary: 'Separate a merged person from the other again',
      description: 'The EHR that went over comes back. Not possible any more after one of them was erased.',
      parameters: [PERSON_UID],
      responses: {
        204: { description: 'Separated.' },
        404: { description: 'The person is not merged into another.' },
        409: { description: 'The EHR_STATUS refers to the person that loses the EHR.' },
      },
    },
    read: ({ parameters }) => uidIn(parameters['person_uid'], 'The address'),
    act: async ({ db, records }, caller, personId) => {
      if (!(await findReachedPeople(db, [personId])).has(personId)) throw notMerged()
      await separatePeople(records, personId, caller)
    },
    reply: () => ({ status: 204 }),
  }),
]
