/** The reference model: what its classes have, and functions over its data, which are plain canonical JSON objects. */
export { baseType, concreteTypes, isA, rmClass, rmClasses, typeOf } from './classes.ts'
export { compareOrdered, intervalHolds, magnitudeOf } from './compare.ts'
export { withoutEmptyLists } from './empty-lists.ts'
export { equal } from './equal.ts'
export * from './identifiers/index.ts'
export * from './iso8601/index.ts'
export type { RmAttribute, RmClass, RmObject } from './model.ts'
export {
  CODE_SET_TERMINOLOGIES,
  type CodeSet,
  codeSetCodes,
  codeSetHas,
  rubricOf,
  terminologyGroup,
  terminologyGroups,
  terminologyHas,
} from './terminology.ts'
export type * as Rm from './types.generated.ts'
export { propertyHasUnits } from './units.ts'
export { isRmObject, memberPredicates, nodePredicate, quoted, walk } from './walk.ts'
