/** If-Match: the version that the client expects to be the latest. */

import type { Facts } from '@cairn-ehr/openehr'
import type { Incoming } from '../../http/index.ts'
import { ifMatchTags } from '../../http/request/index.ts'
import type { EhrId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { type Change, type Head, versionUid } from '../../versions/index.ts'
import { recordOfParty } from '../../versions/parties/index.ts'
import { versionPath } from '../reply/replies.ts'

/** Version ids as sent, or `*` for any version. */
export type Precondition = ReadonlySet<string>

export function ifMatchIn(request: Incoming): Precondition {
  const given = ifMatchTags(request) ?? []
  if (given.length === 0)
    throw new Refusal('version.precondition_missing', 'If-Match is missing: it must name the latest version.')
  return new Set(given)
}

/** For operations where If-Match is optional; an empty header is still refused. */
export const optionalIfMatchIn = (request: Incoming): Precondition | undefined =>
  request.headers['if-match'] === undefined ? undefined : ifMatchIn(request)

/** The members of a version that tell which it is. */
type NamedVersion = Pick<Head, 'kind' | 'objectId' | 'systemId' | 'version'>

/** Facts about the latest version: its id, and with `ehrId` its path below the openEHR mount. */
export function latestFacts(head: NamedVersion, ehrId?: EhrId): Facts {
  const latestVersion = versionUid(head)
  return ehrId === undefined
    ? { latestVersion }
    : { latestVersion, location: versionPath(head.kind, ehrId, latestVersion) }
}

export function requireLatest(head: NamedVersion, precondition: Precondition, ehrId?: EhrId): void {
  if (precondition.has('*') || precondition.has(versionUid(head))) return
  const facts = latestFacts(head, ehrId)
  throw new Refusal('version.conflict', 'If-Match does not name the latest version.', [], facts)
}

type Changed = Pick<Change, 'objectId' | 'kind'>

/** Adds the path of the latest version to a conflict. Without an EHR the changes are to parties. */
export const locateLatest =
  (ehrId: EhrId | undefined, changes: readonly Changed[]) =>
  (error: unknown): never => {
    const uid = error instanceof Refusal ? error.facts['latestVersion'] : undefined
    const change = changes.find(({ objectId }) => uid?.startsWith(`${objectId}::`))
    if (!(error instanceof Refusal) || uid === undefined || !change) throw error
    const location = versionPath(change.kind, ehrId ?? recordOfParty(change.objectId), uid)
    throw new Refusal(error.code, error.message, error.findings, { ...error.facts, location })
  }
