/** Expressions placed on rows: what each stands for in SQL, as something to compare and as a cell to show. */
import { AQL_FUNCTIONS, type Aql } from '@cairn-ehr/openehr/aql'
import type { Given, Scalar } from '../../../relation/index.ts'
import type { Question } from '../../../terminology/index.ts'
import { callOf } from '../../sql/functions.ts'
import { type Constant, isConstant, isStringKind, type Operand, textOperand } from '../../sql/operand.ts'
import type { PathNode } from '../dictionary/path-tree.ts'
import { notPushed } from '../not-pushed.ts'
import type { Bound } from '../paths/bound.ts'
import { nodeIdAt, type PlacedPaths } from '../paths/place-paths.ts'
import { operandAt } from '../paths/values.ts'
import type { Resolved } from '../resolve.ts'

/** The scope of expressions. */
export interface ExpressionScope {
  readonly resolved: Resolved
  readonly paths: PlacedPaths
  readonly bound: ReadonlyMap<string, Bound>
  /** Names for tables of sub-queries. */
  readonly aliases: (kind: string) => string
  /** Notes a question to a terminology; its answer is the one of that number. */
  readonly ask: (question: PlannedQuestion) => number
}

/** A question to a terminology, of which the arguments show when the plan is run; undefined where one is NULL. */
export type PlannedQuestion = (given: Given) => Question | undefined

export function operandOf(expression: Aql.Expression, rows: ExpressionScope): Operand | Constant {
  switch (expression.kind) {
    case 'literal':
      return { constant: rows.resolved.shape.reader(expression) }
    case 'path':
      return pathOperand(expression, rows)
    case 'call':
      return call(expression, rows)
    case 'aggregate':
      return notPushed('an aggregate inside an expression')
    case 'parameter':
      return notPushed('a parameter without a value')
  }
}

export function nodeOf(path: Aql.Path, { resolved }: ExpressionScope): PathNode {
  return resolved.tree.ends.get(path) ?? notPushed('a path that is not in the tree')
}

function pathOperand(path: Aql.Path, rows: ExpressionScope): Operand {
  const node = nodeOf(path, rows)
  const { what, parent } = node
  switch (what.kind) {
    case 'column': {
      const bound = rows.bound.get(path.variable)
      return bound && bound.kind !== 'root' ? bound.operand(what.names) : notPushed(path.variable)
    }
    case 'nodeId': {
      if (!parent) return notPushed('a node id of nothing')
      return textOperand(rows.paths.read(parent, 'nodeId', item => nodeIdAt(parent, item)))
    }
    case 'root':
      return object()
    case 'inside':
      return insideOperand(node, rows)
  }
}

const object = (): Operand => ({
  kinds: new Set(['object'] as const),
  classes: new Set(['LOCATABLE']),
  isUid: false,
  key: () => notPushed('an object is compared'),
  string: () => notPushed('an object is text'),
  json: undefined,
})

/** Whatever is asked of it is read from the item of its node, which may be a column of a sub-query. */
function insideOperand(node: PathNode, { resolved, paths }: ExpressionScope): Operand {
  const { what, parent } = node
  if (what.kind !== 'inside') return object()
  const { entries } = resolved
  const isUid = parent?.text.split('[')[0] === 'uid'
  const none = () => notPushed('not bound to a row')
  const {
    kinds,
    classes,
    isUid: uid,
    json,
  } = operandAt(what.places, { json: none, text: none }, entries, isUid)
  const read = (name: string, of: (operand: Operand) => ReturnType<Operand['key']>) =>
    paths.read(node, name, item => of(operandAt(what.places, item, entries, isUid)))
  const asJson = () => read('json', operand => operand.json?.() ?? notPushed('no primitive'))
  return {
    kinds,
    classes,
    isUid: uid,
    // The same value under two names would be two columns of a sub-query, and one of them in no group.
    key: kind =>
      json && kinds.size === 1 && !isStringKind(kind)
        ? asJson()
        : read(`key ${kind}`, operand => operand.key(kind)),
    string: kind => read(kind === 'text' ? 'key text' : `string ${kind}`, operand => operand.string(kind)),
    json: json && asJson,
    also: name => read(`also ${name}`, operand => operand.also?.(name) ?? notPushed(name)),
  }
}

function call({ name, arguments: list }: Aql.Call, rows: ExpressionScope): Operand | Constant {
  if (name === 'TERMINOLOGY') return notPushed('a terminology service is asked')
  const given = list.map(argument => operandOf(argument, rows))
  if (given.every(isConstant)) return { constant: at => computed(name, given, at) }
  return callOf(name, given) ?? notPushed(`${name} over what is in the rows`)
}

/** A function of constants is run here, and its answer is a constant. */
function computed(name: string, given: readonly Constant[], at: Given): Scalar {
  const found = AQL_FUNCTIONS[name]?.run(
    given.map(({ constant }) => constant(at)),
    at.now,
  )
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean' ? found : null
}
