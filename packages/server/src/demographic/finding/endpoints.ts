/** `/extra/v1/person`: finds people, and people who may be the same (decision 0105). */
import { partyRight } from '../../access/index.ts'
import type { LimitedDatabase } from '../../db/index.ts'
import { type Endpoint, endpoint, json } from '../../http/index.ts'
import { nextPageLink, withQuery } from '../../http/reply/index.ts'
import { BODY_LIMITS, readJson } from '../../http/request/index.ts'
import type { ObjectId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { DefinitionShelf } from './definition-shelf.ts'
import { findKnown } from './known-people.ts'
import { findMatches, MATCHED_PARTS, type Match, type MatchWeights, type Sought } from './match.ts'
import { matchIn } from './match-request.ts'
import { type FoundPerson, findPeople, MOST_CANDIDATES } from './search.ts'
import { SEARCH_PARAMETERS, searchIn } from './search-request.ts'
import { type FoundEntry, findEntry } from './store.ts'

export interface FindingNeeds {
  readonly db: LimitedDatabase
  readonly definitions: DefinitionShelf
  readonly weights: MatchWeights
}

const TAG = 'Demographic'
const TEXT = { type: 'string' }
const UUID = { type: 'string', format: 'uuid' }
const SCORE = { type: 'number', minimum: 0, maximum: 1 }

const listOf = (properties: object, required: readonly string[]) => ({
  type: 'array',
  items: { type: 'object', properties, required },
})

const PERSON = {
  personUid: UUID,
  ehrUid: { ...UUID, description: 'The EHR of the person, if there is one.' },
  name: TEXT,
  birthDate: { ...TEXT, description: 'As it is known: a date, a month or a year.' },
  sex: TEXT,
  identifiers: listOf({ value: TEXT, type: TEXT, issuer: TEXT }, ['value']),
  score: SCORE,
}

const FOUND = {
  title: 'Found people',
  type: 'object',
  required: ['data', 'totalCount', 'isComplete'],
  properties: {
    data: listOf(
      {
        ...PERSON,
        reasons: listOf({ criterion: TEXT, asked: TEXT, found: TEXT, how: TEXT }, [
          ...['criterion', 'asked', 'found', 'how'],
        ]),
      },
      ['personUid', 'name', 'identifiers', 'score', 'reasons'],
    ),
    totalCount: { type: 'integer', description: 'People on all pages.' },
    isComplete: {
      type: 'boolean',
      description: `False: more than ${MOST_CANDIDATES} people fit, and the pages have some of them. Ask for a birth date too.`,
    },
  },
}

const MATCHES = {
  title: 'Possible duplicates',
  type: 'object',
  required: ['data'],
  properties: {
    data: listOf(
      {
        ...PERSON,
        parts: listOf(
          { part: { ...TEXT, enum: MATCHED_PARTS }, weight: { type: 'number' }, agreement: SCORE },
          [...['part', 'weight', 'agreement']],
        ),
      },
      ['personUid', 'name', 'identifiers', 'score', 'parts'],
    ),
  },
}

const SOUGHT = {
  title: 'Person to match',
  type: 'object',
  additionalProperties: false,
  properties: {
    personUid: { ...UUID, description: 'A person of this server; or, without it, the data of one:' },
    name: TEXT,
    birthDate: TEXT,
    sex: TEXT,
    identifiers: PERSON.identifiers,
    leastScore: { ...SCORE, description: 'Default: 0.6.' },
    limit: { type: 'integer', minimum: 0, maximum: 100, description: 'Default: 20.' },
  },
}

const rounded = (score: number): number => Math.round(score * 1000) / 1000

const personOf = ({ personId, ehrId, name, birthDate, sex, identifiers }: FoundEntry) => ({
  personUid: personId,
  ehrUid: ehrId,
  name,
  birthDate,
  sex,
  identifiers: identifiers.map(({ value, type, issuer }) => ({ value, type, issuer })),
})

const foundOf = ({ entry, score, reasons }: FoundPerson) => ({
  ...personOf(entry),
  score: rounded(score),
  reasons,
})

const matchOf = ({ entry, score, parts }: Match) => ({ ...personOf(entry), score: rounded(score), parts })

/** The people whose data the answer has, for the audit trail. */
const shownIn = (people: readonly { readonly entry: FoundEntry; readonly merged?: ObjectId }[]) => ({
  detail: { ehrs: people.flatMap(({ entry, merged }) => [entry.personId, ...(merged ? [merged] : [])]) },
})

/** The people of this server are compared by their entries. */
async function soughtBy(db: LimitedDatabase, of: ObjectId | Sought): Promise<Sought> {
  if (typeof of !== 'string') return of
  const entry = await findEntry(db, of)
  if (!entry) throw new Refusal('version.not_found', 'There is no such PERSON here.')
  return { ...entry, terms: entry.nameTerms }
}

const common = {
  scope: 'api.admin',
  right: partyRight('person', 's'),
  produces: ['application/json'],
} as const

export const findingEndpoints: readonly Endpoint<FindingNeeds>[] = [
  endpoint({
    ...common,
    route: 'GET /person',
    doc: {
      operationId: 'person_find',
      tag: TAG,
      summary: 'Find people',
      description:
        'All that is given must fit. The best come first, each with the reasons why it was found; a person who was merged into another is found as that one, with the reason `merged`. Or the people of some EHRs, or some people, by their uids.',
      parameters: SEARCH_PARAMETERS,
      responses: {
        200: { description: 'A page.', schema: FOUND, headers: { Link: 'The next page (`rel="next"`).' } },
        400: { description: 'Nothing to look for, or a parameter that cannot be read.' },
      },
    },
    read: searchIn,
    act: ({ db }, _caller, { asked }) => ('list' in asked ? findKnown(db, asked) : findPeople(db, asked)),
    reply: ({ people, isComplete }, { page: { limit, offset } }, { publicUrl }) => {
      const shown = people.slice(offset, offset + limit)
      const next = { offset: String(offset + limit), limit: String(limit) }
      const headers = offset + limit < people.length ? nextPageLink(withQuery(publicUrl, next)) : {}
      const body = { data: shown.map(foundOf), totalCount: people.length, isComplete }
      return { ...json(200, body, headers), ...shownIn(shown) }
    },
  }),
  endpoint({
    ...common,
    route: 'POST /person/match',
    action: 'R',
    body: { 'application/json': readJson },
    bodyLimit: BODY_LIMITS.small,
    doc: {
      operationId: 'person_match',
      tag: TAG,
      summary: 'Find people who may be the same as one',
      description:
        'Name, birth date, sex and identifiers count by the weights of `CAIRN_PERSON_MATCH_WEIGHTS`, where both people have them.',
      body: SOUGHT,
      responses: {
        200: { description: 'The best first.', schema: MATCHES },
        400: { description: 'The body cannot be read.' },
        404: { description: 'There is no such person.' },
      },
    },
    read: matchIn,
    act: async ({ db, weights }, _caller, { of, least, most }) =>
      findMatches(db, await soughtBy(db, of), { weights, least, most }),
    reply: matches => ({ ...json(200, { data: matches.map(matchOf) }), ...shownIn(matches) }),
  }),
]
