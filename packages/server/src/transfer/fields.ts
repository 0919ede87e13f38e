/** Reads the members of a line of an import; a member that is not what it must be rejects the line. */
import { isUuid } from '@cairn-ehr/openehr/rm'
import { Refusal } from '../refusal/index.ts'

export const rejected = (message: string): Refusal => new Refusal('import.rejected', message)

export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const wrong = (name: string, expected: string) => rejected(`"${name}" must be ${expected}.`)

export function textOf(line: Members, name: string): string {
  const value = line[name]
  if (typeof value !== 'string') throw wrong(name, 'a text')
  return value
}

export const textOrNull = (line: Members, name: string): string | null =>
  line[name] === undefined || line[name] === null ? null : textOf(line, name)

export function idOf<Id extends string>(line: Members, name: string): Id {
  const value = textOf(line, name)
  if (!isUuid(value)) throw wrong(name, 'a UUID')
  return value.toLowerCase() as Id
}

export const idOrNull = <Id extends string>(line: Members, name: string): Id | null =>
  line[name] === undefined || line[name] === null ? null : idOf<Id>(line, name)

export function timeOf(line: Members, name: string): Date {
  const time = new Date(textOf(line, name))
  if (Number.isNaN(time.getTime())) throw wrong(name, 'a time')
  return time
}

/** The database keeps these numbers as integers. */
const GREATEST = 2 ** 31 - 1

export function integerOf(line: Members, name: string): number {
  const value = line[name]
  if (!Number.isSafeInteger(value) || (value as number) < 0 || (value as number) > GREATEST)
    throw wrong(name, 'a whole number')
  return value as number
}

export function booleanOf(line: Members, name: string): boolean {
  const value = line[name]
  if (typeof value !== 'boolean') throw wrong(name, 'true or false')
  return value
}

export function membersOf(line: Members, name: string): Members {
  const value = line[name]
  if (!isMembers(value)) throw wrong(name, 'an object')
  return value
}

/** A list that is left out is empty. */
export function listOf(line: Members, name: string): readonly Members[] {
  const value = line[name] ?? []
  if (!Array.isArray(value) || !value.every(isMembers)) throw wrong(name, 'a list of objects')
  return value
}

export function textsOf(line: Members, name: string): readonly string[] {
  const value = line[name] ?? []
  if (!Array.isArray(value) || !value.every(each => typeof each === 'string'))
    throw wrong(name, 'a list of texts')
  return value as string[]
}
