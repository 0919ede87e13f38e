/** A transaction Bundle: its entries to store, and those that others refer to. */
import { isJson, isResource, type Json, listOf, type Resource, type Trace } from '@cairn-ehr/fhir'
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

/** The paths of values behind references that a conversion followed. */
export const followedPaths = (trace: readonly Trace[]): readonly string[] =>
  trace.flatMap(({ fhir }) => (fhir.includes('→') ? [fhir] : []))

/** True if one of the paths is behind a reference to the entry: then its values are part of that composition. */
export const isFollowed = (
  paths: readonly string[],
  entry: Pick<TransactionEntry, 'entry' | 'resource'>,
): boolean => namesOf(entry).some(name => paths.some(path => path.includes(`→${name}.`)))
