/** The routes of EHRs: create, create with an id, read by id and by subject. */

import { RIGHTS } from '../../access/index.ts'
import {
  type Caller,
  type Endpoint,
  endpoint,
  type Incoming,
  type Reply,
  schemaRef,
} from '../../http/index.ts'
import { warningsHeader } from '../../http/reply/index.ts'
import { namedEhrId, type Preference, preferenceApplied, preferIn } from '../../http/request/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import {
  COMMIT_HEADERS,
  EHR_ID,
  FORMAT,
  INVALID,
  NOT_FOUND,
  PREFER_WRITE,
  TAG_HEADERS,
  TEMPLATE_HEADER,
} from '../../records/documented/index.ts'
import { answerTagGrammar, type EhrNeeds, recordDraftIn, requireEhr } from '../../records/index.ts'
import {
  type AnswerFormat,
  answerFormatIn,
  CANONICAL_TYPES,
  contentType,
  ehrPath,
  LOCATABLE_BODY,
  printResource,
  recordBodyIn,
} from '../../records/reply/index.ts'
import {
  commitHeadersIn,
  findingsHeader,
  handlingOf,
  type Lenience,
  lenienceOf,
  type TagAnswer,
  tagHeaders,
  tagInputIn,
} from '../../records/request/index.ts'
import { ehrIdIn, noEhr, originalUidWarning } from '../../records/uids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { findEhr, findEhrBySubject, type StoredEhr, type Subject } from '../../versions/companions/index.ts'
import { findEhrIdOf, findPersonOf } from '../../versions/parties/index.ts'
import {
  askedPersonHeader,
  INCLUDE_PERSON,
  PERSON_HEADER,
  PERSON_UID,
  personUid,
  personUidIn,
  requirePersonRight,
} from '../person-link.ts'
import { createEhr, ehrResource, type NewEhr, newEhrResource } from './ehr.ts'

const EHR = schemaRef('EHR')
const WRITTEN = { anyOf: [EHR, schemaRef('Identifier')] }

interface AnswerOptions {
  readonly prefer: Preference
  readonly wanted: AnswerFormat
}

const answerOptionsIn = (request: Incoming): AnswerOptions => ({
  prefer: preferIn(request),
  wanted: answerFormatIn(request),
})

/** Some clients send `null` instead of no body. */
const isEmpty = (request: Incoming): boolean => (recordBodyIn(request)?.value ?? null) === null

type EhrRequest = Omit<NewEhr, 'handling' | 'keepsForeign'> & AnswerOptions & { readonly isLenient: boolean }

const newEhrIn = (request: Incoming, ehrId: EhrId | undefined): EhrRequest => ({
  ehrId,
  status: isEmpty(request) ? undefined : recordDraftIn(request),
  person: personUidIn(request),
  headers: commitHeadersIn(request),
  tags: tagInputIn(request),
  isLenient: request.mountPoint.isLenient,
  ...answerOptionsIn(request),
})

interface EhrAnswer {
  readonly ehr: StoredEhr
  /** The header with the person, if it was asked for. */
  readonly personHeader?: Readonly<Record<string, string>>
  /** The EHR in the requested format; undefined if it is not sent. */
  readonly body: string | undefined
  /** Tags of its EHR_STATUS, if they were requested. */
  readonly tags?: TagAnswer | undefined
  readonly lenience?: Lenience | undefined
  /** A uid of another system that came with the status. */
  readonly original?: string | undefined
}

const headersOf = ({ ehr }: EhrAnswer) => ({
  ETag: `"${ehr.ehrId}"`,
  'Last-Modified': ehr.createdAt.toUTCString(),
  Location: ehrPath(ehr.ehrId),
  'openehr-uri': `ehr:/${ehr.ehrId}`,
})

function createdReply(shown: EhrAnswer, { prefer, wanted }: AnswerOptions): Reply {
  const headers = {
    ...headersOf(shown),
    ...(shown.tags ? tagHeaders(shown.tags) : {}),
    ...findingsHeader(shown.lenience),
    ...warningsHeader(originalUidWarning(shown.original)),
    ...preferenceApplied({
      return: prefer.return,
      includeItemTags: shown.tags?.grammar,
      resolveRefs: prefer.resolveRefs && shown.body !== undefined,
      handling: shown.lenience && 'lenient',
    }),
  }
  if (prefer.return === 'identifier')
    return {
      status: 201,
      headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ uid: shown.ehr.ehrId }),
    }
  if (shown.body === undefined) return { status: 201, headers }
  return { status: 201, headers: { ...headers, ...contentType(wanted) }, body: shown.body }
}

const readReply = (shown: EhrAnswer, { prefer, wanted }: AnswerOptions): Reply => ({
  status: 200,
  ehrId: shown.ehr.ehrId,
  headers: {
    ...headersOf(shown),
    ...shown.personHeader,
    ...preferenceApplied({ resolveRefs: prefer.resolveRefs }),
    ...contentType(wanted),
  },
  ...(shown.body === undefined ? {} : { body: shown.body }),
})

async function create(needs: EhrNeeds, caller: Caller, wanted: EhrRequest): Promise<EhrAnswer> {
  const { prefer, tags, isLenient } = wanted
  const grammar = answerTagGrammar(wanted)
  const handling = handlingOf(prefer, caller)
  let body: string | undefined
  let lenience: Lenience | undefined
  let original: string | undefined
  const keepsForeign = isLenient || handling === 'lenient'
  const ehr = await createEhr(needs, caller, { ...wanted, handling, keepsForeign }, created => {
    original = created.original
    lenience = lenienceOf(handling, created.findings)
    if (prefer.return === 'representation')
      body = printResource(newEhrResource(created, prefer.resolveRefs), wanted.wanted)
  })
  return {
    ehr,
    body,
    lenience,
    original,
    tags: grammar && { object: tags.object ?? [], version: tags.version ?? [], grammar },
  }
}

async function makeAnswer(
  needs: EhrNeeds,
  ehr: StoredEhr,
  { prefer, wanted }: AnswerOptions,
): Promise<EhrAnswer> {
  const resource = await ehrResource(needs, ehr, prefer.resolveRefs)
  return { ehr, body: printResource(resource, wanted) }
}

/** The address names an EHR to be created, so a malformed id is a 400 here and not a 404. */
const newIdIn = ({ parameters }: Incoming): EhrId => namedEhrId(parameters['ehr_id'], 'ehr_id')

type Patient = { readonly subject: Subject } | { readonly person: ObjectId }

function patientIn({ query }: Incoming): Patient {
  const id = query.get('subject_id')
  const namespace = query.get('subject_namespace')
  const person = query.get('person_uid')
  if (person !== null && id === null && namespace === null) return { person: personUid(person, 'person_uid') }
  if (person !== null || !id || !namespace)
    throw new Refusal('request.malformed', 'subject_id and subject_namespace are both needed, or person_uid.')
  return { subject: { id, namespace } }
}

async function findEhrOf({ db }: EhrNeeds, caller: Caller, patient: Patient): Promise<StoredEhr | undefined> {
  if ('subject' in patient) return findEhrBySubject(db, patient.subject)
  requirePersonRight(caller)
  const ehrId = await findEhrIdOf(db, patient.person)
  return ehrId && findEhr(db, ehrId)
}

/** Empty if the caller does not ask for the person, or there is none. */
async function personHeaderOf(
  { db }: EhrNeeds,
  caller: Caller,
  { ehrId, personHeader }: { readonly ehrId: EhrId; readonly personHeader: string | undefined },
): Promise<Readonly<Record<string, string>>> {
  if (personHeader === undefined) return {}
  requirePersonRight(caller)
  const person = await findPersonOf(db, ehrId)
  return person === undefined ? {} : { [personHeader]: person }
}

const CREATED = {
  201: {
    description: 'Created.',
    schema: WRITTEN,
    headers: { ETag: 'The ehr_id.', Location: 'Where it is.' },
  },
  409: { description: 'The id is taken, or the subject or the person has an EHR already.' },
  ...INVALID,
}

const creating = {
  scope: 'api.write',
  right: RIGHTS.createEhr,
  body: LOCATABLE_BODY,
  bodyOptional: true,
  produces: CANONICAL_TYPES,
  writes: 201,
} as const

export const ehrEndpoints: readonly Endpoint<EhrNeeds>[] = [
  endpoint({
    ...creating,
    route: 'POST /ehr',
    doc: {
      operationId: 'ehr_create',
      tag: 'EHR',
      summary: 'Create an EHR',
      description: 'The body, if there is one, is its EHR_STATUS.',
      body: schemaRef('EHR_STATUS'),
      parameters: [FORMAT, PREFER_WRITE, TEMPLATE_HEADER, PERSON_HEADER, ...COMMIT_HEADERS, ...TAG_HEADERS],
      responses: CREATED,
    },
    read: request => newEhrIn(request, undefined),
    act: create,
    reply: createdReply,
  }),
  endpoint({
    ...creating,
    route: 'PUT /ehr/{ehr_id}',
    action: 'C',
    doc: {
      operationId: 'ehr_create_with_id',
      tag: 'EHR',
      summary: 'Create an EHR with an id of your own',
      body: schemaRef('EHR_STATUS'),
      parameters: [
        EHR_ID,
        FORMAT,
        PREFER_WRITE,
        TEMPLATE_HEADER,
        PERSON_HEADER,
        ...COMMIT_HEADERS,
        ...TAG_HEADERS,
      ],
      responses: CREATED,
    },
    read: request => newEhrIn(request, newIdIn(request)),
    act: create,
    reply: createdReply,
  }),
  endpoint({
    route: 'GET /ehr/{ehr_id}',
    scope: 'api.read',
    right: RIGHTS.readRecord,
    produces: CANONICAL_TYPES,
    doc: {
      operationId: 'ehr_get_by_id',
      tag: 'EHR',
      summary: 'Read an EHR',
      parameters: [EHR_ID, FORMAT, INCLUDE_PERSON],
      responses: {
        200: {
          description: 'The EHR.',
          schema: EHR,
          headers: { 'cairn-person-uid': 'Its PERSON, on request.' },
        },
        ...NOT_FOUND,
      },
    },
    read: request => ({
      ehrId: ehrIdIn(request),
      personHeader: askedPersonHeader(request),
      ...answerOptionsIn(request),
    }),
    act: async (needs, caller, asked) => {
      const answer = await makeAnswer(needs, await requireEhr(needs, asked.ehrId), asked)
      return { ...answer, personHeader: await personHeaderOf(needs, caller, asked) }
    },
    reply: readReply,
  }),
  endpoint({
    route: 'GET /ehr',
    scope: 'api.read',
    right: RIGHTS.readRecord,
    produces: CANONICAL_TYPES,
    doc: {
      operationId: 'ehr_get_by_subject',
      tag: 'EHR',
      summary: 'Find the EHR of a subject, or of a person',
      parameters: [
        {
          name: 'subject_id',
          in: 'query',
          description: 'Id of the subject; needed unless `person_uid` is given.',
          schema: { type: 'string' },
        },
        {
          name: 'subject_namespace',
          in: 'query',
          description: 'Namespace of that id.',
          schema: { type: 'string' },
        },
        PERSON_UID,
        FORMAT,
      ],
      responses: { 200: { description: 'The EHR.', schema: EHR }, ...NOT_FOUND },
    },
    read: request => ({ of: patientIn(request), ...answerOptionsIn(request) }),
    act: async (needs, caller, asked) => {
      const ehr = await findEhrOf(needs, caller, asked.of)
      if (!ehr) throw noEhr()
      return makeAnswer(needs, ehr, asked)
    },
    reply: readReply,
  }),
]
