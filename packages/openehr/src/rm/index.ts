/** The reference model: its classes and their attributes, and functions over its data, which are plain canonical JSON. */
export {
  baseType,
  concreteTypes,
  declaredIn,
  genericTypeOf,
  isA,
  isGeneric,
  parameterOf,
  rmClass,
  rmClasses,
  typeOf,
} from './classes.ts'
export { compareOrdered, intervalHolds, magnitudeOf } from './compare.ts'
export { withoutEmptyLists } from './empty-lists.ts'
export { equal } from './equal.ts'
export {
  type ArchetypeId,
  type EhrUri,
  type GenericId,
  type HierObjectId,
  isArchetypeId,
  isHierObjectId,
  isNodeCode,
  isNodeId,
  isObjectVersionId,
  isUuid,
  locatableRefUri,
  type ObjectVersionId,
  parseArchetypeId,
  parseEhrUri,
  parseGenericId,
  parseHierObjectId,
  parseObjectVersionId,
  parseTemplateId,
  parseTerminologyId,
  parseUid,
  parseVersionTreeId,
  printArchetypeId,
  printEhrUri,
  printHierObjectId,
  printObjectVersionId,
  printTerminologyId,
  printVersionTreeId,
  type TerminologyId,
  type Uid,
  type UidKind,
  uidKind,
  type VersionTreeId,
} from './identifiers/index.ts'
export {
  compareIso,
  daysInMonth,
  type IsoDate,
  type IsoDateTime,
  type IsoDuration,
  type IsoRange,
  type IsoSpan,
  type IsoTime,
  type Precision,
  parseDate,
  parseDateTime,
  parseDuration,
  parseTime,
  printDate,
  printDateTime,
  printDuration,
  printTime,
  withinIso,
} from './iso8601/index.ts'
export { makeArchetyped, makeCodedText, makeCodePhrase, makeDateTime, makeText } from './make.ts'
export { isRmObject, type RmAttribute, type RmClass, type RmObject } from './model.ts'
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
export {
  attributesOf,
  hasType,
  type RmDraft,
  type RmType,
  type RmTypeName,
  type Unvalidated,
} from './typed.ts'
export type * as Rm from './types.generated.ts'
export { hasKnownUnits, propertyHasUnits } from './units.ts'
export { memberPredicates, nodePredicate, quoted, walk } from './walk.ts'
