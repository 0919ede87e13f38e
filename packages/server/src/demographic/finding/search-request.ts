/** The query string of a search for people. */
import type { Incoming, ParameterDoc } from '../../http/index.ts'
import { int32In } from '../../http/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { birthDateIn, type Days, daysOf } from './birth-date.ts'
import type { Identifier } from './facts.ts'
import { type AskedIds, ID_PARAMETERS, idsIn } from './known-people.ts'
import type { AskedPeople } from './search.ts'
import { fold, MOST_WORDS, plainIdentifier, plainTermsOf, readingsOf } from './terms.ts'

const text = (name: string, description: string): ParameterDoc => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
})
const number = (name: string, description: string, most: number): ParameterDoc => ({
  name,
  in: 'query',
  description,
  schema: { type: 'integer', minimum: 0, maximum: most },
})

const MOST_ON_PAGE = 100
const ON_PAGE = 20

export const SEARCH_PARAMETERS: readonly ParameterDoc[] = [
  text(
    'name',
    `Words of the name, in any order, ${MOST_WORDS} at most: whole, misspelt by one letter, or their beginning.`,
  ),
  text('birth_date', 'A date, a month (`1980-05`) or a year.'),
  text('birth_date_from', 'The first day of a range.'),
  text('birth_date_to', 'The last day of a range.'),
  text('sex', 'The word of the definition, such as `female`.'),
  text('identifier', 'The value of an identifier; spaces and punctuation do not count.'),
  text('identifier_type', 'Its type.'),
  text('identifier_issuer', 'Its issuer.'),
  text('address', 'Words of an address, all of which it must have.'),
  ...ID_PARAMETERS,
  number('limit', `People on a page (default: ${ON_PAGE}).`, MOST_ON_PAGE),
  number('offset', 'People before the page.', 2 ** 31 - 1),
]

const malformed = (message: string): Refusal => new Refusal('request.malformed', message)

const given = (query: URLSearchParams, name: string): string | undefined =>
  query.get(name)?.trim() || undefined

function dateIn(query: URLSearchParams, name: string): string | undefined {
  const value = given(query, name)
  if (value === undefined) return undefined
  const date = birthDateIn(value)
  if (date === undefined) throw malformed(`${name} must be a date, a month or a year, such as 1980-05-03.`)
  return date
}

function birthIn(query: URLSearchParams): {
  readonly birthDate: string | undefined
  readonly birth: Days | undefined
} {
  const birthDate = dateIn(query, 'birth_date')
  const [from, to] = [dateIn(query, 'birth_date_from'), dateIn(query, 'birth_date_to')]
  const hasRange = from !== undefined || to !== undefined
  if (birthDate !== undefined && hasRange)
    throw malformed('birth_date stands alone, or birth_date_from and birth_date_to.')
  if (birthDate !== undefined) return { birthDate, birth: daysOf(birthDate) }
  if (!hasRange) return { birthDate, birth: undefined }
  return {
    birthDate,
    birth: { from: daysOf(from ?? '0001').from, to: daysOf(to ?? '9999').to },
  }
}

function identifierIn(query: URLSearchParams): Identifier | undefined {
  const value = given(query, 'identifier')
  const [type, issuer] = [given(query, 'identifier_type'), given(query, 'identifier_issuer')]
  if (value === undefined && (type !== undefined || issuer !== undefined))
    throw malformed('identifier_type and identifier_issuer need identifier: its value.')
  if (value !== undefined && plainIdentifier(value) === '')
    throw malformed('identifier must have letters or digits.')
  return value === undefined ? undefined : { value, type, issuer }
}

interface PageOf {
  readonly limit: number
  readonly offset: number
}

function pageIn(query: URLSearchParams): PageOf {
  const limit = int32In(query, 'limit') ?? ON_PAGE
  if (limit < 1 || limit > MOST_ON_PAGE) throw malformed(`limit must be from 1 to ${MOST_ON_PAGE}.`)
  return { limit, offset: int32In(query, 'offset') ?? 0 }
}

export interface SearchRequest {
  readonly asked: AskedPeople | AskedIds
  readonly page: PageOf
}

export function searchIn({ query }: Incoming): SearchRequest {
  const ids = idsIn(query)
  if (ids) return { asked: ids, page: { limit: MOST_ON_PAGE, offset: 0 } }
  const name = given(query, 'name')
  const readings = name === undefined ? [] : readingsOf(name)
  if (name !== undefined && readings.every(terms => terms.length === 0))
    throw malformed('name must have letters or digits.')
  const sex = given(query, 'sex')
  const asked: AskedPeople = {
    readings,
    ...birthIn(query),
    sex: sex === undefined ? undefined : fold(sex),
    identifier: identifierIn(query),
    addressTerms: plainTermsOf([given(query, 'address') ?? '']).slice(0, MOST_WORDS),
  }
  const isEmpty =
    readings.length === 0 &&
    !asked.birth &&
    !asked.identifier &&
    asked.addressTerms.length === 0 &&
    sex === undefined
  if (isEmpty)
    throw malformed(
      'Say whom you look for: name, birth_date, sex, identifier or address; or ehr_uid or person_uid.',
    )
  return { asked, page: pageIn(query) }
}
