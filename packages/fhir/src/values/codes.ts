/** Codings and code phrases: system, version, code and display on both sides. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { isJson, type Json } from '../fhir/json.ts'

export interface Code {
  readonly system?: string
  readonly version?: string
  readonly code: string
  readonly display?: string
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export function codeInCoding(coding: unknown): Code | undefined {
  if (!isJson(coding)) return undefined
  const code = text(coding['code'])
  if (code === undefined) return undefined
  return compact({
    code,
    system: text(coding['system']),
    version: text(coding['version']),
    display: text(coding['display']),
  })
}

function compact(code: { code: string } & Record<string, string | undefined>): Code {
  return Object.fromEntries(
    Object.entries(code).filter(([, value]) => value !== undefined),
  ) as unknown as Code
}

/** `name (version)`; of a version that is a URI, as SNOMED CT has it, the last part. */
function terminologyId({ system, version }: Code): string {
  const short = version?.split('/').at(-1)
  return short === undefined ? (system ?? 'unknown') : `${system ?? 'unknown'} (${short})`
}

export const codePhrase = (code: Code, withTerm: boolean): RmObject => ({
  _type: 'CODE_PHRASE',
  terminology_id: { _type: 'TERMINOLOGY_ID', value: terminologyId(code) },
  code_string: code.code,
  ...(withTerm && code.display !== undefined ? { preferred_term: code.display } : {}),
})

export const termMapping = (code: Code): RmObject => ({
  _type: 'TERM_MAPPING',
  match: '=',
  target: codePhrase(code, true),
})

/** The parts of a CODE_PHRASE. */
export function codeInPhrase(phrase: unknown): Code | undefined {
  if (!isJson(phrase)) return undefined
  const code = text(phrase['code_string'])
  if (code === undefined) return undefined
  const id = isJson(phrase['terminology_id'])
    ? text(phrase['terminology_id']['value'])
    : text(phrase['terminology_id'])
  const [, name, version] = /^(.*?)\s*\(([^()]*)\)$/.exec(id ?? '') ?? [undefined, id, undefined]
  const system = name?.replace(/^\/\/fhir\.hl7\.org\//, '')
  return compact({ code, system, version: version || undefined, display: text(phrase['preferred_term']) })
}

export const codingOf = ({ system, version, code, display }: Code): Json => ({
  ...(system === undefined ? {} : { system }),
  ...(version === undefined ? {} : { version }),
  code,
  ...(display === undefined ? {} : { display }),
})

/** `system::code`, the text form of FHIRconnect for a code or an identifier. */
export const joined = (system: unknown, value: unknown): string | undefined => {
  const last = text(value)
  const first = text(system)
  return last === undefined ? undefined : first === undefined ? last : `${first}::${last}`
}

export function separated(joinedText: string): { readonly system?: string; readonly value: string } {
  const at = joinedText.lastIndexOf('::')
  return at < 0 ? { value: joinedText } : { system: joinedText.slice(0, at), value: joinedText.slice(at + 2) }
}
