/** Reads names, birth date, sex, identifiers and addresses from a PERSON by the paths of a definition. */
import { resolve } from '@cairn-ehr/openehr/path'
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import { birthDateIn } from './birth-date.ts'
import type { PathList, ReadyDefinition } from './definition.ts'
import { fold, plainIdentifier, plainTermsOf, termsOf } from './terms.ts'

export interface Identifier {
  readonly value: string
  readonly type?: string | undefined
  readonly issuer?: string | undefined
}

/** An identifier with the form that it is compared in. */
export interface KnownIdentifier extends Identifier {
  readonly plain: string
}

export interface PersonFacts {
  readonly name: string
  readonly nameTerms: readonly string[]
  readonly birthDate: string | undefined
  readonly sex: string | undefined
  readonly identifiers: readonly KnownIdentifier[]
  readonly addressTerms: readonly string[]
}

export const NO_FACTS: PersonFacts = {
  name: '',
  nameTerms: [],
  birthDate: undefined,
  sex: undefined,
  identifiers: [],
  addressTerms: [],
}

const textOf = (value: unknown): string | undefined => {
  const text = isRmObject(value) ? value['value'] : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

const member = (value: RmObject, name: string): string | undefined => textOf(value[name])

export const knownIdentifier = (identifier: Identifier): KnownIdentifier => ({
  ...identifier,
  plain: plainIdentifier(identifier.value),
})

/** A DV_IDENTIFIER, or a text. */
function identifierOf(value: unknown): KnownIdentifier[] {
  const isIdentifier = isRmObject(value) && value['_type'] === 'DV_IDENTIFIER'
  const id = isIdentifier ? member(value, 'id') : textOf(value)
  if (id === undefined) return []
  const more = isIdentifier ? { type: member(value, 'type'), issuer: member(value, 'issuer') } : {}
  return [knownIdentifier({ value: id, ...more })]
}

/** The word that the definition has for the code, or the text. */
function sexOf(value: unknown, codes: Readonly<Record<string, string>>): string | undefined {
  const code = isRmObject(value) && isRmObject(value['defining_code']) ? value['defining_code'] : undefined
  const word = code && textOf(code['code_string'])
  const known = word !== undefined && Object.hasOwn(codes, word) ? codes[word] : textOf(value)
  return known === undefined ? undefined : fold(known)
}

const valuesAt = (person: RmObject, { paths }: ReadyDefinition, list: PathList): unknown[] =>
  paths[list].flatMap(path => resolve(path, person).map(({ value }) => value))

const textsOf = (values: readonly unknown[]): string[] => values.flatMap(value => textOf(value) ?? [])

/** The parts of a name that the definition tells apart. */
export interface NameParts {
  readonly given: readonly string[]
  readonly family: string
}

export const namePartsOf = (person: RmObject, definition: ReadyDefinition): NameParts => ({
  given: textsOf(valuesAt(person, definition, 'given_name')),
  family: textsOf(valuesAt(person, definition, 'family_name')).join(' '),
})

export function factsOf(person: RmObject, definition: ReadyDefinition): PersonFacts {
  const at = (list: PathList): unknown[] => valuesAt(person, definition, list)
  const textsAt = (list: PathList): string[] => textsOf(at(list))
  const names = textsAt('name')
  const [birthDate] = textsAt('birth_date').flatMap(text => birthDateIn(text) ?? [])
  const [sex] = at('sex').flatMap(value => sexOf(value, definition.sexCodes) ?? [])
  return {
    name: names.join(' '),
    nameTerms: termsOf(names),
    birthDate,
    sex,
    identifiers: at('identifier').flatMap(identifierOf),
    addressTerms: plainTermsOf(textsAt('address')),
  }
}
