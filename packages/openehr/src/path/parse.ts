/** Path text → path: every form of predicate that AQL and archetypes write (AQL 1.1, section 3; ADL 1.4 paths). */
import { isArchetypeId, isNodeCode } from '../rm/index.ts'
import { isRegex } from './regex.ts'
import { type Scanner, scan } from './scanner.ts'
import { readText } from './text.ts'
import type {
  NodePredicate,
  ObjectPath,
  Operator,
  Path,
  Predicate,
  Step,
  TermCode,
  ValuePredicate,
} from './tree.ts'

const ATTRIBUTE = /[A-Za-z_]\w*/y
/** A code or archetype id: tried before an attribute, and taken only if it is one. */
const BARE = /[\p{L}\p{N}_][\p{L}\p{N}_.:+-]*/uy
const TERM_CODE = /([\w.-]+)(?:\(([^()\s]+)\))?::([\w.+/^-]+)(?:\|([^|[\]\r\n]*)\|)?/y
const PARAMETER = /\$([A-Za-z_]\w*)/y
const POSITION = /[1-9]\d{0,8}(?=\s*\])/y
const NUMBER = /-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y
const WORD = /(?:true|false|null)(?!\w)/iy
const OPERATOR = /!=|<=|>=|=|<|>/y
const AND = /and(?!\w)/iy
const OR = /or(?!\w)/iy
const MATCHES = /matches(?!\w)/iy
const REGEX = /\{\s*\/((?:[^/\\\r\n]|\\[^\r\n])*)\/\s*\}/y

/**
 * Reads a path: absolute (`/content[…]/data`), relative (`data[at0001]/events`), or from a node with a condition
 * (`[openEHR-EHR-OBSERVATION.x.v1]/data`). `/` is the root itself. Throws Problem('path.malformed') with the column and
 * what was expected there.
 */
export function parsePath(text: string): Path {
  const scanner = scan(text)
  const predicate = scanner.sees('[') ? readBrackets(scanner).predicate : undefined
  const absolute = scanner.take('/')
  if (predicate !== undefined && !absolute && !scanner.atEnd()) scanner.fail("'/'", 'the end')
  const steps = scanner.atEnd() ? [] : readSteps(scanner)
  if (!scanner.atEnd()) scanner.fail("'/'", "'['", 'the end')
  if (steps.length === 0 && !absolute && predicate === undefined) scanner.fail("'/'", 'an attribute')
  return { absolute, ...(predicate === undefined ? {} : { predicate }), steps }
}

function readSteps(scanner: Scanner): readonly Step[] {
  const steps: Step[] = []
  do {
    const attribute = scanner.match(ATTRIBUTE)?.[0] ?? scanner.fail('an attribute')
    let step: Step = { attribute }
    while (scanner.sees('[') && step.position === undefined) {
      // A second pair of brackets can only hold the position.
      step = { ...step, ...readBrackets(scanner, step.predicate !== undefined) }
    }
    steps.push(step)
  } while (scanner.take('/'))
  return steps
}

function readBrackets(scanner: Scanner, positionOnly = false): Pick<Step, 'predicate' | 'position'> {
  scanner.take('[')
  const position = scanner.match(POSITION)
  if (position === undefined && positionOnly) scanner.fail('a position from 1')
  const narrowed =
    position === undefined
      ? { predicate: scanner.deeper(() => readOr(scanner)) }
      : { position: Number(position[0]) }
  if (!scanner.take(']')) scanner.fail("']'", 'and', 'or')
  return narrowed
}

function readOr(scanner: Scanner): Predicate {
  const operands = [readAnd(scanner)]
  while (scanner.match(OR)) operands.push(readAnd(scanner))
  return operands.length === 1 && operands[0] ? operands[0] : { kind: 'predicateOr', operands }
}

function readAnd(scanner: Scanner): Predicate {
  const operands = [readCondition(scanner)]
  while (scanner.match(AND)) operands.push(readCondition(scanner))
  return operands.length === 1 && operands[0] ? operands[0] : { kind: 'predicateAnd', operands }
}

function readCondition(scanner: Scanner): Predicate {
  if (scanner.take('(')) {
    const inner = scanner.deeper(() => readOr(scanner))
    if (!scanner.take(')')) scanner.fail("')'", 'and', 'or')
    return inner
  }
  return readNode(scanner) ?? readValue(scanner)
}

function readNode(scanner: Scanner): NodePredicate | undefined {
  const id = readParameter(scanner) ?? readNodeId(scanner)
  if (id === undefined) return undefined
  return scanner.take(',') ? { kind: 'node', id, name: readName(scanner) } : { kind: 'node', id }
}

function readParameter(scanner: Scanner): { readonly kind: 'parameter'; readonly name: string } | undefined {
  const name = scanner.match(PARAMETER)?.[1]
  return name === undefined ? undefined : { kind: 'parameter', name }
}

function readNodeId(scanner: Scanner): NodePredicate['id'] | undefined {
  const bare = scanner.peek(BARE)
  if (bare === undefined || !(isNodeCode(bare) || isArchetypeId(bare))) return undefined
  scanner.take(bare)
  return { kind: isNodeCode(bare) ? 'code' : 'archetypeId', value: bare }
}

function readName(scanner: Scanner): NonNullable<NodePredicate['name']> {
  const text = readText(scanner)
  if (text !== undefined) return { kind: 'literal', value: text }
  const parameter = readParameter(scanner) ?? readTermCode(scanner)
  if (parameter !== undefined) return parameter
  const code = readNodeId(scanner)
  return code?.kind === 'code' ? code : scanner.fail('a name in quotes', 'a code', 'a parameter')
}

function readTermCode(scanner: Scanner): TermCode | undefined {
  const found = scanner.match(TERM_CODE)
  if (found === undefined) return undefined
  const [, terminology = '', version, code = '', rubric] = found
  return {
    kind: 'termCode',
    terminology,
    ...(version === undefined ? {} : { version }),
    code,
    ...(rubric === undefined ? {} : { rubric }),
  }
}

function readValue(scanner: Scanner): Predicate {
  if (scanner.peek(ATTRIBUTE) === undefined)
    scanner.fail('a node id', 'an archetype id', 'a parameter', 'a position', 'an attribute')
  const path: ObjectPath = { kind: 'objectPath', steps: scanner.deeper(() => readSteps(scanner)) }
  if (scanner.match(MATCHES)) return { kind: 'regex', path, pattern: readRegex(scanner) }
  const operator = scanner.match(OPERATOR)?.[0] ?? scanner.fail('a comparison', 'matches')
  return { kind: 'value', path, operator: operator as Operator, operand: readOperand(scanner) }
}

function readRegex(scanner: Scanner): string {
  const pattern = scanner.match(REGEX)?.[1]
  if (pattern === undefined) return scanner.fail('a regular expression {/…/}')
  if (!isRegex(pattern))
    scanner.fail('a short regular expression without look-around and back-references before this column')
  return pattern
}

function readOperand(scanner: Scanner): ValuePredicate['operand'] {
  const text = readText(scanner)
  if (text !== undefined) return { kind: 'literal', value: text }
  const word = scanner.match(WORD)?.[0].toLowerCase()
  if (word !== undefined) return { kind: 'literal', value: word === 'null' ? null : word === 'true' }
  const number = readNumber(scanner)
  if (number !== undefined) return { kind: 'literal', value: number }
  const parameter = readParameter(scanner) ?? readTermCode(scanner)
  if (parameter !== undefined) return parameter
  const code = readNodeId(scanner)
  if (code?.kind === 'code') return code
  if (scanner.peek(ATTRIBUTE) === undefined) scanner.fail('a value', 'a parameter', 'a path')
  return { kind: 'objectPath', steps: scanner.deeper(() => readSteps(scanner)) }
}

function readNumber(scanner: Scanner): number | undefined {
  const digits = scanner.peek(NUMBER)
  if (digits === undefined) return undefined
  if (!Number.isFinite(Number(digits))) scanner.fail('a number that a double can hold')
  scanner.take(digits)
  return Number(digits)
}
