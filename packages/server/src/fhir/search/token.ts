/** Tokens of a search, `system|code`, compared with codes and identifiers of a resource (R4, Search, token). */
import { isJson, listOf } from '@cairn-ehr/fhir'

export interface Token {
  /** Undefined: any system. Empty: none. */
  readonly system: string | undefined
  /** Undefined: any code of the system. */
  readonly code: string | undefined
}

export function tokenIn(text: string): Token {
  const bar = text.indexOf('|')
  if (bar < 0) return { system: undefined, code: text }
  const code = text.slice(bar + 1)
  return { system: text.slice(0, bar), code: code === '' ? undefined : code }
}

interface CodeValue {
  readonly system: string | undefined
  readonly code: string
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The codes of a code, Coding, CodeableConcept or Identifier, or of a list of them. */
function codesIn(value: unknown): readonly CodeValue[] {
  if (typeof value === 'string' || typeof value === 'boolean')
    return [{ system: undefined, code: String(value) }]
  if (Array.isArray(value)) return value.flatMap(codesIn)
  if (!isJson(value)) return []
  const code = textOf(value['code']) ?? textOf(value['value'])
  const own = code === undefined ? [] : [{ system: textOf(value['system']), code }]
  return [...own, ...listOf(value['coding']).flatMap(codesIn)]
}

/** A plain code, such as a status, has a system that its element fixes: one that is asked for is not compared. */
export const matchesToken = ({ system, code }: Token, value: CodeValue, isPlain = false): boolean =>
  (code === undefined || code === value.code) &&
  (system === undefined || isPlain || system === (value.system ?? ''))

export const matchesValue = (token: Token, value: unknown): boolean =>
  codesIn(value).some(each => matchesToken(token, each, typeof value === 'string'))
