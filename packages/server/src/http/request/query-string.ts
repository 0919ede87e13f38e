/** Reads the query string of a request, and checks its names. */
import type { BoundEndpoint, MountPoint } from '../endpoint.ts'
import type { ParameterDoc } from '../operation-doc.ts'
import { unknownParameter } from './unknown-parameter.ts'

const NO_QUERY = new URLSearchParams()

/** The names that the description of an operation lists: one list for the check and for OpenAPI. */
export const queryNamesOf = (parameters: readonly ParameterDoc[]): readonly string[] =>
  parameters.filter(each => each.in === 'query').map(({ name }) => name)

/** Reads the query string of a request target, or refuses the first name that the endpoint does not know. */
export function queryReader(
  endpoint: BoundEndpoint,
  { isLenient }: MountPoint,
): (target: string) => URLSearchParams {
  const { otherNames = isLenient ? 'ignored' : 'refused' } = endpoint
  const declared = queryNamesOf(endpoint.doc.parameters ?? [])
  const known = isLenient ? [...declared, ...(endpoint.lenientNames ?? [])] : declared
  return target => {
    const question = target.indexOf('?')
    if (question < 0) return NO_QUERY
    const query = new URLSearchParams(target.slice(question + 1))
    if (otherNames === 'refused')
      for (const name of query.keys())
        if (!known.includes(name)) throw unknownParameter(name, known, 'the query string')
    return query
  }
}
