/** A tool for assistants as data: what it is for, what it takes, and what it does with the caller's rights. */
import type { CairnClient } from '@cairn-ehr/client'

/** The arguments of a call, by name, as the assistant gave them. */
export type ToolInput = Readonly<Record<string, unknown>>

export interface Tool {
  readonly name: string
  readonly title: string
  /** For the assistant: when to use it, and what comes back. */
  readonly description: string
  /** JSON Schema of its arguments. */
  readonly properties: Readonly<Record<string, object>>
  readonly required: readonly string[]
  /** True if it changes records: offered only where the operator allows it. */
  readonly writes?: true
  /** True if it shows who people are: offered only where the operator allows it. */
  readonly needsPeople?: true
  readonly run: (cairn: CairnClient, input: ToolInput) => Promise<unknown>
}

/** An argument that cannot be used; the message is for the assistant. */
export class ToolInputError extends Error {}

export const text = (description: string) => ({ type: 'string', description })

export const integer = (description: string, maximum: number) => ({
  type: 'integer',
  description,
  minimum: 1,
  maximum,
})

/** Longest text of an argument. */
const MOST_CHARACTERS = 100_000

export function textIn(input: ToolInput, name: string): string {
  const value = optionalText(input, name)
  if (value === undefined) throw new ToolInputError(`Give ${name}.`)
  return value
}

export function optionalText(input: ToolInput, name: string): string | undefined {
  const value = input[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' || value.length > MOST_CHARACTERS)
    throw new ToolInputError(`${name} is a text of at most ${MOST_CHARACTERS} characters.`)
  return value
}

export function countIn(input: ToolInput, name: string, usual: number, most: number): number {
  const value = input[name] ?? usual
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > most)
    throw new ToolInputError(`${name} is a whole number from 1 to ${most}.`)
  return value
}

export function objectIn(input: ToolInput, name: string): Readonly<Record<string, unknown>> {
  const value = input[name] ?? {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new ToolInputError(`${name} is an object.`)
  return value as Readonly<Record<string, unknown>>
}
