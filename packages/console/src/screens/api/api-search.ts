/** The operation that an address shows. */

export interface ApiSearch {
  readonly operation?: string
}

export const readApiSearch = ({ operation }: Readonly<Record<string, unknown>>): ApiSearch =>
  typeof operation === 'string' && operation !== '' ? { operation } : {}
