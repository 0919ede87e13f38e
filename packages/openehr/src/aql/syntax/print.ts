/** Syntax tree → AQL text on one line; parsing the text gives the tree again. */
import { printString } from './strings.ts'
import type {
  Condition,
  Containment,
  Contains,
  Expression,
  Literal,
  NodeId,
  NodeName,
  ObjectPath,
  Predicate,
  Query,
  Step,
  Uri,
  ValuePredicate,
} from './tree.ts'

export function printAql(query: Query): string {
  // The direction is said, since a column may begin with a variable of that name.
  const top = query.top && `TOP ${query.top.count} ${query.top.direction}`
  const columns = query.columns.map(
    ({ expression, alias }) => printExpression(expression) + (alias === undefined ? '' : ` AS ${alias}`),
  )
  const order = query.orderBy.map(item => printExpression(item.expression) + (item.descending ? ' DESC' : ''))
  const { limit } = query
  return [
    'SELECT',
    query.distinct ? 'DISTINCT' : '',
    top ?? '',
    columns.join(', '),
    `FROM ${printContainment(query.from)}`,
    query.where ? `WHERE ${printCondition(query.where)}` : '',
    order.length > 0 ? `ORDER BY ${order.join(', ')}` : '',
    limit ? `LIMIT ${limit.count}` : '',
    limit && limit.offset > 0 ? `OFFSET ${limit.offset}` : '',
  ]
    .filter(part => part !== '')
    .join(' ')
}

/** A value as it would be written. */
export function printExpression(expression: Expression | Uri): string {
  switch (expression.kind) {
    case 'literal':
      return printLiteral(expression)
    case 'parameter':
      return `$${expression.name}`
    case 'uri':
      return expression.value
    case 'path': {
      const start = expression.variable + printPredicate(expression.predicate)
      return [start, ...expression.steps.map(printStep)].join('/')
    }
    case 'call':
      return `${expression.name}(${expression.arguments.map(printExpression).join(', ')})`
    case 'aggregate': {
      const inner = expression.path ? printExpression(expression.path) : '*'
      return `${expression.name}(${expression.distinct ? 'DISTINCT ' : ''}${inner})`
    }
  }
}

/** Steps from a variable on, as `data[at0001]/events[at0006]`. */
const printSteps = (steps: readonly Step[]): string => steps.map(printStep).join('/')

/** One step with its predicate: what two paths must share to share a node. */
export const printStep = (step: Step): string => step.attribute + printPredicate(step.predicate)

/** `[…]`, or nothing. */
export const printPredicate = (predicate: Predicate | undefined): string =>
  predicate ? `[${printPredicateBody(predicate)}]` : ''

function printLiteral({ type, value }: Literal): string {
  if (typeof value === 'string') return printString(value)
  if (value === null) return 'NULL'
  const text = String(value)
  // A real stays one when it is read again.
  return type === 'real' && !/[.e]/.test(text) ? `${text}.0` : text
}

function printPredicateBody(predicate: Predicate): string {
  switch (predicate.kind) {
    case 'predicateAnd':
    case 'predicateOr': {
      const inner = predicate.operands.map(operand =>
        operand.kind === 'predicateOr' || operand.kind === predicate.kind
          ? `(${printPredicateBody(operand)})`
          : printPredicateBody(operand),
      )
      return inner.join(predicate.kind === 'predicateAnd' ? ' and ' : ' or ')
    }
    case 'node':
      return printNodePart(predicate.id) + (predicate.name ? `, ${printNodePart(predicate.name)}` : '')
    case 'value':
      return `${printObjectPath(predicate.path)}${predicate.operator}${printOperand(predicate.operand)}`
    case 'regex': {
      const assumed = predicate.assumed === undefined ? '' : `; ${printString(predicate.assumed)}`
      return `${printObjectPath(predicate.path)} matches {/${predicate.pattern}/${assumed}}`
    }
  }
}

const printObjectPath = (path: ObjectPath): string => printSteps(path.steps)

function printNodePart(part: NodeId | NodeName): string {
  switch (part.kind) {
    case 'parameter':
    case 'literal':
      return printExpression(part)
    case 'code':
    case 'archetypeId':
      return part.value
    case 'termCode': {
      const version = part.version === undefined ? '' : `(${part.version})`
      const rubric = part.rubric === undefined ? '' : `|${part.rubric}|`
      return `${part.terminology}${version}::${part.code}${rubric}`
    }
  }
}

const printOperand = (operand: ValuePredicate['operand']): string =>
  operand.kind === 'objectPath' ? printObjectPath(operand) : printNodePart(operand)

/** A condition as it would be written after WHERE. */
export function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.operands
        .map(operand =>
          operand.kind === 'or' || operand.kind === condition.kind
            ? `(${printCondition(operand)})`
            : printCondition(operand),
        )
        .join(condition.kind === 'and' ? ' AND ' : ' OR ')
    case 'not': {
      const inner = printCondition(condition.operand)
      return condition.operand.kind === 'and' || condition.operand.kind === 'or'
        ? `NOT (${inner})`
        : `NOT ${inner}`
    }
    case 'comparison':
      return `${printExpression(condition.left)} ${condition.operator} ${printExpression(condition.right)}`
    case 'like':
      return `${printExpression(condition.left)} LIKE ${printExpression(condition.pattern)}`
    case 'matches':
      return `${printExpression(condition.left)} matches {${condition.items.map(printExpression).join(', ')}}`
    case 'exists':
      return `EXISTS ${printExpression(condition.path)}`
  }
}

/** A containment as it would be written after FROM. */
export function printContainment(containment: Containment): string {
  switch (containment.kind) {
    case 'containsAll':
    case 'containsAny':
      return containment.operands
        .map(operand =>
          operand.kind === 'containsAny' ||
          operand.kind === containment.kind ||
          ('contains' in operand && operand.contains)
            ? `(${printContainment(operand)})`
            : printContainment(operand),
        )
        .join(containment.kind === 'containsAll' ? ' AND ' : ' OR ')
    case 'class':
    case 'version': {
      const name = containment.kind === 'class' ? containment.name : 'VERSION'
      const variable = containment.variable === undefined ? '' : ` ${containment.variable}`
      const versions =
        containment.kind === 'version' && containment.versions ? `[${containment.versions}]` : ''
      return (
        name +
        variable +
        versions +
        printPredicate(containment.predicate) +
        printContains(containment.contains)
      )
    }
  }
}

function printContains(contains: Contains | undefined): string {
  if (!contains) return ''
  const inner = printContainment(contains.what)
  const chain = contains.what.kind === 'class' || contains.what.kind === 'version'
  return ` ${contains.negated ? 'NOT ' : ''}CONTAINS ${chain ? inner : `(${inner})`}`
}
