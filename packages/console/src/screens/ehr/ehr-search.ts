/** The part of an EHR that an address shows. */

export const EHR_VIEWS = [
  'records',
  'trends',
  'directory',
  'contributions',
  'tags',
  'episodes',
  'access',
] as const

export type EhrView = (typeof EHR_VIEWS)[number]

export interface EhrPageSearch {
  readonly view?: EhrView
  readonly template?: string
}

export function readEhrPageSearch({ view, template }: Readonly<Record<string, unknown>>): EhrPageSearch {
  const known = EHR_VIEWS.find(each => each === view)
  return {
    ...(known === undefined ? {} : { view: known }),
    ...(typeof template === 'string' && template !== '' ? { template } : {}),
  }
}
