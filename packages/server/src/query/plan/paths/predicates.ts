/** The condition of a predicate on one node, in SQL. Only true selects a node, so NULL may stand for false. */
import type { Predicate, Step } from '@cairn-ehr/openehr/path'
import { all, any, value } from '../../../relation/expressions/index.ts'
import type { Fragment } from '../../../relation/index.ts'
import type { Entries } from '../../../roots/index.ts'
import { compare } from '../../sql/compare.ts'
import type { Constant, Operand } from '../../sql/operand.ts'
import { isEqual, isTerminology } from '../../sql/scalars.ts'
import { leafBelow, type Place, type Start } from '../dictionary/follow.ts'
import { type What, whatIs } from '../dictionary/path-tree.ts'
import type { Shape } from '../literals.ts'
import { notPushed } from '../not-pushed.ts'
import { type Leaves, operandAt } from './values.ts'

export interface Asked {
  readonly entries: Entries
  readonly reader: Shape['reader']
}

/** A node in a row: where it is in the dictionary, and how its leaves are read. */
export interface Node extends Asked {
  readonly start: Start
  readonly leaves: Leaves
}

type ValuePredicate = Extract<Predicate, { kind: 'value' }>
type NodeName = NonNullable<Extract<Predicate, { kind: 'node' }>['name']>

export function picked(predicate: Predicate, node: Node): Fragment {
  switch (predicate.kind) {
    case 'predicateAnd':
      return all(predicate.operands.map(operand => picked(operand, node)))
    case 'predicateOr':
      return any(predicate.operands.map(operand => picked(operand, node)))
    case 'node':
      return predicate.name ? named(predicate.name, node) : notPushed('a node id that is not decided')
    case 'value':
      return compared(predicate, steps => operandBelow(steps, node), node.reader)
    case 'regex':
      return notPushed('a regular expression in a predicate')
  }
}

/** `operand` is how a path inside the predicate is read. */
export function compared(
  { path, operator, operand }: ValuePredicate,
  read: (steps: readonly Step[]) => Operand,
  reader: Shape['reader'],
): Fragment {
  const right: Operand | Constant =
    operand.kind === 'literal'
      ? { constant: reader(operand) }
      : operand.kind === 'objectPath'
        ? read(operand.steps)
        : notPushed('a code in a predicate')
  return compare(operator, read(path.steps), right) ?? notPushed('a comparison of objects in a predicate')
}

function operandBelow(steps: readonly Step[], node: Node): Operand {
  const { places, uid } = placesBelow(steps, node)
  return operandAt(places, node.leaves, node.entries, uid)
}

/** Inside a predicate a path may find several and any of them will do: only those that cannot repeat are read here. */
function placesBelow(
  steps: readonly Step[],
  { start, entries }: Node,
): { places: readonly Place[]; uid: boolean } {
  let what: What =
    'roots' in start
      ? { kind: 'root', archetypes: start.roots, by: 'variable', predicate: undefined }
      : { kind: 'inside', places: start.places, several: false, predicate: undefined }
  for (const step of steps) {
    what = whatIs(what, step, entries)
    if (what.kind !== 'inside' || what.several || what.predicate)
      return notPushed(`${step.attribute} in a predicate`)
  }
  if (what.kind !== 'inside') return notPushed('a predicate on the node itself')
  return { places: what.places, uid: steps.at(-2)?.attribute === 'uid' }
}

function named(name: NodeName, node: Node): Fragment {
  const { leaves, reader } = node
  const { places: names } = placesBelow([{ attribute: 'name' }], node)
  const texts = (from: readonly Place[], attribute: string) =>
    from.flatMap(place => leafBelow(place, attribute) ?? []).map(leaves.text)
  if (name.kind === 'literal') {
    const wanted = value('text', given => {
      const scalar = reader(name)(given)
      return typeof scalar === 'string' ? scalar : null
    })
    return any(texts(names, 'value').map(text => isEqual(text, wanted)))
  }
  if (name.kind === 'parameter') return notPushed('a parameter without a value')
  const below = (...attributes: readonly string[]) =>
    placesBelow(
      ['name', ...attributes].map(attribute => ({ attribute })),
      node,
    ).places
  const code = name.kind === 'code' ? name.value : name.code
  const terminology = name.kind === 'code' ? 'local' : name.terminology
  const version = name.kind === 'code' ? undefined : name.version
  const isCode = any(
    texts(below('defining_code'), 'code_string').map(text =>
      isEqual(
        text,
        value('text', () => code),
      ),
    ),
  )
  const ids = texts(below('defining_code', 'terminology_id'), 'value')
  const isIn = (id: Fragment) =>
    version === undefined
      ? isTerminology(id, terminology)
      : isEqual(
          id,
          value('text', () => `${terminology}(${version})`),
        )
  return all([isCode, any(ids.map(isIn))])
}
