/** Inputs for what is chosen from a list of codes: coded texts, ordinals, scales. */

import { rubricOf } from '../../rm/index.ts'
import type { ArchetypeScope, CodePhraseConstraint, ObjectConstraint } from '../model.ts'
import { childrenAt, termFor } from '../names.ts'
import type { CodedValue, Localized, WebTemplateInput, WebTemplateInputValue } from './model.ts'
import { isRecord, plainInput } from './validation.ts'

/** The constraint on the code of a DV_CODED_TEXT, or of a CODE_PHRASE itself. */
function codesOf(constraint: ObjectConstraint | undefined): CodePhraseConstraint | undefined {
  if (constraint === undefined) return undefined
  const all = constraint.kind === 'object' ? childrenAt(constraint, 'defining_code') : [constraint]
  for (const one of all) if (one.kind === 'C_CODE_PHRASE') return one
  return undefined
}

export function codedTextInputs(
  constraint: ObjectConstraint | undefined,
  languages: readonly string[],
): readonly WebTemplateInput[] {
  const codes = codesOf(constraint)
  const chosen = defaultCode(constraint?.defaultValue) ?? codes?.assumed?.code
  const fallback = chosen === undefined ? {} : { defaultValue: chosen }
  const terminology = codes?.referenceSetUri?.replace(/^terminology:/, '') ?? codes?.terminology
  if (codes === undefined || codes.codes.length === 0) {
    const open = terminology === undefined ? {} : { terminology }
    return [
      { suffix: 'code', type: 'TEXT', ...fallback, ...open },
      { suffix: 'value', type: 'TEXT', ...open },
    ]
  }
  const list = codes.codes.map(code => listValue(codes.scope, codes.terminology ?? 'local', code, languages))
  return [
    {
      suffix: 'code',
      type: 'CODED_TEXT',
      list,
      ...fallback,
      ...(terminology === undefined || terminology === 'local' ? {} : { terminology }),
    },
  ]
}

/** Coded, or free text instead: the list is open, and `|other` takes the text. */
export function withOther(inputs: readonly WebTemplateInput[]): readonly WebTemplateInput[] {
  const [code, ...rest] = inputs
  return code ? [{ ...code, listOpen: true }, ...rest, { suffix: 'other', type: 'TEXT' }] : inputs
}

export function ordinalInputs(
  constraint: ObjectConstraint | undefined,
  languages: readonly string[],
): readonly WebTemplateInput[] {
  if (constraint?.kind !== 'C_DV_ORDINAL' && constraint?.kind !== 'C_DV_SCALE')
    return [plainInput('CODED_TEXT', undefined, 'value')]
  const list = constraint.items.map(({ value, symbol }) => {
    const coded = listValue(constraint.scope, symbol.terminology, symbol.code, languages)
    const number = constraint.kind === 'C_DV_ORDINAL' ? { ordinal: value } : { scale: value }
    const label = coded.label ?? symbol.text
    return { ...coded, ...(label === undefined ? {} : { label }), ...number }
  })
  const given = constraint.defaultValue
  const chosen =
    (isRecord(given) ? defaultCode(given['symbol']) : undefined) ?? constraint.assumed?.symbol.code
  return [
    {
      type: 'CODED_TEXT',
      ...(list.length === 0 ? {} : { list }),
      ...(chosen === undefined ? {} : { defaultValue: chosen }),
    },
  ]
}

function defaultCode(value: unknown): string | undefined {
  const code = isRecord(value) ? value['defining_code'] : undefined
  const text = isRecord(code) ? code['code_string'] : undefined
  return typeof text === 'string' ? text : undefined
}

/** A code with its text in every language, and what it is bound to. */
export function listValue(
  scope: ArchetypeScope,
  terminology: string,
  code: string,
  languages: readonly string[],
): WebTemplateInputValue {
  if (terminology === 'openehr') {
    const rubric = rubricOf(code)
    return {
      value: code,
      ...(rubric === undefined ? {} : { label: rubric, localizedLabels: same(rubric, languages) }),
    }
  }
  const label = termFor(scope, terminology, code)?.['text']
  const labels = localized(scope, terminology, code, 'text', languages)
  const descriptions = localized(scope, terminology, code, 'description', languages)
  const bindings = bindingsOf(scope, code)
  return {
    value: code,
    ...(label === undefined ? {} : { label }),
    ...(labels === undefined ? {} : { localizedLabels: labels }),
    ...(descriptions === undefined ? {} : { localizedDescriptions: descriptions }),
    ...(bindings === undefined ? {} : { termBindings: bindings }),
  }
}

/** The openEHR terminology comes in English here; other languages show the same words rather than none. */
const same = (rubric: string, languages: readonly string[]): Localized =>
  Object.fromEntries(languages.map(language => [language, rubric]))

function localized(
  scope: ArchetypeScope,
  terminology: string,
  code: string,
  part: 'text' | 'description',
  languages: readonly string[],
): Localized | undefined {
  const entries = languages.flatMap(language => {
    const text = termFor(scope, terminology, code, language)?.[part]
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
