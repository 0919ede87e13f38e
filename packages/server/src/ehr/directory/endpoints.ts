/** The routes of the directory: create, read now, at a time or by version, update, delete. */

import type { RmObject } from '@cairn-ehr/openehr/rm'
import { RIGHTS } from '../../access/index.ts'
import { type Endpoint, endpoint, type Incoming, type ParameterDoc, schemaRef } from '../../http/index.ts'
import type { ObjectId } from '../../ids/index.ts'
import {
  CLIENT_UID,
  COMMIT_HEADERS,
  CONFLICT,
  EHR_ID,
  FORM,
  IF_MATCH,
  INVALID,
  NOT_FOUND,
  NOT_MODIFIABLE,
  PREFER_WRITE,
  TEMPLATE_HEADER,
  VERSION_AT_TIME,
  VERSION_HEADERS,
  VERSION_UID,
} from '../../records/documented/index.ts'
import {
  deleteObject,
  deleteRequestIn,
  type EhrNeeds,
  findByUid,
  loadVersionAnswer,
  requireVersion,
  type WriteRequest,
  writeObject,
  writeRequestIn,
} from '../../records/index.ts'
import {
  answerFormatIn,
  dataReply,
  deletedReply,
  LOCATABLE_BODY,
  LOCATABLE_TYPES,
  updateStatus,
  type VersionAnswer,
  writeReply,
} from '../../records/reply/index.ts'
import { atTimeIn, ifMatchIn, refuseTags, requireLatest } from '../../records/request/index.ts'
import { ehrIdIn, noVersion, versionIdIn } from '../../records/uids/index.ts'
import type { StoredVersion } from '../../versions/index.ts'
import {
  closeDirectory,
  findDirectory,
  openDirectory,
  requireDirectory,
  requireNoDirectory,
} from './directory.ts'
import { folderAt } from './folder-path.ts'

const FOLDER = schemaRef('FOLDER')
const SHOWN = { schema: FOLDER, headers: VERSION_HEADERS }
const WRITTEN = { schema: { anyOf: [FOLDER, schemaRef('Identifier')] }, headers: VERSION_HEADERS }

const PATH: ParameterDoc = {
  name: 'path',
  in: 'query',
  description:
    'A FOLDER inside the directory: names joined by slashes, such as `episodes/a`. The root when left out.',
  schema: { type: 'string' },
}

/** A directory has no tags, so none are sent. */
const withoutTags = <Asked extends Pick<WriteRequest, 'prefer'>>(asked: Asked): Asked => ({
  ...asked,
  prefer: { ...asked.prefer, includeItemTags: undefined },
})

function folderWritingIn(request: Incoming): WriteRequest {
  refuseTags(request, 'The directory')
  return withoutTags(writeRequestIn(request))
}

const readOptionsIn = (request: Incoming) => ({
  ehrId: ehrIdIn(request),
  path: request.query.get('path') ?? '',
  wanted: answerFormatIn(request),
})

/** Returns the folder at a path, with the headers of the whole version. */
function partOf(found: VersionAnswer, path: string): VersionAnswer {
  const { version } = found
  if (version.data === null) return found
  const root = JSON.parse(version.data) as RmObject
  const folder = folderAt(root, path)
  if (!folder) throw noVersion()
  // The template describes the root, so FLAT and STRUCTURED cannot be written for a folder inside it.
  if (folder === root) return found
  return { version: { ...version, envelope: version.envelope, data: JSON.stringify(folder) } }
}

async function loadAnswer(
  needs: EhrNeeds,
  asked: ReturnType<typeof readOptionsIn>,
  found: StoredVersion | undefined,
) {
  const version = await requireVersion(needs, asked.ehrId, 'FOLDER', found)
  const furnished = await loadVersionAnswer(needs, version, {
    format: asked.wanted.format,
    withTags: undefined,
  })
  return asked.path === '' ? furnished : partOf(furnished, asked.path)
}

export const directoryEndpoints: readonly Endpoint<EhrNeeds>[] = [
  endpoint({
    route: 'POST /ehr/{ehr_id}/directory',
    writes: 201,
    scope: 'api.write',
    right: RIGHTS.createRecord,
    body: LOCATABLE_BODY,
    produces: LOCATABLE_TYPES,
    doc: {
      operationId: 'directory_create',
      tag: 'Directory',
      summary: 'Create the directory',
      body: FOLDER,
      description: `The body is its root FOLDER. An EHR has one directory at a time; after its deletion another can be created, which is a new object. The directory takes no item tags: their headers are refused. ${CLIENT_UID}`,
      parameters: [EHR_ID, ...FORM, PREFER_WRITE, TEMPLATE_HEADER, ...COMMIT_HEADERS],
      responses: {
        201: { description: 'Committed.', ...WRITTEN },
        409: {
          description:
            'There is a directory, whose latest version `ETag` names; the `uid` is in use; or the EHR is not modifiable.',
        },
        ...INVALID,
        ...NOT_FOUND,
      },
    },
    read: request => ({ ehrId: ehrIdIn(request), ...folderWritingIn(request) }),
    act: async (needs, caller, asked) => {
      const { ehrId } = asked
      await requireNoDirectory(needs, ehrId)
      const companionsOf = (_: unknown, objectId: ObjectId) => [openDirectory(ehrId, objectId)]
      return await writeObject(needs, caller, { ehrId, kind: 'FOLDER', companionsOf }, asked)
    },
    reply: (found, asked) => writeReply(found, { created: true, ...asked }),
  }),
  endpoint({
    route: 'GET /ehr/{ehr_id}/directory',
    scope: 'api.read',
    right: RIGHTS.readRecord,
    produces: LOCATABLE_TYPES,
    doc: {
      operationId: 'directory_get_at_time',
      tag: 'Directory',
      summary: 'Read the directory, or a folder in it, now or at a time',
      parameters: [EHR_ID, VERSION_AT_TIME, PATH, ...FORM],
      responses: {
        200: { description: 'The folder.', ...SHOWN },
        204: { description: 'It was deleted.' },
        400: { description: '`version_at_time` cannot be read.' },
        404: { description: 'There is no such EHR, no directory at that time, or no folder at that path.' },
      },
    },
    read: request => ({ ...readOptionsIn(request), time: atTimeIn(request) }),
    act: async (needs, _caller, asked) =>
      loadAnswer(needs, asked, await findDirectory(needs, asked.ehrId, asked.time)),
    reply: (found, { wanted }) => dataReply(found, wanted),
  }),
  endpoint({
    route: 'GET /ehr/{ehr_id}/directory/{version_uid}',
    scope: 'api.read',
    right: RIGHTS.readRecord,
    produces: LOCATABLE_TYPES,
    doc: {
      operationId: 'directory_get_by_version_id',
      tag: 'Directory',
      summary: 'Read a version of the directory, or a folder in it',
      parameters: [EHR_ID, VERSION_UID, PATH, ...FORM],
      responses: {
        200: { description: 'The folder.', ...SHOWN },
        204: { description: 'This version deleted it.' },
        404: { description: 'There is no such EHR or version, or no folder at that path.' },
      },
    },
    read: request => ({ ...readOptionsIn(request), id: versionIdIn(request, 'version_uid') }),
    act: async (needs, _caller, asked) =>
      loadAnswer(needs, asked, await findByUid(needs, asked.ehrId, asked.id, undefined)),
    reply: (found, { wanted }) => dataReply(found, wanted),
  }),
  endpoint({
    route: 'PUT /ehr/{ehr_id}/directory',
    writes: updateStatus,
    scope: 'api.write',
    right: RIGHTS.changeRecord,
    body: LOCATABLE_BODY,
    produces: LOCATABLE_TYPES,
    doc: {
      operationId: 'directory_update',
      tag: 'Directory',
      summary: 'Commit the next version of the directory',
      body: FOLDER,
      parameters: [EHR_ID, ...FORM, IF_MATCH, PREFER_WRITE, TEMPLATE_HEADER, ...COMMIT_HEADERS],
      responses: {
        200: { description: 'Committed (`return=representation` or `identifier`).', ...WRITTEN },
        204: { description: 'Committed.', headers: VERSION_HEADERS },
        ...INVALID,
        404: { description: 'There is no such EHR, or it has no directory.' },
        ...NOT_MODIFIABLE,
        ...CONFLICT,
      },
    },
    read: request => ({
      ehrId: ehrIdIn(request),
      precondition: ifMatchIn(request),
      ...folderWritingIn(request),
    }),
    act: async (needs, caller, asked) => {
      const { ehrId, precondition } = asked
      const head = await requireDirectory(needs, ehrId)
      requireLatest(head, precondition, ehrId)
      return writeObject(needs, caller, { ehrId, kind: 'FOLDER', preceding: head }, asked)
    },
    reply: (found, asked) => writeReply(found, { created: false, ...asked }),
  }),
  endpoint({
    route: 'DELETE /ehr/{ehr_id}/directory',
    writes: 204,
    scope: 'api.write',
    right: RIGHTS.deleteRecord,
    produces: [],
    doc: {
      operationId: 'directory_delete',
      tag: 'Directory',
      summary: 'Delete the directory',
      description: 'Nothing is lost: a version without data is added, and earlier ones can be read.',
      parameters: [EHR_ID, IF_MATCH, ...COMMIT_HEADERS],
      responses: {
        204: { description: 'Deleted.', headers: VERSION_HEADERS },
        400: { description: '`If-Match` is missing, or a header cannot be read.' },
        404: { description: 'There is no such EHR, or it has no directory.' },
        ...NOT_MODIFIABLE,
        ...CONFLICT,
      },
    },
    read: request => {
      refuseTags(request, 'The directory')
      return {
        ehrId: ehrIdIn(request),
        precondition: ifMatchIn(request),
        deleting: withoutTags(deleteRequestIn(request)),
      }
    },
    act: async (needs, caller, { ehrId, precondition, deleting }) => {
      const head = await requireDirectory(needs, ehrId)
      requireLatest(head, precondition, ehrId)
      const companions = [closeDirectory(ehrId, head.objectId)]
      return await deleteObject(
        needs,
        caller,
        { ehrId, kind: 'FOLDER', preceding: head, companions },
        deleting,
      )
    },
    reply: deletedReply,
  }),
]
