/** Answers about versions; their headers come from the committed version, never from the request. */

import type { Template } from '@cairn-ehr/openehr/template'
import type { Reply } from '../../http/index.ts'
import { warningsHeader } from '../../http/reply/index.ts'
import { type Preference, preferenceApplied } from '../../http/request/index.ts'
import type { EhrId } from '../../ids/index.ts'
import { type Kind, type StoredVersion, versionUid } from '../../versions/index.ts'
import { isParty, PARTY_KINDS } from '../../versions/parties/index.ts'
import { printVersion, type WireProfile } from '../../versions/printed/index.ts'
import { findingsHeader, type Lenience } from '../request/handling.ts'
import { type TagAnswer, tagHeaders } from '../request/item-tags.ts'
import { type AnswerFormat, contentType, mediaTypeOf, represent } from './media.ts'

/** A version with everything that its answer needs. */
export interface VersionAnswer {
  readonly version: StoredVersion
  /** For FLAT and STRUCTURED; absent if the data were made without a template. */
  readonly template?: Template | undefined
  /** The tags, if they are sent. */
  readonly tags?: TagAnswer | undefined
  /** Set if the commit was lenient. */
  readonly lenience?: Lenience | undefined
  /** Sentences about data that are stored otherwise than they were given. */
  readonly warnings?: readonly string[] | undefined
}

/** A version that was just committed. */
export interface WriteAnswer extends VersionAnswer {
  /** The data in the requested format, printed before the commit; undefined if they are not sent. */
  readonly body: string | undefined
}

/** The path of a kind's resources under an EHR or beside them, and its name in an `ehr:` URI: parties have none. */
const SEGMENTS: Record<string, { readonly path: string; readonly uri?: string }> = {
  COMPOSITION: { path: 'composition', uri: 'compositions' },
  EHR_STATUS: { path: 'ehr_status', uri: 'ehr_status' },
  FOLDER: { path: 'directory', uri: 'directory' },
  ...Object.fromEntries(PARTY_KINDS.map(kind => [kind, { path: kind.toLowerCase() }])),
}

/** Paths of resources, relative to the mount of the request. */
export const ehrPath = (ehrId: EhrId): string => `/ehr/${ehrId}`

export const DEMOGRAPHIC_PATH = '/demographic'

export const versionPath = (kind: Kind, ehrId: EhrId, uid: string): string =>
  `${isParty(kind) ? DEMOGRAPHIC_PATH : ehrPath(ehrId)}/${SEGMENTS[kind]?.path ?? ''}/${uid}`

/** `wanted`: the format of the body, if there is one. */
function versionHeaders(version: StoredVersion, wanted: AnswerFormat | undefined): Record<string, string> {
  const uid = versionUid(version)
  const { uri } = SEGMENTS[version.kind] ?? {}
  const headers: Record<string, string> = {
    ETag: `"${uid}"`,
    'Last-Modified': version.committedAt.toUTCString(),
    Location: versionPath(version.kind, version.ehrId, uid),
  }
  if (uri !== undefined) headers['openehr-uri'] = `ehr:/${version.ehrId}/${uri}/${uid}`
  if (wanted) headers['Content-Type'] = mediaTypeOf(wanted)
  return headers
}

/** Headers with the tags, if they are sent, and with the preferences that were applied. */
export const tagsReply = (
  { tags, lenience, warnings = [] }: VersionAnswer,
  applied: Partial<Preference> = {},
): Record<string, string> => ({
  ...(tags ? tagHeaders(tags) : {}),
  ...findingsHeader(lenience),
  ...warningsHeader(warnings),
  ...preferenceApplied({
    ...applied,
    ...(tags ? { includeItemTags: tags.grammar } : {}),
    ...(lenience ? { handling: 'lenient' } : {}),
  }),
})

const commonHeaders = (
  found: VersionAnswer,
  applied: Partial<Preference>,
  wanted?: AnswerFormat,
): Record<string, string> => {
  const headers = versionHeaders(found.version, wanted)
  return found.tags || found.lenience || found.warnings || applied.return
    ? { ...headers, ...tagsReply(found, applied) }
    : headers
}

/** Answers with the data of a version; with 204 for a version that deletes. */
export function dataReply(found: VersionAnswer, wanted: AnswerFormat): Reply {
  const { data } = found.version
  if (data === null) return { status: 204, headers: commonHeaders(found, {}) }
  return {
    status: 200,
    headers: commonHeaders(found, {}, wanted),
    body: represent(data, wanted, found.template),
  }
}

/** Answers with the VERSION. XML always follows the reference model, since its schema allows nothing else. */
export function versionReply(found: VersionAnswer, wanted: AnswerFormat, jsonProfile: WireProfile): Reply {
  return {
    status: 200,
    headers: commonHeaders(found, {}, wanted),
    body:
      wanted.format === 'json'
        ? printVersion(found.version, jsonProfile)
        : represent(printVersion(found.version, 'openehr'), wanted, undefined),
  }
}

/** Status of an update: 204 if there is no body. */
export const updateStatus = ({ prefer }: { readonly prefer: Preference }): number =>
  prefer.return === 'identifier' || prefer.return === 'representation' ? 200 : 204

/** Answers a write: `minimal` with the address, `identifier` with the id, `representation` with the data. */
export function writeReply(
  found: WriteAnswer,
  { created, prefer, wanted }: { created: boolean; prefer: Preference; wanted: AnswerFormat },
): Reply {
  const headers = commonHeaders(found, { return: prefer.return })
  const status = created ? 201 : updateStatus({ prefer })
  if (prefer.return === 'identifier')
    return {
      status,
      headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ uid: versionUid(found.version) }),
    }
  if (found.body === undefined) return { status, headers }
  return {
    status,
    headers: { ...headers, ...contentType(wanted) },
    body: found.body,
  }
}

export const deletedReply = (found: VersionAnswer): Reply => ({
  status: 204,
  headers: commonHeaders(found, {}),
})
