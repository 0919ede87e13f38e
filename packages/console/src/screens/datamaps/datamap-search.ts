/** The view of a datamap that an address shows. Filters are not in it: they may name a patient's values. */

export const DATAMAP_VIEWS = ['table', 'definition', 'schema'] as const

export type DatamapView = (typeof DATAMAP_VIEWS)[number]

export interface DatamapSearch {
  readonly view?: DatamapView
  /** Of a datamap that is not saved yet. */
  readonly template?: string
}

export function readDatamapSearch({ view, template }: Readonly<Record<string, unknown>>): DatamapSearch {
  const known = DATAMAP_VIEWS.find(each => each === view)
  return {
    ...(known === undefined ? {} : { view: known }),
    ...(typeof template === 'string' && template !== '' ? { template } : {}),
  }
}
