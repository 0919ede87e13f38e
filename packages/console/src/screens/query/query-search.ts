/** The query that an address shows, so that a link shows a colleague the same. */

export interface QuerySearch {
  readonly q?: string
}

export const readQuerySearch = ({ q }: Readonly<Record<string, unknown>>): QuerySearch =>
  typeof q === 'string' && q !== '' ? { q } : {}
