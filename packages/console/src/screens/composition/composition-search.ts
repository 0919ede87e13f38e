/** The form of a composition that an address shows. */

export const COMPOSITION_VIEWS = ['readable', 'json', 'xml', 'flat', 'structured', 'changes'] as const

export type CompositionView = (typeof COMPOSITION_VIEWS)[number]

export interface CompositionSearch {
  readonly view?: CompositionView
  /** Number of the version to compare with. */
  readonly with?: number
}

export function readCompositionSearch(search: Readonly<Record<string, unknown>>): CompositionSearch {
  const view = COMPOSITION_VIEWS.find(each => each === search['view'])
  const other = Number(search['with'])
  return {
    ...(view === undefined ? {} : { view }),
    ...(Number.isInteger(other) && other > 0 ? { with: other } : {}),
  }
}
