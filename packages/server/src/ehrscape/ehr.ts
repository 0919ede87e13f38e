/** EHRs by subject, with the members of their status that EhrScape shows. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Caller, Incoming, Reply } from '../http/index.ts'
import { readJson } from '../http/request/index.ts'
import { Refusal } from '../refusal/index.ts'
import { addressOf, enveloped, idOfReply, type Operations, parameterIn, textOf } from './operation.ts'
import type { CompatiblePath } from './path.ts'

const CREATE = 'POST /ehr'
const BY_SUBJECT = 'GET /ehr'
const READ_STATUS = 'GET /ehr/{ehr_id}/ehr_status'
const UPDATE_STATUS = 'PUT /ehr/{ehr_id}/ehr_status'

/** The status as EhrScape writes it. */
interface EhrStatus {
  readonly subjectId?: string | undefined
  readonly subjectNamespace?: string | undefined
  readonly queryable?: boolean | undefined
  readonly modifiable?: boolean | undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members that the query string or the body give, the query string first. */
function statusIn(request: Incoming): EhrStatus {
  const body = isObject(request.body) ? request.body : {}
  const text = (name: string) => {
    const given = parameterIn(request, name) ?? body[name]
    if (given === undefined || typeof given === 'string') return given
    throw new Refusal('request.malformed', `${name} must be a text.`)
  }
  const flag = (name: string) => {
    const given = body[name]
    if (given === undefined || typeof given === 'boolean') return given
    throw new Refusal('request.malformed', `${name} must be true or false.`)
  }
  return {
    subjectId: text('subjectId'),
    subjectNamespace: text('subjectNamespace'),
    queryable: flag('queryable'),
    modifiable: flag('modifiable'),
  }
}

const ARCHETYPE = 'openEHR-EHR-EHR_STATUS.generic.v1'

const NEW_STATUS: RmObject = {
  _type: 'EHR_STATUS',
  archetype_node_id: ARCHETYPE,
  name: { _type: 'DV_TEXT', value: 'EHR Status' },
  subject: { _type: 'PARTY_SELF' },
  is_queryable: true,
  is_modifiable: true,
}

const subjectOf = (id: string, namespace: string): RmObject => ({
  _type: 'PARTY_SELF',
  external_ref: {
    _type: 'PARTY_REF',
    id: { _type: 'GENERIC_ID', value: id, scheme: 'id_scheme' },
    namespace,
    type: 'PERSON',
  },
})

/** The EHR_STATUS with what was given; the rest stays. */
function changedStatus(before: RmObject, given: EhrStatus): RmObject {
  const { subjectId, subjectNamespace, queryable, modifiable } = given
  if ((subjectId === undefined) !== (subjectNamespace === undefined))
    throw new Refusal('request.malformed', 'subjectId and subjectNamespace are needed together.')
  return {
    ...before,
    ...(subjectId === undefined || subjectNamespace === undefined
      ? {}
      : { subject: subjectOf(subjectId, subjectNamespace) }),
    ...(queryable === undefined ? {} : { is_queryable: queryable }),
    ...(modifiable === undefined ? {} : { is_modifiable: modifiable }),
  }
}

/** A status as the reader of bodies would have made it. */
const bodyOf = (value: RmObject) => ({ format: 'json', value, size: 0 })

const pathOf = (ehrId: string): string => `/ehr/${ehrId}`

async function readStatus(
  call: Operations['call'],
  caller: Caller,
  request: Incoming,
  ehrId: string,
): Promise<{ readonly reply: Reply; readonly status: Record<string, unknown> }> {
  const reply = await call(READ_STATUS, caller, request, {
    parameters: { ehr_id: ehrId },
    query: new URLSearchParams(),
    accepted: 'application/json',
  })
  return { reply, status: JSON.parse(await textOf(reply)) as Record<string, unknown> }
}

function shownStatus(status: Record<string, unknown>): EhrStatus {
  const { external_ref: reference } = (status['subject'] ?? {}) as {
    external_ref?: { id?: { value?: string }; namespace?: string }
  }
  return {
    subjectId: reference?.id?.value,
    subjectNamespace: reference?.namespace,
    queryable: status['is_queryable'] === true,
    modifiable: status['is_modifiable'] === true,
  }
}

const show = async (
  call: Operations['call'],
  caller: Caller,
  request: Incoming,
  ehrId: string,
): Promise<Reply> => {
  const { reply, status } = await readStatus(call, caller, request, ehrId)
  const meta = { href: addressOf(request, pathOf(ehrId)) }
  return {
    ...enveloped(reply, 200, { action: 'RETRIEVE', ehrId, ehrStatus: shownStatus(status), meta }),
    ehrId,
  }
}

const ehrIdIn = ({ parameters }: Incoming): string => parameters['ehrId'] ?? ''

export const ehrPaths: readonly CompatiblePath[] = [
  {
    route: 'POST /ehr',
    of: CREATE,
    summary: 'Create an EHR',
    body: { 'application/json': readJson },
    bodyOptional: true,
    writes: 201,
    act: async ({ call }, caller, request) => {
      const reply = await call(CREATE, caller, request, {
        query: new URLSearchParams(),
        headers: { ...request.headers, prefer: 'return=minimal' },
        body: bodyOf(changedStatus(NEW_STATUS, statusIn(request))),
      })
      const ehrId = idOfReply(reply)
      const meta = { href: addressOf(request, pathOf(ehrId)) }
      return enveloped(reply, 201, { action: 'CREATE', ehrId, meta }, pathOf(ehrId))
    },
  },
  {
    route: 'GET /ehr',
    of: BY_SUBJECT,
    summary: 'Find the EHR of a subject',
    act: async ({ call }, caller, request) => {
      const { subjectId = '', subjectNamespace = '' } = statusIn(request)
      const query = new URLSearchParams({ subject_id: subjectId, subject_namespace: subjectNamespace })
      return show(call, caller, request, idOfReply(await call(BY_SUBJECT, caller, request, { query })))
    },
  },
  {
    route: 'GET /ehr/{ehrId}',
    of: READ_STATUS,
    summary: 'Read an EHR',
    act: ({ call }, caller, request) => show(call, caller, request, ehrIdIn(request)),
  },
  {
    route: 'GET /ehr/status/{ehrId}',
    of: READ_STATUS,
    summary: 'Read the status of an EHR',
    act: ({ call }, caller, request) => show(call, caller, request, ehrIdIn(request)),
  },
  {
    route: 'PUT /ehr/status/{ehrId}',
    of: UPDATE_STATUS,
    summary: 'Change the status of an EHR',
    body: { 'application/json': readJson },
    writes: 200,
    act: async ({ call }, caller, request) => {
      const ehrId = ehrIdIn(request)
      const { reply: before, status } = await readStatus(call, caller, request, ehrId)
      const reply = await call(UPDATE_STATUS, caller, request, {
        parameters: { ehr_id: ehrId },
        query: new URLSearchParams(),
        headers: { ...request.headers, prefer: 'return=minimal', 'if-match': before.headers?.['ETag'] ?? '' },
        body: bodyOf(changedStatus(status as RmObject, statusIn(request))),
      })
      return enveloped(reply, 200, {
        action: 'UPDATE',
        ehrId,
        meta: { href: addressOf(request, pathOf(ehrId)) },
      })
    },
  },
]
