/** The search parameters, and the elements that each looks at: the first of them that the type has and the context maps. */
import { elementIn, isJson, type Resource } from '@cairn-ehr/fhir'
import type { ReadyContext } from '../mappings/mapping-set.ts'

interface SearchParameter {
  readonly kind: 'token' | 'date'
  readonly elements: readonly string[]
  readonly description: string
}

export const FILTERS = {
  code: {
    kind: 'token',
    elements: ['code', 'medication', 'vaccineCode', 'type'],
    description: 'The code of the resource, `code` or `system|code`.',
  },
  category: { kind: 'token', elements: ['category', 'class'], description: 'The category, or the class.' },
  status: { kind: 'token', elements: ['status'], description: 'The status.' },
  'clinical-status': { kind: 'token', elements: ['clinicalStatus'], description: 'The clinical status.' },
  identifier: { kind: 'token', elements: ['identifier'], description: 'An identifier, `system|value`.' },
  date: {
    kind: 'date',
    elements: [
      'effective',
      'period',
      'performed',
      'occurrence',
      'onset',
      'authoredOn',
      'recordedDate',
      'date',
    ],
    description: 'The clinically relevant time, with prefixes such as `ge` and `lt`.',
  },
  _lastUpdated: { kind: 'date', elements: ['meta'], description: 'The time of the commit.' },
} as const satisfies Record<string, SearchParameter>

export type FilterName = keyof typeof FILTERS

/** The element that a parameter looks at; undefined where the context writes none of them. */
export function searchedElement({ type, elements }: ReadyContext, name: FilterName): string | undefined {
  const { elements: candidates }: SearchParameter = FILTERS[name]
  if (name === '_lastUpdated') return 'meta'
  return candidates.find(
    each => elementIn(type, each) !== undefined && elements.some(({ names }) => names[0] === each),
  )
}

/** The value of an element; a choice has its type in its name. */
export function valueAt(resource: Resource, element: string): unknown {
  if (resource[element] !== undefined) return resource[element]
  const declared = elementIn(resource.resourceType, element)
  if (!declared?.choice) return undefined
  const key = Object.keys(resource).find(
    each => each.startsWith(element) && elementIn(resource.resourceType, each) !== undefined,
  )
  return key === undefined ? undefined : resource[key]
}

export const lastUpdatedOf = ({ meta }: Resource): unknown => (isJson(meta) ? meta['lastUpdated'] : undefined)
