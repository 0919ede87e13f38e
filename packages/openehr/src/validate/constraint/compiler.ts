/** The two entry points of the compiler, passed as an argument so that its files need not import each other in a circle. */
import type { Attribute, ObjectConstraint } from '../../template/index.ts'
import type { OwnedAttribute } from '../plan.ts'
import type { Check } from '../visit.ts'

export interface Compiler {
  /** The check of a value of `attribute`, or of one member of it, by `node`; the reference model's rules included. */
  readonly object: (node: ObjectConstraint, attribute: OwnedAttribute) => Check
  /** The check of everything that stands at an attribute. */
  readonly attribute: (constraint: Attribute, attribute: OwnedAttribute) => Check
}
