/** A transaction Bundle: its entries to store, and those that others refer to. */
import { isJson, isResource, type Json, listOf, type Resource, type Trace } from '@cairn-ehr/fhir'
import { groupBy } from '../../collections/index.ts'
import { Refusal } from '../../refusal/index.ts'

export interface TransactionEntry {
  readonly at: number
  readonly entry: Json
  readonly resource: Resource
  readonly ifNoneExist: string | undefined
}

const invalid = (at: number, message: string) =>
  new Refusal('fhir.invalid', `Entry ${at} of the Bundle cannot be stored: ${message}`, [
    { path: '', code: 'fhir.entry', message, ...{ expression: `Bundle.entry[${at}]` } },
  ])

/** Only creations: a transaction of compositions has nothing else that one contribution could hold. */
export function transactionEntries(bundle: Resource): readonly TransactionEntry[] {
  if (bundle.resourceType !== 'Bundle' || !['transaction', 'batch'].includes(String(bundle['type'])))
    throw new Refusal('fhir.invalid', 'The body must be a Bundle of type transaction.')
  if (bundle['type'] === 'batch')
    throw new Refusal('fhir.invalid', 'A batch is not supported: send a transaction, or single requests.')
  return listOf(bundle['entry']).map((entry, at) => {
    const resource = isJson(entry) ? entry['resource'] : undefined
    const request = isJson(entry) && isJson(entry['request']) ? entry['request'] : {}
    if (!isJson(entry) || !isResource(resource)) throw invalid(at, 'it has no resource.')
    if (request['method'] !== 'POST') throw invalid(at, 'request.method must be POST.')
    const condition = request['ifNoneExist']
    return { at, entry, resource, ifNoneExist: typeof condition === 'string' ? condition : undefined }
  })
}

/** Names that references to an entry have. */
const namesOf = ({ entry, resource }: Pick<TransactionEntry, 'entry' | 'resource'>): readonly string[] => [
  ...(typeof entry['fullUrl'] === 'string' ? [entry['fullUrl']] : []),
  ...(typeof resource['id'] === 'string' ? [`${resource.resourceType}/${resource['id']}`] : []),
]

/**
 * Indexes of the entries that the conversion of another one followed a reference to: their values are part of that composition. `traces` has one
 * for each entry.
 */
export function followedEntries(
  entries: readonly Pick<TransactionEntry, 'entry' | 'resource'>[],
  traces: readonly (readonly Pick<Trace, 'via'>[])[],
): ReadonlySet<number> {
  const named = entries.flatMap((each, at) => namesOf(each).map(name => ({ name, at })))
  const byName = groupBy(named, ({ name }) => name)
  const followed = new Set<number>()
  for (const [from, trace] of traces.entries())
    for (const name of new Set(trace.flatMap(({ via = [] }) => via)))
      for (const { at } of byName.get(name) ?? []) if (at !== from) followed.add(at)
  return followed
}
