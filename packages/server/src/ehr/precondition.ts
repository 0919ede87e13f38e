/** If-Match: which version a client believes to be the latest (bare, quoted or weak: all clients are understood). */
import { type Incoming, Refusal } from '../http/index.ts'
import { type Head, versionUid } from '../versions/index.ts'

/** Version ids as given, or `*` for whatever is there. */
export type Precondition = ReadonlySet<string>

export function ifMatchIn({ headers }: Incoming): Precondition {
  const given = (headers['if-match'] ?? '')
    .split(',')
    .map(each =>
      each
        .trim()
        .replace(/^W\//, '')
        .replace(/^"(.*)"$/, '$1'),
    )
    .filter(each => each !== '')
  if (given.length === 0)
    throw new Refusal('version.precondition_missing', 'If-Match is missing: it names the version to follow.')
  return new Set(given)
}

export function requireLatest(head: Head, precondition: Precondition): void {
  const latestVersion = versionUid(head)
  if (precondition.has('*') || precondition.has(latestVersion)) return
  throw new Refusal('version.conflict', 'If-Match does not name the latest version.', [], { latestVersion })
}
