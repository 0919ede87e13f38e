/** Answers about versions: their headers always come from what was committed, never from what was asked. */

import type { Template } from '@cairn/openehr/template'
import { type Preference, preferenceApplied, type Reply } from '../http/index.ts'
import type { EhrId } from '../ids.ts'
import {
  type Kind,
  printVersion,
  type StoredVersion,
  versionUid,
  type WireProfile,
} from '../versions/index.ts'
import { findingsHeader, type Lenience } from './handling.ts'
import { type ShownTags, tagHeaders } from './item-tags.ts'
import { contentType, represent, type Wanted } from './media.ts'

/** A version, what it is to be sent with, and where it lives. */
export interface Found {
  readonly version: StoredVersion
  /** What simplified formats need; absent where the data were made by no template. */
  readonly template?: Template | undefined
  /** The tags, where they are to be sent. */
  readonly tags?: ShownTags | undefined
  /** Where a write was lenient, as it was asked to be. */
  readonly lenience?: Lenience | undefined
}

/** A version that was just committed. */
export interface Written extends Found {
  /** The data in the form that was asked for, made before the commit; undefined where they are not to be sent. */
  readonly body: string | undefined
}

/** Path of a kind's resources under an EHR, and the word for it in an `ehr:` URI. */
const SEGMENTS: Record<string, { readonly path: string; readonly uri: string }> = {
  COMPOSITION: { path: 'composition', uri: 'compositions' },
  EHR_STATUS: { path: 'ehr_status', uri: 'ehr_status' },
  FOLDER: { path: 'directory', uri: 'directory' },
}

/** Paths of resources, below the mount that was called. */
export const ehrPath = (ehrId: EhrId): string => `/ehr/${ehrId}`

export const versionPath = (kind: Kind, ehrId: EhrId, uid: string): string =>
  `${ehrPath(ehrId)}/${SEGMENTS[kind]?.path ?? ''}/${uid}`

function versionHeaders(version: StoredVersion): Record<string, string> {
  const uid = versionUid(version)
  const { uri = '' } = SEGMENTS[version.kind] ?? {}
  return {
    ETag: `"${uid}"`,
    'Last-Modified': version.committedAt.toUTCString(),
    Location: versionPath(version.kind, version.ehrId, uid),
    'openehr-uri': `ehr:/${version.ehrId}/${uri}/${uid}`,
  }
}

/** The tags, where they are to be sent, and which preferences were met. */
export const tagsReply = (
  { tags, lenience }: Found,
  applied: Partial<Preference> = {},
): Record<string, string> => ({
  ...(tags ? tagHeaders(tags) : {}),
  ...findingsHeader(lenience),
  ...preferenceApplied({
    ...applied,
    ...(tags ? { includeItemTags: tags.grammar } : {}),
    ...(lenience ? { handling: 'lenient' } : {}),
  }),
})

const commonHeaders = (found: Found, applied: Partial<Preference>): Record<string, string> => {
  const headers = versionHeaders(found.version)
  return found.tags || found.lenience || applied.return
    ? { ...headers, ...tagsReply(found, applied) }
    : headers
}

/** The data of a version; one that deleted them has none: 204. */
export function dataReply(found: Found, wanted: Wanted): Reply {
  const headers = commonHeaders(found, {})
  const { data } = found.version
  if (data === null) return { status: 204, headers }
  return {
    status: 200,
    headers: { ...headers, ...contentType(wanted) },
    body: represent(data, wanted, found.template),
  }
}

/** The whole VERSION. XML is always the reference model's, since its schema allows nothing else. */
export function versionReply(found: Found, wanted: Wanted, jsonProfile: WireProfile): Reply {
  const profile = wanted.format === 'json' ? jsonProfile : 'openehr'
  return {
    status: 200,
    headers: { ...commonHeaders(found, {}), ...contentType(wanted) },
    body: represent(printVersion(found.version, profile), wanted, undefined),
  }
}

/** The status of an update: whether there is something to send. */
export const updateStatus = ({ prefer }: { readonly prefer: Preference }): number =>
  prefer.return === 'identifier' || prefer.return === 'representation' ? 200 : 204

/** A write: `minimal` says where it is, `identifier` its id, `representation` all of it. */
export function writeReply(
  found: Written,
  { created, prefer, wanted }: { created: boolean; prefer: Preference; wanted: Wanted },
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

export const deletedReply = (found: Found): Reply => ({
  status: 204,
  headers: commonHeaders(found, {}),
})
