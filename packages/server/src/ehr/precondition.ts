/** If-Match: which version a client believes to be the latest. */
import { type Incoming, ifMatchTags, Refusal } from '../http/index.ts'
import { type Head, versionUid } from '../versions/index.ts'

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

export function requireLatest(head: Head, precondition: Precondition): void {
  const latestVersion = versionUid(head)
  if (precondition.has('*') || precondition.has(latestVersion)) return
  throw new Refusal('version.conflict', 'If-Match does not name the latest version.', [], { latestVersion })
}
