/** The body of a request for possible duplicates. */
import type { Incoming } from '../../http/index.ts'
import { type ObjectId, readObjectId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { birthDateIn } from './birth-date.ts'
import { type Identifier, knownIdentifier } from './facts.ts'
import type { Sought } from './match.ts'
import { fold, termsOf } from './terms.ts'

type Members = Readonly<Record<string, unknown>>

const malformed = (message: string): Refusal => new Refusal('request.malformed', message)

const MEMBERS = ['personUid', 'name', 'birthDate', 'sex', 'identifiers', 'leastScore', 'limit']

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textIn(body: Members, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.trim() === '') throw malformed(`"${name}" must be a text.`)
  return value.trim()
}

function numberIn(body: Members, name: string, most: number): number | undefined {
  const value = body[name]
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !(value >= 0 && value <= most))
    throw malformed(`"${name}" must be a number from 0 to ${most}.`)
  return value
}

function identifiersIn({ identifiers = [] }: Members): readonly Identifier[] {
  if (!Array.isArray(identifiers) || identifiers.length > 20 || !identifiers.every(isMembers))
    throw malformed('"identifiers" must be a list of at most 20 objects.')
  return identifiers.map(each => {
    const value = textIn(each, 'value')
    if (value === undefined) throw malformed('An identifier needs "value".')
    return { value, type: textIn(each, 'type'), issuer: textIn(each, 'issuer') }
  })
}

function birthDateOf(body: Members): string | undefined {
  const text = textIn(body, 'birthDate')
  const date = text === undefined ? undefined : birthDateIn(text)
  if (text !== undefined && date === undefined)
    throw malformed('"birthDate" must be a date, a month or a year, such as 1980-05-03.')
  return date
}

/** The data of a person, as they are written. */
interface PersonData {
  readonly name: string | undefined
  readonly birthDate: string | undefined
  readonly sex: string | undefined
  readonly identifiers: readonly Identifier[]
}

/** The data in the form that they are compared in; a birth date that is none is left out. */
export const soughtPerson = ({ name, birthDate, sex, identifiers }: PersonData): Sought => ({
  personId: undefined,
  terms: name === undefined ? [] : termsOf([name]),
  birthDate: birthDate === undefined ? undefined : birthDateIn(birthDate),
  sex: sex === undefined ? undefined : fold(sex),
  identifiers: identifiers.map(knownIdentifier),
})

export interface MatchRequest {
  /** A person of this server to compare the others with, or the data of one. */
  readonly of: ObjectId | Sought
  readonly least: number
  readonly most: number
}

const LEAST = 0.6
const MOST = 20

export function matchIn({ body }: Incoming): MatchRequest {
  if (!isMembers(body)) throw malformed('The body must be an object.')
  const unknown = Object.keys(body).find(name => !MEMBERS.includes(name))
  if (unknown !== undefined)
    throw malformed(`The body has no "${unknown.slice(0, 50)}": ${MEMBERS.join(', ')}.`)
  const options = {
    least: numberIn(body, 'leastScore', 1) ?? LEAST,
    most: numberIn(body, 'limit', 100) ?? MOST,
  }
  const personUid = textIn(body, 'personUid')
  if (personUid !== undefined) {
    const of = readObjectId(personUid)
    if (of === undefined) throw malformed('"personUid" must be the uid of a PERSON.')
    return { of, ...options }
  }
  const of = soughtPerson({
    name: textIn(body, 'name'),
    birthDate: birthDateOf(body),
    sex: textIn(body, 'sex'),
    identifiers: identifiersIn(body),
  })
  if (of.terms.length === 0 && of.identifiers.length === 0)
    throw malformed('The body needs "personUid", or "name" or "identifiers" of a person.')
  return { of, ...options }
}
