/** If-Match: which version a client believes to be the latest. */

import type { Facts } from '@cairn/openehr'
import { type Incoming, ifMatchTags } from '../http/index.ts'
import type { EhrId } from '../ids.ts'
import { Refusal } from '../refusal/index.ts'
import { type Change, type Head, versionUid } from '../versions/index.ts'
import { versionPath } from './replies.ts'

/** Version ids as given, or `*` for whatever is there. */
export type Precondition = ReadonlySet<string>

export function ifMatchIn(request: Incoming): Precondition {
  const given = ifMatchTags(request) ?? []
  if (given.length === 0)
    throw new Refusal('version.precondition_missing', 'If-Match is missing: it names the version to follow.')
  return new Set(given)
}

/** Where an operation can do without; a header that is there must name something all the same. */
export const optionalIfMatchIn = (request: Incoming): Precondition | undefined =>
  request.headers['if-match'] === undefined ? undefined : ifMatchIn(request)

/** The id of the latest version; and its path below the openEHR mount, for who was called there and says the EHR. */
export function latestFacts(head: Head, ehrId?: EhrId): Facts {
  const latestVersion = versionUid(head)
  return ehrId === undefined
    ? { latestVersion }
    : { latestVersion, location: versionPath(head.kind, ehrId, latestVersion) }
}

export function requireLatest(head: Head, precondition: Precondition, ehrId?: EhrId): void {
  if (precondition.has('*') || precondition.has(versionUid(head))) return
  const facts = latestFacts(head, ehrId)
  throw new Refusal('version.conflict', 'If-Match does not name the latest version.', [], facts)
}

type Changed = Pick<Change, 'objectId' | 'kind'>

/** Adds the path of the latest version to a refusal of a commit that came too late. */
export const locateLatest =
  (ehrId: EhrId, changes: readonly Changed[]) =>
  (error: unknown): never => {
    const uid = error instanceof Refusal ? error.facts['latestVersion'] : undefined
    const change = changes.find(({ objectId }) => uid?.startsWith(`${objectId}::`))
    if (!(error instanceof Refusal) || uid === undefined || !change) throw error
    const location = versionPath(change.kind, ehrId, uid)
    throw new Refusal(error.code, error.message, error.findings, { ...error.facts, location })
  }
