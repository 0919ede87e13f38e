/** Predicates in brackets after a class, a variable or an attribute, and the path steps that have them. */
import type { Lexer } from './lexer.ts'
import { readLiteral, readParameter } from './parse-literal.ts'
import type {
  ArchetypeId,
  Code,
  ComparisonOperator,
  NodeName,
  NodePredicate,
  ObjectPath,
  Predicate,
  Step,
  TermCode,
  ValuePredicate,
} from './tree.ts'

const CODE = /(?:at|id)\d+(?:\.\d+)*(?![A-Za-z0-9_:(-])/y
const ARCHETYPE_ID =
  /(?:[A-Za-z0-9][\w.-]*::)?[A-Za-z]\w*-[A-Za-z]\w*-[A-Za-z]\w*\.[A-Za-z][\w-]*\.v\d+(?:draft)?(?:\.\d+){0,2}(?:-[A-Za-z]+(?:\.\d+)?)?(?![\w.-])/y
const TERM_CODE = /([\w.-]+)(?:\(([\w.-]+)\))?::([\w.-]+)(?:\|([^|[\]\r\n]*)\|)?/y
const REGEX = /\{[ \t]*\/((?:[^/\\\r\n]|\\[^\r\n])*)\/[ \t]*/y

/** Whole texts of the two kinds of node id, for values given as parameters. */
export const isCode = (text: string): boolean => /^(?:at|id)\d+(?:\.\d+)*$/.test(text)
export const isArchetypeId = (text: string): boolean => new RegExp(`^(?:${ARCHETYPE_ID.source})$`).test(text)

/** Reads `[…]`. */
export function readPredicate(lexer: Lexer): Predicate {
  lexer.expect('[')
  return readPredicateBody(lexer, 'all')
}

/** Reads `…]`. `only: 'values'` leaves out the node forms, which a VERSION cannot have. */
export function readPredicateBody(lexer: Lexer, only: 'all' | 'values'): Predicate {
  const predicate = lexer.deeper(() => readOr(lexer, only))
  lexer.expect(']', 'AND', 'OR', "']'")
  return predicate
}

export function readSteps(lexer: Lexer): readonly Step[] {
  const steps: Step[] = []
  do {
    const { type, at } = lexer.token
    if (type !== 'word') lexer.fail('an attribute')
    const attribute = lexer.next().text
    const predicate = lexer.is('[') ? readPredicate(lexer) : undefined
    steps.push(Object.freeze({ kind: 'step', at, attribute, ...(predicate && { predicate }) }))
  } while (lexer.take('/'))
  return Object.freeze(steps)
}

function readOr(lexer: Lexer, only: 'all' | 'values'): Predicate {
  const first = readAnd(lexer, only)
  if (!lexer.is('OR')) return first
  const operands = [first]
  while (lexer.take('OR')) operands.push(readAnd(lexer, only))
  return Object.freeze({ kind: 'predicateOr', at: first.at, operands: Object.freeze(operands) })
}

function readAnd(lexer: Lexer, only: 'all' | 'values'): Predicate {
  const first = readPart(lexer, only)
  if (!lexer.is('AND')) return first
  const operands = [first]
  while (lexer.take('AND')) operands.push(readPart(lexer, only))
  return Object.freeze({ kind: 'predicateAnd', at: first.at, operands: Object.freeze(operands) })
}

function readPart(lexer: Lexer, only: 'all' | 'values'): Predicate {
  if (lexer.take('(')) {
    const inner = lexer.deeper(() => readOr(lexer, only))
    lexer.expect(')', 'AND', 'OR', "')'")
    return inner
  }
  return (only === 'all' ? readNode(lexer) : undefined) ?? readValue(lexer, only)
}

function readNode(lexer: Lexer): NodePredicate | undefined {
  const { at } = lexer.token
  const id = lexer.token.type === 'parameter' ? readParameter(lexer) : readNodeId(lexer)
  if (!id) return undefined
  if (!lexer.take(',')) return Object.freeze({ kind: 'node', at, id })
  return Object.freeze({ kind: 'node', at, id, name: readNodeName(lexer) })
}

function readNodeId(lexer: Lexer): Code | ArchetypeId | undefined {
  const archetype = lexer.scan(ARCHETYPE_ID)
  if (archetype) return Object.freeze({ kind: 'archetypeId', at: archetype.at, value: archetype.match[0] })
  return readCode(lexer)
}

function readCode(lexer: Lexer): Code | undefined {
  const code = lexer.scan(CODE)
  return code && Object.freeze({ kind: 'code', at: code.at, value: code.match[0] })
}

function readNodeName(lexer: Lexer): NodeName {
  const { type, at } = lexer.token
  if (type === 'parameter') return readParameter(lexer)
  if (type === 'string') {
    return Object.freeze({ kind: 'literal', at, type: 'string', value: lexer.takeString('value').value })
  }
  return readTermCode(lexer) ?? readCode(lexer) ?? lexer.fail('a name', 'a code', 'a parameter')
}

function readTermCode(lexer: Lexer): TermCode | undefined {
  const scanned = lexer.scan(TERM_CODE)
  if (!scanned) return undefined
  const [, terminology = '', version, code = '', rubric] = scanned.match
  return Object.freeze({
    kind: 'termCode',
    at: scanned.at,
    terminology,
    ...(version !== undefined && { version }),
    code,
    ...(rubric !== undefined && { rubric }),
  })
}

function readValue(lexer: Lexer, only: 'all' | 'values'): Predicate {
  const { type, at } = lexer.token
  if (type !== 'word') {
    lexer.fail(...(only === 'all' ? ['an archetype id', 'a node code', 'a parameter', 'a path'] : ['a path']))
  }
  const path = readObjectPath(lexer)
  if (lexer.take('MATCHES')) return readRegex(lexer, path)
  const operator = readOperator(lexer) ?? lexer.fail('a comparison operator', 'MATCHES')
  return Object.freeze({ kind: 'value', at, path, operator, operand: readOperand(lexer) })
}

function readObjectPath(lexer: Lexer): ObjectPath {
  const { at } = lexer.token
  return Object.freeze({ kind: 'objectPath', at, steps: readSteps(lexer) })
}

function readRegex(lexer: Lexer, path: ObjectPath): Predicate {
  const scanned = lexer.scan(REGEX) ?? lexer.fail("a regular expression '{/…/}'")
  let assumed: string | undefined
  if (lexer.take(';')) {
    if (lexer.token.type !== 'string') lexer.fail('a string')
    assumed = lexer.takeString('value').value
  }
  lexer.expect('}')
  return Object.freeze({
    kind: 'regex',
    at: path.at,
    path,
    pattern: scanned.match[1] ?? '',
    ...(assumed !== undefined && { assumed }),
  })
}

function readOperand(lexer: Lexer): ValuePredicate['operand'] {
  if (lexer.token.type === 'parameter') return readParameter(lexer)
  const simple = readLiteral(lexer) ?? readTermCode(lexer) ?? readCode(lexer)
  if (simple) return simple
  if (lexer.token.type !== 'word') lexer.fail('a value', 'a parameter', 'a path')
  return readObjectPath(lexer)
}

const OPERATORS: ReadonlySet<string> = new Set<ComparisonOperator>(['=', '!=', '<', '<=', '>', '>='])
const isOperator = (text: string): text is ComparisonOperator => OPERATORS.has(text)

/** Takes a comparison operator if one is there. */
export function readOperator(lexer: Lexer): ComparisonOperator | undefined {
  const { text, type } = lexer.token
  if (type !== 'symbol' || !isOperator(text)) return undefined
  lexer.next()
  return text
}
