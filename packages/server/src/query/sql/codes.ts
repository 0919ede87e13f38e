/** A CODE_PHRASE among the codes that a terminology names. */
import type { TerminologyAnswer, TerminologyCode } from '@cairn-ehr/openehr/aql'
import { any, q, value } from '../../relation/expressions/index.ts'
import type { Fragment, Given } from '../../relation/index.ts'
import type { Operand } from './operand.ts'

type Codes = readonly (string | TerminologyCode)[]

export const isCodes = (answer: TerminologyAnswer): answer is Codes => Array.isArray(answer)

/** Between a terminology and a code: neither of them has this character. */
const SEPARATOR = '\u001f'

/**
 * Codes and pairs of terminology and code are looked up in two lists of text, since PostgreSQL hashes such lists: a value set
 * may have thousands. The version of a terminology is not compared. An answer that is no list makes the condition
 * unknown unless another one makes it true. Undefined where the operand is no object of the rows.
 */
export function amongCodes(
  { also }: Operand,
  answers: (given: Given) => readonly TerminologyAnswer[],
): Fragment | undefined {
  if (!also) return undefined
  const code = q`(${also('code_string')} #>> '{}')`
  const terminology = q`(${also('terminology_id/value')} #>> '{}')`
  const codes = (given: Given) => answers(given).filter(isCodes).flat()
  const bare = value('text[]', given =>
    codes(given).flatMap(each => (nameOf(each) === undefined ? [codeOf(each)] : [])),
  )
  const pairs = value('text[]', given =>
    codes(given).flatMap(each => {
      const name = nameOf(each)
      return name === undefined ? [] : [`${name}${SEPARATOR}${codeOf(each)}`]
    }),
  )
  const isPair = (name: Fragment) => q`${name} || E'\\x1f' || ${code} = any(${pairs})`
  const orUnknown = value('boolean', given => (answers(given).every(isCodes) ? false : null))
  return q`case when ${code} is not null then ${any([
    q`${code} = any(${bare})`,
    isPair(terminology),
    isPair(q`split_part(${terminology}, '(', 1)`),
    orUnknown,
  ])} end`
}

const codeOf = (each: string | TerminologyCode): string => (typeof each === 'string' ? each : each.code)

const nameOf = (each: string | TerminologyCode): string | undefined =>
  typeof each === 'string' ? undefined : each.terminology
