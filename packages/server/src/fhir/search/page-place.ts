/** The place where a page of a search begins: a row for each context, and the resources of the first composition that were given. */
import { Refusal } from '../../refusal/index.ts'

export interface PagePlace {
  /** Undefined: the context has no more. */
  readonly rows: readonly (number | undefined)[]
  /** The context whose composition was given in part, and how many of its resources. */
  readonly partly: { readonly context: number; readonly given: number }
}

const FORM = /^((?:\d{1,9}|x)(?:-(?:\d{1,9}|x)){0,500})\.(\d{1,3})\.(\d{1,6})$/

export const printPlace = ({ rows, partly }: PagePlace): string =>
  `${rows.map(row => row ?? 'x').join('-')}.${partly.context}.${partly.given}`

/** `contexts`: how many the search asks. */
export function placeIn(text: string | undefined, contexts: number): PagePlace {
  const start = { rows: Array.from({ length: contexts }, () => 0), partly: { context: 0, given: 0 } }
  if (text === undefined) return start
  const [, list = '', context = '', given = ''] = FORM.exec(text) ?? []
  const rows = list.split('-').map(row => (row === 'x' ? undefined : Number(row)))
  if (list === '' || rows.length !== contexts)
    throw new Refusal('request.malformed', 'The page must be taken from a link of an earlier page.')
  return { rows, partly: { context: Number(context), given: Number(given) } }
}
