/** Identifiers: parsed once, at the edge, to typed values, and printed back as they were. A parser throws Problem('id.malformed'). */
export {
  type ArchetypeId,
  isArchetypeId,
  isNodeCode,
  isNodeId,
  parseArchetypeId,
  printArchetypeId,
} from './archetype-id.ts'
export {
  type EhrUri,
  type GenericId,
  locatableRefUri,
  parseEhrUri,
  parseGenericId,
  parseTemplateId,
  parseTerminologyId,
  printEhrUri,
  printTerminologyId,
  type TerminologyId,
} from './named.ts'
export {
  type HierObjectId,
  isHierObjectId,
  isObjectVersionId,
  isUuid,
  type ObjectVersionId,
  parseHierObjectId,
  parseObjectVersionId,
  parseUid,
  parseVersionTreeId,
  printHierObjectId,
  printObjectVersionId,
  printVersionTreeId,
  type Uid,
  type UidKind,
  uidKind,
  type VersionTreeId,
} from './uid.ts'
