/** Path → text in its normal form: single quotes, one blank after a comma, none around operators. */
import { quoted } from '../rm/index.ts'
import type { ObjectPath, Path, Predicate, Step, ValuePredicate } from './tree.ts'

export function printPath({ absolute, predicate, steps }: Path): string {
  const start = predicate === undefined ? '' : `[${printPredicate(predicate)}]`
  return `${start}${absolute || (predicate !== undefined && steps.length > 0) ? '/' : ''}${printSteps(steps)}`
}

export const printSteps = (steps: readonly Step[]): string => steps.map(printStep).join('/')

export const printStep = ({ attribute, predicate, position }: Step): string =>
  `${attribute}${predicate === undefined ? '' : `[${printPredicate(predicate)}]`}${position === undefined ? '' : `[${position}]`}`

/** The text between the brackets. */
export function printPredicate(predicate: Predicate): string {
  switch (predicate.kind) {
    case 'predicateAnd':
    case 'predicateOr':
      return predicate.operands
        .map(operand =>
          operand.kind === 'predicateOr' || operand.kind === predicate.kind
            ? `(${printPredicate(operand)})`
            : printPredicate(operand),
        )
        .join(predicate.kind === 'predicateAnd' ? ' and ' : ' or ')
    case 'node':
      return predicate.name === undefined
        ? printTerm(predicate.id)
        : `${printTerm(predicate.id)}, ${printTerm(predicate.name)}`
    case 'value':
      return `${printObjectPath(predicate.path)}${predicate.operator}${printOperand(predicate.operand)}`
    case 'regex':
      return `${printObjectPath(predicate.path)} matches {/${predicate.pattern}/}`
  }
}

const printObjectPath = ({ steps }: ObjectPath): string => printSteps(steps)

const printOperand = (operand: ValuePredicate['operand']): string =>
  operand.kind === 'objectPath' ? printObjectPath(operand) : printTerm(operand)

type Term =
  | Exclude<ValuePredicate['operand'], ObjectPath>
  | { readonly kind: 'archetypeId'; readonly value: string }

function printTerm(term: Term): string {
  switch (term.kind) {
    case 'code':
    case 'archetypeId':
      return term.value
    case 'parameter':
      return `$${term.name}`
    case 'literal':
      return typeof term.value === 'string' ? quoted(term.value) : String(term.value)
    case 'termCode': {
      const version = term.version === undefined ? '' : `(${term.version})`
      const rubric = term.rubric === undefined ? '' : `|${term.rubric}|`
      return `${term.terminology}${version}::${term.code}${rubric}`
    }
  }
}
