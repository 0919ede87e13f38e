/** WHERE: a condition over one row, true, false or unknown. */
import { attributesOf, isRmObject, type Rm } from '../../rm/index.ts'
import type { Condition, Like, Matches, MatchItem, Path } from '../syntax/tree.ts'
import { type Codes, isAmong } from './codes.ts'
import { allTrue, anyTrue, satisfies, type Truth } from './compare.ts'
import type { Binding } from './containment.ts'
import { askTerminology, type Context, valueIn } from './expression.ts'
import { computed, type Value } from './item.ts'
import { likePattern } from './like.ts'
import type { Row } from './paths.ts'
import { picks, reach } from './predicate.ts'

export function holds(context: Context, binding: Binding, row: Row, condition: Condition): Truth {
  const value = (expression: Parameters<typeof valueIn>[2]) => valueIn(context, row, expression)
  switch (condition.kind) {
    case 'and':
      return allTrue(each(context, binding, row, condition.operands))
    case 'or':
      return anyTrue(each(context, binding, row, condition.operands))
    case 'not': {
      const truth = holds(context, binding, row, condition.operand)
      return truth === undefined ? undefined : !truth
    }
    case 'comparison':
      return satisfies(condition.operator, value(condition.left), value(condition.right))
    case 'like':
      return isLike(value(condition.left), condition)
    case 'matches':
      return isMatch(context, row, value(condition.left), condition)
    case 'exists':
      return isThere(context, binding, row, condition.path)
  }
}

/** Asked of the row as far as its paths go, and from there of the object: never unknown. */
function isThere({ tree }: Context, binding: Binding, row: Row, path: Path): boolean {
  const { slot, rest = path.steps } = tree.exists.get(path) ?? {}
  if (slot !== undefined) {
    const item = row[slot]
    return item !== undefined && reach(item, rest).length > 0
  }
  const item = binding.get(path.variable)
  return item !== undefined && picks(path.predicate, item) && reach(item, rest).length > 0
}

/** One after the other, and no further than it takes: a terminology service may have to be asked. */
function* each(
  context: Context,
  binding: Binding,
  row: Row,
  conditions: readonly Condition[],
): Iterable<Truth> {
  for (const condition of conditions) yield holds(context, binding, row, condition)
}

const patterns = new WeakMap<Like, (text: string) => boolean>()

/** Text, and dates, times and durations by theirs; anything else has no text to match. */
function isLike(value: Value | undefined, like: Like): Truth {
  if (!value || like.pattern.kind !== 'literal') return undefined
  const text =
    isRmObject(value.value) && /^DV_(DATE|TIME|DURATION)/.test(value.type)
      ? attributesOf<Rm.DvDateTime>(value.value).value
      : value.value
  if (typeof text !== 'string') return undefined
  const matches = patterns.get(like) ?? likePattern(String(like.pattern.value))
  patterns.set(like, matches)
  return matches(text)
}

const isMatch = (context: Context, row: Row, left: Value | undefined, { items }: Matches): Truth =>
  left && anyTrue(oneOfEach(context, row, left, items))

function* oneOfEach(context: Context, row: Row, left: Value, items: readonly MatchItem[]): Iterable<Truth> {
  for (const item of items) yield isOneOf(left, answerOf(context, row, item))
}

/** The value of an item of the list: one value, or the answer of a terminology service. */
function answerOf(context: Context, row: Row, item: MatchItem): Value | undefined {
  if (item.kind !== 'uri') return valueIn(context, row, item)
  const question = terminologyUri(item.value)
  return computed(question ? askTerminology(context, question) : item.value)
}

const TERMINOLOGY_URI = /^terminology:\/\/([^/?]*)\/?([^?]*)\??(.*)$/i

/** `terminology://service/operation?parameters` as the arguments of TERMINOLOGY(); undefined of any other URI. */
export function terminologyUri(
  uri: string,
): readonly [operation: string, service: string, parameters: string] | undefined {
  const [, service, operation = '', parameters = ''] = TERMINOLOGY_URI.exec(uri) ?? []
  return service === undefined ? undefined : [operation, service, parameters]
}

const isOneOf = (left: Value, answer: Value | undefined): Truth =>
  Array.isArray(answer?.value) ? isAmong(left, answer.value as Codes) : satisfies('=', left, answer)
