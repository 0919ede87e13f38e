/** The routes of single records: create, read, replace, delete. */
import { isRmObject } from '@cairn-ehr/openehr/rm'
import { RIGHTS } from '../../access/index.ts'
import type { LimitedQueries } from '../../db/index.ts'
import type { Reads } from '../../db/reads/index.ts'
import {
  type Caller,
  type Endpoint,
  endpoint,
  type Incoming,
  json,
  type ParameterDoc,
  type Reply,
} from '../../http/index.ts'
import { readJson } from '../../http/request/index.ts'
import type { ObjectId } from '../../ids/index.ts'
import { COMMIT_HEADERS, IF_MATCH, OPTIONAL_IF_MATCH, TAG_HEADERS } from '../../records/documented/index.ts'
import { deleteRequestIn, writeOptionsIn } from '../../records/index.ts'
import { tagsReply, type VersionAnswer } from '../../records/reply/index.ts'
import {
  EPISODE_HEADER,
  ifMatchIn,
  optionalIfMatchIn,
  type Precondition,
  requireLatest,
} from '../../records/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { versionUid } from '../../versions/index.ts'
import type { DatamapShelf, ReadyDatamap } from '../definition/datamap-shelf.ts'
import { DATAMAP_NAME, datamapNameIn } from '../definition/request.ts'
import { NEW_RECORD, RECORD } from '../documented.ts'
import { ehrUidIn } from '../list/page.ts'
import type { CellObject } from '../model.ts'
import { partiesFor, refuseEhr, refuseWriting, requireRecords } from '../parties.ts'
import {
  findRecord,
  noRecord,
  type RecordId,
  type RecordRequest,
  recordBody,
  recordIdOf,
  requireNamed,
  requireRecord,
} from './find-record.ts'
import type { StoredRecord } from './store.ts'
import {
  checkRecord,
  createRecord,
  deleteRecord,
  type RecordWrite,
  updateRecord,
  type WriteNeeds,
} from './write.ts'

export interface RecordNeeds extends WriteNeeds {
  /** Not limited to what rights on records reach. */
  readonly allReads: Reads
  readonly datamaps: DatamapShelf
}

const RECORD_UID: ParameterDoc = {
  name: 'uid',
  in: 'path',
  required: true,
  description: '`uid` of the record, or `vuid` of its latest version.',
  schema: { type: 'string' },
}
const EHR_UID: ParameterDoc = {
  name: 'ehrUid',
  in: 'query',
  description: 'The EHR of the record. May be left out where the record has a uid.',
  schema: { type: 'string', format: 'uuid' },
}
const COMMIT = [...COMMIT_HEADERS, ...TAG_HEADERS, EPISODE_HEADER]

const SHOWN = { type: 'object', required: ['data'], properties: { data: RECORD } }
const HEADERS = {
  ETag: 'The version uid, quoted.',
  'Last-Modified': 'When it was committed.',
  Location: 'Where it is.',
}
const MALFORMED = {
  400: {
    description:
      'A label is unknown, a value cannot be read as its column wants it, an id is malformed, or `If-Match` is missing.',
  },
}
const NOT_FOUND = { 404: { description: 'There is no such datamap, EHR or record.' } }
const REFUSED = {
  ...MALFORMED,
  ...NOT_FOUND,
  409: { description: 'The EHR is not modifiable.' },
  412: { description: 'Not the latest version; `ETag` names that one.' },
  422: { description: 'The template does not allow it; all faults are listed, each with its label.' },
}
/** Of a new record. */
const NOT_CREATED = {
  ...REFUSED,
  409: {
    description:
      'The EHR is not modifiable, or there is already an object with the uid; then `ETag` names its latest version.',
  },
}

const BODY = { 'application/json': readJson }
const PRODUCES = ['application/json']

function idIn({ parameters }: Incoming): RecordId {
  const id = recordIdOf(parameters['uid'] ?? '')
  if (id) return id
  throw noRecord(parameters['datamapName'] ?? '')
}

const recordRequestIn = (request: Incoming): { readonly name: string } & RecordRequest => ({
  name: datamapNameIn(request),
  id: idIn(request),
  ehrId: ehrUidIn(request.query),
})

/** An empty one counts as absent. */
const OWN_IDS: ReadonlySet<string> = new Set(['uid', 'vuid'])

function recordIn(request: Incoming): RecordWrite & { readonly precondition: Precondition | undefined } {
  const { body } = request
  if (!isRmObject(body)) throw new Refusal('request.malformed', 'A record is a JSON object of labels.')
  const named = Object.entries(body).filter(([label, value]) => !(OWN_IDS.has(label) && value === ''))
  return {
    body: Object.fromEntries(named) as CellObject,
    precondition: optionalIfMatchIn(request),
    ...writeOptionsIn(request),
  }
}

async function datamapToWrite({ datamaps }: RecordNeeds, name: string): Promise<ReadyDatamap> {
  const ready = await datamaps.named(name)
  refuseWriting(ready.datamap)
  return ready
}

/** The database of a record to read. */
function sourceOf(
  needs: RecordNeeds,
  caller: Caller,
  { datamap: { party } }: ReadyDatamap,
  { ehrId }: RecordRequest,
): { readonly db: LimitedQueries } {
  if (party === undefined) {
    requireRecords(caller, RIGHTS.readRecord)
    return needs
  }
  refuseEhr(ehrId)
  return { db: partiesFor(needs, caller, party) }
}

interface Answer {
  readonly ready: ReadyDatamap
  readonly record: StoredRecord
  readonly found?: VersionAnswer
}

function headersOf({ ready, record: { head }, found }: Answer): Record<string, string> {
  return {
    ETag: `"${versionUid(head)}"`,
    'Last-Modified': head.committedAt.toUTCString(),
    Location: `/datamap/${encodeURIComponent(ready.name)}/${head.objectId}`,
    ...(found ? tagsReply(found) : {}),
  }
}

const recordReply = (status: number, answer: Answer): Reply => ({
  ...json(status, { data: recordBody(answer.ready.datamap.columns, answer.record) }, headersOf(answer)),
  ehrId: answer.record.ehrId,
})

/** Finds the record to change, and refuses a request that does not name its latest version. */
async function recordToChange(
  needs: RecordNeeds,
  ready: ReadyDatamap,
  wanted: RecordRequest,
  precondition: Precondition | undefined,
): Promise<StoredRecord> {
  const record = await requireRecord(needs, ready, wanted)
  requireNamed(record, wanted.id)
  if (precondition) requireLatest(record.head, precondition)
  return record
}

/** The record that the body of a POST names: one to change, or the uid of a new one. */
interface NamedRecord {
  readonly id?: RecordId
  readonly newUid?: ObjectId
}

/** Reads `uid` in the body of a POST. With a version beside it, it names a record to change; alone, it is that of a new one (decision 0029). */
function namedIn({ body, precondition }: ReturnType<typeof recordIn>): NamedRecord {
  const { uid = null, vuid = null } = body
  const id = typeof uid === 'string' ? recordIdOf(uid) : undefined
  if (id)
    return id.version === undefined && precondition === undefined && vuid === null
      ? { newUid: id.objectId }
      : { id }
  if (uid === null) return {}
  const message = 'The uid of a record is a UUID'
  throw new Refusal('datamap.record_invalid', `${message}.`, [
    { path: 'uid', code: 'datamap.readonly', message },
  ])
}

export const recordEndpoints: readonly Endpoint<RecordNeeds>[] = [
  endpoint({
    route: 'POST /datamap/{datamapName}',
    writes: 201,
    scope: 'api.write',
    right: RIGHTS.createRecord,
    body: BODY,
    produces: PRODUCES,
    doc: {
      operationId: 'datamap_record_create',
      tag: 'Datamap',
      summary: 'Write a new record',
      description:
        'Commits a composition with the values of the record and what its template leaves no choice about. ' +
        'A `uid` in the body, a UUID, is that of the new record, so that a creation without an answer can be sent again: 409 says that it is there. ' +
        'With `If-Match`, or `vuid` in the body, it names a record to add a version to, and the version to follow.',
      parameters: [DATAMAP_NAME, { ...EHR_UID, required: true }, OPTIONAL_IF_MATCH, ...COMMIT],
      body: NEW_RECORD,
      responses: { 201: { description: 'Committed.', schema: SHOWN, headers: HEADERS }, ...NOT_CREATED },
    },
    read: request => {
      const ehrId = ehrUidIn(request.query)
      const submission = recordIn(request)
      if (ehrId === undefined)
        throw new Refusal('request.malformed', 'ehrUid is missing: it names the EHR of the new record.')
      return { name: datamapNameIn(request), ehrId, ...namedIn(submission), ...submission }
    },
    ehrOf: ({ ehrId }) => ehrId,
    act: async (needs, caller, { name, ehrId, id, newUid, ...submission }) => {
      const ready = await datamapToWrite(needs, name)
      const record = id && (await recordToChange(needs, ready, { id, ehrId }, submission.precondition))
      const asked = { needs, caller, ready, submission }
      const written = record ? await updateRecord(asked, record) : await createRecord(asked, ehrId, newUid)
      return { ready, ...written }
    },
    reply: answer => recordReply(201, answer),
  }),
  endpoint({
    route: 'POST /datamap/{datamapName}/check',
    action: 'E',
    scope: 'api.read',
    right: RIGHTS.readRecord,
    body: BODY,
    produces: PRODUCES,
    doc: {
      operationId: 'datamap_record_check',
      tag: 'Datamap',
      summary: 'Check a new record, and commit nothing',
      description:
        'Answers with the columns as they would be read, or with the faults that writing it would have.',
      parameters: [DATAMAP_NAME, EHR_UID, ...COMMIT_HEADERS],
      body: NEW_RECORD,
      responses: {
        200: {
          description: 'The record could be written.',
          schema: { type: 'object', required: ['data'], properties: { data: NEW_RECORD } },
        },
        ...NOT_CREATED,
      },
    },
    read: request => {
      const submission = recordIn(request)
      const { newUid } = namedIn(submission)
      return { name: datamapNameIn(request), ehrId: ehrUidIn(request.query), newUid, ...submission }
    },
    ehrOf: ({ ehrId }) => ehrId,
    act: async (needs, caller, { name, ehrId, newUid, ...submission }) => {
      const ready = await datamapToWrite(needs, name)
      return checkRecord({ needs, caller, ready, submission }, ehrId, newUid)
    },
    reply: data => json(200, { data }),
  }),
  endpoint({
    route: 'GET /datamap/{datamapName}/{uid}',
    scope: 'api.read',
    right: RIGHTS.readDatamap,
    produces: PRODUCES,
    doc: {
      operationId: 'datamap_record_get',
      tag: 'Datamap',
      summary: 'Read a record',
      parameters: [DATAMAP_NAME, RECORD_UID, EHR_UID],
      responses: {
        200: { description: 'The record.', schema: SHOWN, headers: HEADERS },
        ...MALFORMED,
        ...NOT_FOUND,
      },
    },
    read: recordRequestIn,
    ehrOf: ({ ehrId }) => ehrId,
    act: async (needs, caller, { name, ...wanted }) => {
      const ready = await needs.datamaps.named(name)
      return { ready, record: await findRecord(sourceOf(needs, caller, ready, wanted), ready, wanted) }
    },
    reply: answer => recordReply(200, answer),
  }),
  endpoint({
    route: 'PUT /datamap/{datamapName}/{uid}',
    writes: 200,
    scope: 'api.write',
    right: RIGHTS.changeRecord,
    body: BODY,
    produces: PRODUCES,
    doc: {
      operationId: 'datamap_record_update',
      tag: 'Datamap',
      summary: 'Replace what a datamap shows of a record',
      description:
        'Values that the datamap does not show stay unchanged. An omitted label, or `null`, empties its column.',
      parameters: [DATAMAP_NAME, RECORD_UID, EHR_UID, IF_MATCH, ...COMMIT],
      body: NEW_RECORD,
      responses: { 200: { description: 'Committed.', schema: SHOWN, headers: HEADERS }, ...REFUSED },
    },
    read: request => ({
      ...recordRequestIn(request),
      ...recordIn(request),
      precondition: ifMatchIn(request),
    }),
    ehrOf: ({ ehrId }) => ehrId,
    act: async (needs, caller, { name, id, ehrId, ...submission }) => {
      const ready = await datamapToWrite(needs, name)
      const record = await recordToChange(needs, ready, { id, ehrId }, submission.precondition)
      const written = await updateRecord({ needs, caller, ready, submission }, record)
      return { ready, ...written }
    },
    reply: answer => recordReply(200, answer),
  }),
  endpoint({
    route: 'DELETE /datamap/{datamapName}/{uid}',
    writes: 200,
    scope: 'api.write',
    right: RIGHTS.deleteRecord,
    produces: PRODUCES,
    doc: {
      operationId: 'datamap_record_delete',
      tag: 'Datamap',
      summary: 'Delete a record',
      description: 'The whole composition. Nothing is lost: a version without data is added.',
      parameters: [DATAMAP_NAME, RECORD_UID, EHR_UID, OPTIONAL_IF_MATCH, ...COMMIT],
      responses: { 200: { description: 'Deleted.', headers: { ETag: HEADERS.ETag } }, ...REFUSED },
    },
    read: request => ({
      ...recordRequestIn(request),
      precondition: optionalIfMatchIn(request),
      deleting: deleteRequestIn(request),
    }),
    ehrOf: ({ ehrId }) => ehrId,
    act: async (needs, caller, { name, id, ehrId, precondition, deleting }) => {
      const ready = await datamapToWrite(needs, name)
      const record = await recordToChange(needs, ready, { id, ehrId }, precondition)
      return deleteRecord(needs, caller, record, deleting)
    },
    reply: found => ({
      ...json(200, {}, { ETag: `"${versionUid(found.version)}"`, ...tagsReply(found) }),
      ehrId: found.version.ehrId,
    }),
  }),
]
