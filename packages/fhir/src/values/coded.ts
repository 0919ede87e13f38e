/** Codes of FHIR → coded texts, texts with term mappings, and ordinals, as the template wants them. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { childrenAt, codeTerminology, type ObjectConstraint } from '@cairn-ehr/openehr/template'
import { listOf } from '../fhir/json.ts'
import { type Code, codeInCoding, codePhrase, termMapping } from './codes.ts'
import { type Convert, type Source, text } from './source.ts'

/** The codes that a template lists for a coded text; none where any code may stand. */
function listedCodes(constraint: ObjectConstraint | undefined): readonly string[] {
  if (constraint?.kind === 'C_CODE_PHRASE') return constraint.codes
  if (constraint?.kind !== 'object') return []
  return constraint.attributes
    .filter(({ name }) => name === 'defining_code')
    .flatMap(({ children }) => children.flatMap(child => (child.kind === 'C_CODE_PHRASE' ? child.codes : [])))
}

/** The terminology of a template's code; of a value set, its address. */
function terminologyIn(constraint: ObjectConstraint | undefined): string | undefined {
  for (const child of constraint?.kind === 'object' ? childrenAt(constraint, 'defining_code') : []) {
    const uri =
      child.kind === 'C_CODE_PHRASE'
        ? child.referenceSetUri
        : child.kind === 'CONSTRAINT_REF'
          ? child.scope.constraintBindings.get(child.reference)?.[0]
          : undefined
    if (uri !== undefined && /https?:/.test(uri)) return uri.replace(/^terminology:(\/\/[^/]+\/)?/, '')
  }
  return codeTerminology(constraint)
}

/** The coding of the terminology that the template asks for, else the first; the others become term mappings. */
function codedText(
  codes: readonly Code[],
  label: string | undefined,
  constraint: ObjectConstraint | undefined,
): RmObject | undefined {
  const listed = listedCodes(constraint)
  const wanted = terminologyIn(constraint)
  const own =
    codes.find(({ code, system }) => listed.includes(code) && (system === wanted || system === undefined)) ??
    (listed.length > 0 ? undefined : (codes.find(({ system }) => system === wanted) ?? codes[0]))
  if (own === undefined) return undefined
  const value = label ?? own.display ?? own.code
  const defining = codePhrase(
    own.system === undefined && wanted !== undefined ? { ...own, system: wanted } : own,
    own.display !== value,
  )
  const others = codes.filter(code => code !== own)
  return {
    _type: 'DV_CODED_TEXT',
    value,
    ...(others.length === 0 ? {} : { mappings: others.map(termMapping) }),
    defining_code: defining,
  }
}

export const codesOf = ({ json }: Source): readonly Code[] =>
  listOf(json['coding']).flatMap(each => codeInCoding(each) ?? [])

export const conceptCoded: Convert = source =>
  codedText(codesOf(source), text(source.json['text']), source.constraint)

export const conceptText: Convert = source => {
  const codes = codesOf(source)
  const value = text(source.json['text']) ?? codes[0]?.display ?? codes[0]?.code
  if (value === undefined) return undefined
  return { _type: 'DV_TEXT', value, ...(codes.length === 0 ? {} : { mappings: codes.map(termMapping) }) }
}

export const codingCoded: Convert = ({ json, constraint }) => {
  const code = codeInCoding(json)
  return code && codedText([code], undefined, constraint)
}

export const codingText: Convert = ({ json }) => {
  const code = codeInCoding(json)
  const value = text(json['display']) ?? code?.code
  return value === undefined
    ? undefined
    : { _type: 'DV_TEXT', value, ...(code === undefined ? {} : { mappings: [termMapping(code)] }) }
}

/** A code of FHIR has no system in data: the template names it. */
export const plainCoded: Convert = ({ node, constraint }) => {
  const code = text(node.value)
  const system = terminologyIn(constraint)
  return code === undefined || system === undefined
    ? undefined
    : codedText([{ code, system }], undefined, constraint)
}

export const ordinal = (
  code: string | undefined,
  value: number | undefined,
  constraint: ObjectConstraint | undefined,
): RmObject | undefined => {
  if (constraint?.kind !== 'C_DV_ORDINAL') return undefined
  const item = constraint.items.find(each =>
    code === undefined ? each.value === value : each.symbol.code === code,
  )
  if (item === undefined) return undefined
  const { terminology, code: symbol, text: label } = item.symbol
  const term = label ?? constraint.scope.terms.get(symbol)?.text ?? symbol
  return {
    _type: 'DV_ORDINAL',
    value: item.value,
    symbol: {
      _type: 'DV_CODED_TEXT',
      value: term,
      defining_code: codePhrase({ system: terminology, code: symbol }, false),
    },
  }
}
