/** The routes of EHR_STATUS: read, read by version, update. */

import { RIGHTS } from '../../access/index.ts'
import { type Endpoint, endpoint, type Incoming, schemaRef } from '../../http/index.ts'
import type { EhrId, VersionId } from '../../ids/index.ts'
import {
  COMMIT_HEADERS,
  CONFLICT,
  EHR_ID,
  FORM,
  IF_MATCH,
  INVALID,
  NOT_FOUND,
  PREFER_READ,
  PREFER_WRITE,
  TAG_HEADERS,
  TEMPLATE_HEADER,
  VERSION_AT_TIME,
  VERSION_HEADERS,
  VERSION_UID,
} from '../../records/documented/index.ts'
import {
  type CheckedData,
  type EhrNeeds,
  findAtTime,
  loadVersionAnswer,
  notModifiable,
  requireEhr,
  requireHead,
  writeObject,
  writeRequestIn,
} from '../../records/index.ts'
import {
  answerFormatIn,
  dataReply,
  LOCATABLE_BODY,
  LOCATABLE_TYPES,
  updateStatus,
  writeReply,
} from '../../records/reply/index.ts'
import { atTimeIn, hasTags, ifMatchIn, readTagGrammar, requireLatest } from '../../records/request/index.ts'
import { ehrIdIn, noVersion, versionIdIn } from '../../records/uids/index.ts'
import { applyStatus } from '../../versions/companions/index.ts'
import { type Companion, findVersion, type StoredVersion } from '../../versions/index.ts'
import { PERSON_HEADER, personUidIn, withPerson } from '../person-link.ts'
import { flagsOf } from './status.ts'

const STATUS = schemaRef('EHR_STATUS')
const SHOWN = { schema: STATUS, headers: VERSION_HEADERS }
const WRITTEN = { schema: { anyOf: [STATUS, schemaRef('Identifier')] }, headers: VERSION_HEADERS }

/** Finds the status of an EHR: by version, at a time, or the latest. */
async function findStatus(
  needs: EhrNeeds,
  ehrId: EhrId,
  which: { readonly id?: VersionId; readonly time?: Date | undefined },
): Promise<StoredVersion> {
  const { db } = needs
  const { statusId } = await requireEhr(needs, ehrId)
  const { id, time } = which
  const loadAnswer = id
    ? id.objectId === statusId && (await findVersion(db, ehrId, statusId, id.version))
    : await findAtTime(needs, ehrId, statusId, time)
  if (!loadAnswer || (id && id.systemId !== loadAnswer.systemId)) throw noVersion()
  return loadAnswer
}

const readOptionsIn = (request: Incoming) => ({
  ehrId: ehrIdIn(request),
  wanted: answerFormatIn(request),
  withTags: readTagGrammar(request),
})

async function found(needs: EhrNeeds, version: StoredVersion, asked: ReturnType<typeof readOptionsIn>) {
  const { format } = asked.wanted
  return loadVersionAnswer(needs, version, { format, withTags: asked.withTags })
}

export const statusEndpoints: readonly Endpoint<EhrNeeds>[] = [
  endpoint({
    route: 'GET /ehr/{ehr_id}/ehr_status',
    scope: 'api.read',
    right: RIGHTS.readRecord,
    produces: LOCATABLE_TYPES,
    doc: {
      operationId: 'ehr_status_get_at_time',
      tag: 'EHR status',
      summary: 'Read the EHR_STATUS, now or at a time',
      parameters: [EHR_ID, VERSION_AT_TIME, ...FORM, PREFER_READ],
      responses: {
        200: { description: 'The status.', ...SHOWN },
        400: { description: '`version_at_time` cannot be read.' },
        ...NOT_FOUND,
      },
    },
    read: request => ({ ...readOptionsIn(request), time: atTimeIn(request) }),
    act: async (needs, _caller, asked) =>
      found(needs, await findStatus(needs, asked.ehrId, { time: asked.time }), asked),
    reply: (found, { wanted }) => dataReply(found, wanted),
  }),
  endpoint({
    route: 'GET /ehr/{ehr_id}/ehr_status/{version_uid}',
    scope: 'api.read',
    right: RIGHTS.readRecord,
    produces: LOCATABLE_TYPES,
    doc: {
      operationId: 'ehr_status_get_by_version_id',
      tag: 'EHR status',
      summary: 'Read a version of the EHR_STATUS',
      parameters: [EHR_ID, VERSION_UID, ...FORM, PREFER_READ],
      responses: { 200: { description: 'The status.', ...SHOWN }, ...NOT_FOUND },
    },
    read: request => ({ ...readOptionsIn(request), id: versionIdIn(request, 'version_uid') }),
    act: async (needs, _caller, asked) =>
      found(needs, await findStatus(needs, asked.ehrId, { id: asked.id }), asked),
    reply: (found, { wanted }) => dataReply(found, wanted),
  }),
  endpoint({
    route: 'PUT /ehr/{ehr_id}/ehr_status',
    writes: updateStatus,
    scope: 'api.write',
    right: RIGHTS.changeEhr,
    body: LOCATABLE_BODY,
    produces: LOCATABLE_TYPES,
    doc: {
      operationId: 'ehr_status_update',
      tag: 'EHR status',
      summary: 'Commit the next version of the EHR_STATUS',
      body: STATUS,
      parameters: [
        EHR_ID,
        ...FORM,
        IF_MATCH,
        PREFER_WRITE,
        TEMPLATE_HEADER,
        PERSON_HEADER,
        ...COMMIT_HEADERS,
        ...TAG_HEADERS,
      ],
      responses: {
        200: { description: 'Committed (`return=representation` or `identifier`).', ...WRITTEN },
        204: { description: 'Committed.', headers: VERSION_HEADERS },
        409: {
          description:
            'Another EHR has this subject or person, the EHR has a person already, or there are tags and the EHR is not modifiable.',
        },
        ...INVALID,
        ...NOT_FOUND,
        ...CONFLICT,
      },
    },
    read: request => ({
      ehrId: ehrIdIn(request),
      person: personUidIn(request),
      precondition: ifMatchIn(request),
      ...writeRequestIn(request),
    }),
    act: async (needs, caller, asked) => {
      const { ehrId, person, precondition, tags } = asked
      const { statusId, isModifiable } = await requireEhr(needs, ehrId)
      const head = await requireHead(needs, ehrId, statusId, 'EHR_STATUS')
      requireLatest(head, precondition, ehrId)
      const companionsOf = ({ data }: CheckedData): Companion[] => {
        const flags = flagsOf(data)
        // The status of an EHR that is not modifiable can change, so that it can be made modifiable again; its tags cannot.
        if (!isModifiable && !flags.isModifiable && hasTags(tags)) throw notModifiable()
        return [
          ...withPerson(caller, person, { ehrId, subject: flags.person }),
          queries => applyStatus(queries, ehrId, flags),
        ]
      }
      return await writeObject(
        needs,
        caller,
        { ehrId, kind: 'EHR_STATUS', preceding: head, companionsOf },
        asked,
      )
    },
    reply: (written, asked) => writeReply(written, { created: false, ...asked }),
  }),
]
