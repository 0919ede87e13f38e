/** Inputs for what is chosen from a list of codes: coded texts, ordinals, scales. */

import { attributesOf, type Rm, rubricOf } from '../../rm/index.ts'
import type { ArchetypeScope, CodePhraseConstraint, ConstraintReference, ObjectConstraint } from '../model.ts'
import { childrenAt, termFor } from '../names.ts'
import { boundTerminology, terminologyOf } from '../terminology.ts'
import type { CodedValue, Localized, WebTemplateInput, WebTemplateInputValue } from './model.ts'

type CodeConstraint = CodePhraseConstraint | ConstraintReference

/** The constraint on the code of a DV_CODED_TEXT, or of a CODE_PHRASE itself. */
function codesOf(constraint: ObjectConstraint | undefined): CodeConstraint | undefined {
  if (constraint === undefined) return undefined
  const all = constraint.kind === 'object' ? childrenAt(constraint, 'defining_code') : [constraint]
  for (const one of all) if (one.kind === 'C_CODE_PHRASE' || one.kind === 'CONSTRAINT_REF') return one
  return undefined
}

/** The terminology that a constraint on a coded text names; undefined where it leaves it open. */
export function codeTerminology(constraint: ObjectConstraint | undefined): string | undefined {
  const codes = codesOf(constraint)
  if (codes === undefined) return undefined
  return codes.kind === 'CONSTRAINT_REF' ? boundTerminology(codes) : terminologyOf(codes)
}

/** The terminology of the codes and, where only a terminology service knows them, the reference to their set. */
function sourceOf(
  constraint: ObjectConstraint | undefined,
): Pick<WebTemplateInput, 'terminology' | 'referenceSetUri'> {
  const codes = codesOf(constraint)
  if (codes === undefined) return {}
  const isReference = codes.kind === 'CONSTRAINT_REF'
  const uris = isReference ? codes.scope.constraintBindings.get(codes.reference) : [codes.referenceSetUri]
  const [first, another] = uris ?? []
  const uri = another === undefined ? first : undefined
  const address = uri?.replace(/^terminology:/, '')
  // Forms look value sets up at the address of a terminology server, which names no terminology.
  const terminology = codeTerminology(constraint) ?? address
  return {
    ...(terminology === undefined ? {} : { terminology }),
    ...(uri === undefined || address === terminology ? {} : { referenceSetUri: uri }),
  }
}

export function codedTextInputs(
  constraint: ObjectConstraint | undefined,
  languages: readonly string[],
): readonly WebTemplateInput[] {
  const codes = codesOf(constraint)
  const source = sourceOf(constraint)
  const given = constraint?.defaultValue
  const assumed = codes?.kind === 'C_CODE_PHRASE' ? codes.assumed?.code : undefined
  const chosen = defaultCode(given) ?? assumed
  if (codes?.kind !== 'C_CODE_PHRASE' || codes.codes.length === 0) {
    const text = chosen === undefined ? undefined : attributesOf<Rm.DvCodedText>(given).value
    return [
      { suffix: 'code', type: 'TEXT', ...(chosen === undefined ? {} : { defaultValue: chosen }), ...source },
      {
        suffix: 'value',
        type: 'TEXT',
        ...(typeof text === 'string' ? { defaultValue: text } : {}),
        ...source,
      },
    ]
  }
  const list = codes.codes.map(code => listValue(codes.scope, codes.terminology ?? 'local', code, languages))
  const isListed = chosen !== undefined && codes.codes.includes(chosen)
  return [
    {
      suffix: 'code',
      type: 'CODED_TEXT',
      list,
      ...(isListed ? { defaultValue: chosen } : {}),
      ...source,
    },
  ]
}

/** The states that an action may lead to. */
export const statesInput = (codes: readonly string[], languages: readonly string[]): WebTemplateInput => ({
  suffix: 'code',
  type: 'CODED_TEXT',
  list: codes.map(code => openehrValue(code, languages)),
  terminology: 'openehr',
})

/** Coded, or free text instead: the list is open, and `|other` takes the text. */
export function withOther(inputs: readonly WebTemplateInput[]): readonly WebTemplateInput[] {
  const [code, ...rest] = inputs
  return code ? [{ ...code, listOpen: true }, ...rest, { suffix: 'other', type: 'TEXT' }] : inputs
}

/** Without a list nobody but the client knows the symbol and its number, so it is asked for all three. */
const openOrdinal = (type: 'INTEGER' | 'DECIMAL'): readonly WebTemplateInput[] => [
  { suffix: 'code', type: 'TEXT' },
  { suffix: 'value', type: 'TEXT' },
  { suffix: 'ordinal', type },
]

const OPEN_ORDINAL = { DV_ORDINAL: openOrdinal('INTEGER'), DV_SCALE: openOrdinal('DECIMAL') } as const

export function ordinalInputs(
  constraint: ObjectConstraint | undefined,
  languages: readonly string[],
  rmType: string,
): readonly WebTemplateInput[] {
  if (constraint?.kind !== 'C_DV_ORDINAL' && constraint?.kind !== 'C_DV_SCALE')
    return OPEN_ORDINAL[rmType === 'DV_SCALE' ? 'DV_SCALE' : 'DV_ORDINAL']
  const list = constraint.items.map(({ value, symbol }) => {
    const coded = listValue(constraint.scope, symbol.terminology, symbol.code, languages)
    const number = constraint.kind === 'C_DV_ORDINAL' ? { ordinal: value } : { scale: value }
    const label = coded.label ?? symbol.text
    return { ...coded, ...(label === undefined ? {} : { label }), ...number }
  })
  const given = constraint.defaultValue
  const chosen = defaultCode(attributesOf<Rm.DvOrdinal>(given).symbol) ?? constraint.assumed?.symbol.code
  const isListed = chosen !== undefined && list.some(({ value }) => value === chosen)
  const terminology = constraint.items[0]?.symbol.terminology
  if (terminology === undefined) return OPEN_ORDINAL[rmType === 'DV_SCALE' ? 'DV_SCALE' : 'DV_ORDINAL']
  return [{ type: 'CODED_TEXT', list, ...(isListed ? { defaultValue: chosen } : {}), terminology }]
}

function defaultCode(value: unknown): string | undefined {
  const { defining_code } = attributesOf<Rm.DvCodedText>(value)
  const text = attributesOf<Rm.CodePhrase>(defining_code).code_string
  return typeof text === 'string' ? text : undefined
}

/** A code with its text in every language, and what it is bound to. */
export function listValue(
  scope: ArchetypeScope,
  terminology: string,
  code: string,
  languages: readonly string[],
): WebTemplateInputValue {
  if (terminology === 'openehr') return openehrValue(code, languages)
  const label = termFor(scope, terminology, code)?.text
  const inEach = (part: 'text' | 'description'): Localized | undefined =>
    localized(languages, language => termFor(scope, terminology, code, language)?.[part])
  const labels = inEach('text')
  const descriptions = inEach('description')
  const bindings = bindingsOf(scope, code)
  return {
    value: code,
    ...(label === undefined ? {} : { label }),
    ...(labels === undefined ? {} : { localizedLabels: labels }),
    ...(descriptions === undefined ? {} : { localizedDescriptions: descriptions }),
    ...(bindings === undefined ? {} : { termBindings: bindings }),
  }
}

function openehrValue(code: string, languages: readonly string[]): WebTemplateInputValue {
  const rubric = rubricOf(code)
  return {
    value: code,
    ...(rubric === undefined ? {} : { label: rubric, localizedLabels: same(rubric, languages) }),
  }
}

/** The openEHR terminology comes in English here; other languages show the same words rather than none. */
const same = (rubric: string, languages: readonly string[]): Localized =>
  Object.fromEntries(languages.map(language => [language, rubric]))

/** The text in every language that has one; undefined where none has. */
function localized(
  languages: readonly string[],
  textIn: (language: string) => string | undefined,
): Localized | undefined {
  const entries = languages.flatMap(language => {
    const text = textIn(language)
    return text === undefined ? [] : [[language, text] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** Terminology → the code that a local code is bound to. */
export function bindingsOf(
  scope: ArchetypeScope,
  code: string,
): Readonly<Record<string, CodedValue>> | undefined {
  const found: [string, CodedValue][] = []
  for (const [terminology, codes] of scope.bindings) {
    const bound = codes.get(code)
    if (bound) found.push([terminology, { value: bound.code, terminologyId: bound.terminology }])
  }
  return found.length === 0 ? undefined : Object.fromEntries(found)
}
