/** Codes that satisfy a constraint, or that the RM asks for where there is none. */

import { rubricOf } from '../../rm/index.ts'
import type { CodePhraseConstraint, ConstraintReference, ObjectConstraint } from '../model.ts'
import { childrenAt, termFor } from '../names.ts'
import { groupOf } from '../openehr-codes.ts'
import { terminologyIn, terminologyOf } from '../terminology.ts'
import type { InstanceContext } from './instance-context.ts'

export interface MadeCode {
  readonly terminology: string
  readonly code: string
  readonly text: string
}

type CodeConstraint = CodePhraseConstraint | ConstraintReference

/** The usual code of a group, where an example need not show another. */
const USUAL: Readonly<Record<string, string>> = {
  category: '433',
  setting: '238',
  math_function: '146',
  current_state: '532',
  transition: '548',
  null_flavour: '253',
  relationship: '10',
}

/** Attributes whose codes come from a code set: the terminology, and a well-known code. */
const CODE_SETS: Readonly<Record<string, (making: InstanceContext) => MadeCode>> = {
  language: ({ language }) => ({ terminology: 'ISO_639-1', code: language, text: language }),
  territory: ({ territory }) => ({ terminology: 'ISO_3166-1', code: territory, text: territory }),
  encoding: () => ({ terminology: 'IANA_character-sets', code: 'UTF-8', text: 'UTF-8' }),
  charset: () => ({ terminology: 'IANA_character-sets', code: 'UTF-8', text: 'UTF-8' }),
  media_type: () => ({ terminology: 'IANA_media-types', code: 'text/plain', text: 'text/plain' }),
  compression_algorithm: () => ({
    terminology: 'openehr_compression_algorithms',
    code: 'gzip',
    text: 'gzip',
  }),
  integrity_check_algorithm: () => ({
    terminology: 'openehr_integrity_check_algorithms',
    code: 'SHA-256',
    text: 'SHA-256',
  }),
  normal_status: () => ({ terminology: 'openehr_normal_statuses', code: 'N', text: 'N' }),
}

/** The code for constraints that allow any code of a terminology. */
const ANY: MadeCode = { terminology: 'SNOMED-CT', code: '404684003', text: 'Clinical finding' }

/** The constraint on the code of a coded text. */
export function codeConstraint(text: ObjectConstraint | undefined): CodeConstraint | undefined {
  const children = text ? childrenAt(text, 'defining_code') : []
  for (const child of children)
    if (child.kind === 'C_CODE_PHRASE' || child.kind === 'CONSTRAINT_REF') return child
  return undefined
}

/** A code for an attribute: its own for a CODE_PHRASE, that of the coded text around it otherwise. */
export function makeCode(
  constraint: CodeConstraint | undefined,
  attribute: string,
  making: InstanceContext,
): MadeCode {
  if (constraint?.kind === 'CONSTRAINT_REF') {
    const [uri = ''] = constraint.scope.constraintBindings.get(constraint.reference) ?? []
    return { ...ANY, terminology: terminologyIn(uri) ?? ANY.terminology }
  }
  const [first, ...rest] = constraint?.codes ?? []
  const terminology = constraint && terminologyOf(constraint)
  if (constraint && first !== undefined)
    return named(constraint, terminology ?? 'local', making.chooser.pick([first, ...rest]), making.language)
  return freeCode(constraint, terminology, attribute, making)
}

function named(
  { scope }: CodePhraseConstraint,
  terminology: string,
  code: string,
  language: string,
): MadeCode {
  const rubric = terminology === 'openehr' ? rubricOf(code) : undefined
  const term = termFor(scope, terminology, code, language) ?? termFor(scope, terminology, code)
  return { terminology, code, text: rubric ?? term?.text ?? code }
}

/** Any code of a terminology: one of the group or set that the attribute takes, where it takes one. */
function freeCode(
  constraint: CodePhraseConstraint | undefined,
  terminology: string | undefined,
  attribute: string,
  making: InstanceContext,
): MadeCode {
  const set = Object.hasOwn(CODE_SETS, attribute) ? CODE_SETS[attribute]?.(making) : undefined
  if (set && (terminology === undefined || terminology === set.terminology)) return set
  const group = groupOf(attribute)
  if (group && group.size > 0 && (terminology === undefined || terminology === 'openehr'))
    return groupCode(attribute, [...group.keys()], making)
  if (terminology === 'local') {
    const code = [...(constraint?.scope.terms.keys() ?? [])].find(key => key.startsWith('at')) ?? 'at0000'
    return { terminology, code, text: constraint?.scope.terms.get(code)?.text ?? code }
  }
  return { ...ANY, terminology: terminology ?? ANY.terminology }
}

function groupCode(attribute: string, codes: readonly string[], { chooser }: InstanceContext): MadeCode {
  const usual = Object.hasOwn(USUAL, attribute) ? USUAL[attribute] : undefined
  const [first = '', ...rest] = usual === undefined ? codes : [usual, ...codes.filter(code => code !== usual)]
  const code = attribute === 'category' ? first : chooser.pick([first, ...rest])
  return { terminology: 'openehr', code, text: rubricOf(code) ?? code }
}
