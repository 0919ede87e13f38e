/** A relationship of a party names the party itself as its source. Nobody fills that in by hand. */
import type { LocalParty } from '../../display/party-ref.ts'
import { partyParts } from './controls.ts'
import { type FormValues, hasValues, occurrenceCount, occurrencePath, withParts } from './values.ts'

/** The values with a source in each relationship that has values and names none. */
export function withSources(
  values: FormValues,
  relationshipPaths: readonly string[],
  party: LocalParty,
): FormValues {
  const sources = relationshipPaths
    .flatMap(path => [
      path,
      ...Array.from({ length: occurrenceCount(values, path) }, (_, index) => occurrencePath(path, index)),
    ])
    .filter(path => hasValues(values, path) && !hasValues(values, `${path}/source`))
  return sources.reduce((all, path) => withParts(all, `${path}/source`, partyParts(party)), values)
}
