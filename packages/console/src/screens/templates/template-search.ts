/** The view of a template that an address shows. */

export const TEMPLATE_VIEWS = ['tree', 'flat', 'example', 'versions', 'schema', 'web', 'opt'] as const

export type TemplateView = (typeof TEMPLATE_VIEWS)[number]

export interface TemplateSearch {
  readonly view?: TemplateView
}

export function readTemplateSearch({ view }: Readonly<Record<string, unknown>>): TemplateSearch {
  const known = TEMPLATE_VIEWS.find(each => each === view)
  return known === undefined ? {} : { view: known }
}
