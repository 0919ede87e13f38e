/** Names of siblings: `Pulse #2` passes where the template fixes the name `Pulse` of a node that may repeat. */
import { attributesOf, isRmObject, type Rm } from '../../rm/index.ts'
import { type ObjectConstraint, withoutNumber } from '../../template/index.ts'
import { type Check, passes } from '../visit.ts'

/** The check of a node's name: other form servers number siblings, so that paths can tell them apart. */
export const nameCheck = (node: ObjectConstraint, check: Check): Check =>
  node.occurrences.upper === 1
    ? check
    : (name, visit) => {
        const plain = withoutNumberIn(name)
        check(plain !== name && passes(check, plain, visit) ? plain : name, visit)
      }

function withoutNumberIn(name: unknown): unknown {
  const { value } = attributesOf<Rm.DvText>(name)
  if (!isRmObject(name) || typeof value !== 'string') return name
  const plain = withoutNumber(value)
  return plain === value ? name : { ...name, value: plain }
}
