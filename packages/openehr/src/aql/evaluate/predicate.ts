/** Tests nodes by predicates in brackets. */
import { RE2JS } from 're2js'
import { attributesOf, type Rm } from '../../rm/index.ts'
import type {
  NodeName,
  NodePredicate,
  ObjectPath,
  Predicate,
  RegexPredicate,
  Step,
  TermCode,
  ValuePredicate,
} from '../syntax/tree.ts'
import { satisfies } from './compare.ts'
import { computed, type Item, membersOf, nodeIdOf, type Value } from './item.ts'

/** A predicate picks the nodes for which it is true; unknown picks none. A path in it holds if any of its values does. */
export function picks(predicate: Predicate | undefined, item: Item): boolean {
  if (!predicate) return true
  switch (predicate.kind) {
    case 'predicateAnd':
      return predicate.operands.every(operand => picks(operand, item))
    case 'predicateOr':
      return predicate.operands.some(operand => picks(operand, item))
    case 'node':
      return isNode(predicate, item)
    case 'value':
      return comparesTrue(predicate, item)
    case 'regex':
      return reach(item, predicate.path.steps).some(
        ({ value }) => typeof value === 'string' && regexOf(predicate)(value),
      )
  }
}

/** All items that steps lead to. */
export const reach = (item: Item, steps: readonly Step[]): readonly Item[] =>
  steps.reduce<readonly Item[]>((items, step) => items.flatMap(next => select(next, step)), [item])

/** The items that one step leads to. */
export const select = (item: Item, step: Step): readonly Item[] =>
  membersOf(item, step.attribute).filter(member => picks(step.predicate, member))

function isNode({ id, name }: NodePredicate, item: Item): boolean {
  if (id.kind === 'parameter' || nodeIdOf(item) !== id.value) return false
  return name === undefined || membersOf(item, 'name').some(text => isNamed(text, name))
}

/** A code without terminology is a local one. */
function isNamed(text: Item, name: NodeName): boolean {
  switch (name.kind) {
    case 'parameter':
      return false
    case 'literal':
      return attributesOf<Rm.DvText>(text.value).value === name.value
    case 'code':
      return membersOf(text, 'defining_code').some(code =>
        isCoded(code.value, { terminology: 'local', code: name.value }),
      )
    case 'termCode':
      return membersOf(text, 'defining_code').some(code => isCoded(code.value, name))
  }
}

/** True for a CODE_PHRASE with that code; a version is compared only where the query gives one, a rubric never. */
export function isCoded(phrase: unknown, code: Pick<TermCode, 'terminology' | 'version' | 'code'>): boolean {
  const { code_string, terminology_id } = attributesOf<Rm.CodePhrase>(phrase)
  if (code_string !== code.code) return false
  const id = String(attributesOf<Rm.TerminologyId>(terminology_id).value ?? '')
  return code.version === undefined
    ? id === code.terminology || id.startsWith(`${code.terminology}(`)
    : id === `${code.terminology}(${code.version})`
}

function comparesTrue({ path, operator, operand }: ValuePredicate, item: Item): boolean {
  const left = reach(item, path.steps)
  if (operand.kind === 'termCode' || operand.kind === 'code') {
    const code = operand.kind === 'code' ? { terminology: 'local', code: operand.value } : operand
    const same = (found: Item) => isCoded(found.value, code) || found.value === code.code
    return left.some(found => (operator === '=' ? same(found) : operator === '!=' && !same(found)))
  }
  const right = operandValues(operand, item)
  return left.some(a => right.some(b => satisfies(operator, a, b) === true))
}

function operandValues(operand: ValuePredicate['operand'], item: Item): readonly Value[] {
  if (operand.kind === 'objectPath') return reach(item, (operand satisfies ObjectPath).steps)
  const value = operand.kind === 'literal' ? computed(operand.value) : undefined
  return value ? [value] : []
}

const compiled = new WeakMap<RegexPredicate, (text: string) => boolean>()

/** The expression must match the whole text, in time linear in its length. */
function regexOf(predicate: RegexPredicate): (text: string) => boolean {
  const before = compiled.get(predicate)
  if (before) return before
  const regex = RE2JS.compile(predicate.pattern)
  const matches = (text: string): boolean => regex.matches(text)
  compiled.set(predicate, matches)
  return matches
}
