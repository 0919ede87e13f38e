/** Compositions by their uid alone, in envelopes, as EhrScape and EHRbase's `ecis` have them. */
import type { LimitedQueries } from '../db/index.ts'
import type { Incoming, Reply } from '../http/index.ts'
import { type EhrId, type ObjectId, readObjectId } from '../ids/index.ts'
import { LOCATABLE_BODY, type VersionAnswer } from '../records/reply/index.ts'
import { noVersion } from '../records/uids/index.ts'
import { Refusal } from '../refusal/index.ts'
import { findHead, findOwner, versionUid } from '../versions/index.ts'
import { addressOf, enveloped, idOfReply, parameterIn, textOf } from './operation.ts'
import type { CompatiblePath } from './path.ts'

const ROUTES = {
  create: 'POST /ehr/{ehr_id}/composition',
  read: 'GET /ehr/{ehr_id}/composition/{uid_based_id}',
  update: 'PUT /ehr/{ehr_id}/composition/{uid_based_id}',
  delete: 'DELETE /ehr/{ehr_id}/composition/{uid_based_id}',
} as const

const pathOf = (uid: string): string => `/composition/${uid}`

const metaOf = (request: Incoming, uid: string) => ({ href: addressOf(request, pathOf(uid)) })

/** In a header a quoted text has one character for each byte. */
const quoted = (text: string): string => `"${Buffer.from(text.replace(/["\\]/g, '\\$&')).toString('latin1')}"`

/** Headers of a commit: no data come back, and `committerName` is the committer. */
function commitHeaders(request: Incoming): Incoming['headers'] {
  const { prefer = '', ...headers } = request.headers
  const committer = parameterIn(request, 'committerName') ?? parameterIn(request, 'committer')
  return {
    ...headers,
    prefer: `return=minimal, ${prefer}`,
    ...(committer === undefined ? {} : { 'openehr-audit-details': `committer.name=${quoted(committer)}` }),
  }
}

/** The query string with the format that the API has where none is named. */
function withFormat({ query }: Incoming, format: string | undefined): URLSearchParams {
  const named = new URLSearchParams(query)
  if (format !== undefined && !named.get('format')) named.set('format', format)
  return named
}

function ehrIdParameter(request: Incoming): string {
  const ehrId = parameterIn(request, 'ehrId')
  if (ehrId === undefined) throw new Refusal('request.malformed', 'ehrId is missing: the id of the EHR.')
  return ehrId
}

interface NamedComposition {
  readonly ehrId: EhrId
  readonly objectId: ObjectId
  /** As it stands in the address, with or without a version. */
  readonly uid: string
}

/** An id of no EHR: the look-up then searches all of them. */
const NO_EHR = '00000000-0000-0000-0000-000000000000' as EhrId

/** Finds the EHR of a composition. The operation refuses a caller who may not see it as if there were none. */
async function namedComposition(db: LimitedQueries, { parameters }: Incoming): Promise<NamedComposition> {
  const uid = parameters['uid'] ?? ''
  const objectId = readObjectId(uid.split('::', 1)[0] ?? '')
  const ehrId = objectId && (await findOwner(db, NO_EHR, objectId))
  if (objectId === undefined || ehrId === undefined) throw noVersion()
  return { ehrId: ehrId as EhrId, objectId, uid }
}

const hasVersion = (uid: string): boolean => uid.includes('::')

/** JSON as a value; XML as a text. */
const contentOf = (text: string, { headers }: Reply): unknown =>
  headers?.['Content-Type']?.includes('xml') ? text : JSON.parse(text)

function templateIdOf({ version: { data } }: VersionAnswer): string | undefined {
  const composition = JSON.parse(data ?? '{}') as {
    archetype_details?: { template_id?: { value?: string } }
  }
  return composition.archetype_details?.template_id?.value
}

/** `format`: of answers, and of bodies that say no more than JSON, where the request names none. */
export interface CompositionFormats {
  readonly read: string
  readonly write: string | undefined
}

const create = (formats: CompositionFormats): CompatiblePath => ({
  route: 'POST /composition',
  of: ROUTES.create,
  summary: 'Commit a composition',
  body: LOCATABLE_BODY,
  writes: 201,
  act: async ({ call }, caller, request) => {
    const reply = await call(ROUTES.create, caller, request, {
      parameters: { ehr_id: ehrIdParameter(request) },
      query: withFormat(request, formats.write),
      headers: commitHeaders(request),
    })
    const uid = idOfReply(reply)
    const body = { action: 'CREATE', compositionUid: uid, meta: metaOf(request, uid) }
    return enveloped(reply, 201, body, pathOf(uid))
  },
})

const read = (db: LimitedQueries, formats: CompositionFormats): CompatiblePath => ({
  route: 'GET /composition/{uid}',
  of: ROUTES.read,
  summary: 'Read a composition',
  act: async ({ open }, caller, request) => {
    const { ehrId, uid } = await namedComposition(db, request)
    const query = withFormat(request, formats.read)
    const parameters = { ehr_id: ehrId, uid_based_id: uid }
    const { reply, found } = await open(ROUTES.read, caller, request, { parameters, query })
    if (reply.status !== 200) throw noVersion()
    const compositionUid = idOfReply(reply)
    return {
      ...enveloped(reply, 200, {
        action: 'RETRIEVE',
        composition: contentOf(await textOf(reply), reply),
        format: query.get('format')?.toUpperCase(),
        templateId: templateIdOf(found as VersionAnswer),
        compositionUid,
        ehrId,
        meta: metaOf(request, compositionUid),
      }),
      ehrId,
    }
  },
})

const update = (db: LimitedQueries, formats: CompositionFormats): CompatiblePath => ({
  route: 'PUT /composition/{uid}',
  of: ROUTES.update,
  summary: 'Commit the next version of a composition',
  body: LOCATABLE_BODY,
  writes: 200,
  act: async ({ call }, caller, request) => {
    const { ehrId, objectId, uid } = await namedComposition(db, request)
    const reply = await call(ROUTES.update, caller, request, {
      parameters: { ehr_id: ehrId, uid_based_id: objectId },
      query: withFormat(request, formats.write),
      // A version in the address must be the latest: else the change of another client would be lost.
      headers: { 'if-match': hasVersion(uid) ? `"${uid}"` : '*', ...commitHeaders(request) },
    })
    const next = idOfReply(reply)
    const body = { action: 'UPDATE', compositionUid: next, meta: metaOf(request, next) }
    return enveloped(reply, 200, body, pathOf(next))
  },
})

const remove = (db: LimitedQueries): CompatiblePath => ({
  route: 'DELETE /composition/{uid}',
  of: ROUTES.delete,
  summary: 'Delete a composition',
  writes: 200,
  act: async ({ call }, caller, request) => {
    const { ehrId, objectId, uid } = await namedComposition(db, request)
    const head = await findHead(db, ehrId, objectId)
    if (!head || head.deleted) throw noVersion()
    const named = hasVersion(uid) ? uid : versionUid(head)
    const reply = await call(ROUTES.delete, caller, request, {
      parameters: { ehr_id: ehrId, uid_based_id: named },
      headers: commitHeaders(request),
    })
    const deleted = idOfReply(reply)
    return enveloped(reply, 200, {
      action: 'DELETE',
      compositionUid: deleted,
      meta: metaOf(request, deleted),
    })
  },
})

export const compositionPaths = (
  db: LimitedQueries,
  formats: CompositionFormats,
): readonly CompatiblePath[] => [create(formats), read(db, formats), update(db, formats), remove(db)]
