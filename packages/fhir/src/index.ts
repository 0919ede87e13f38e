/** FHIRconnect for Cairn: openEHR compositions to FHIR R4 resources and back, without I/O, clock or randomness. */
export {
  type FhirResult,
  type OpenehrResult,
  type ToFhirOptions,
  type ToOpenehrOptions,
  toFhir,
  toOpenehr,
} from './engine/index.ts'
export { startType } from './engine/start-type.ts'
export { isJson, isResource, type Json, listOf, type Resource } from './fhir/json.ts'
export { checkContext } from './mapping/check.ts'
export { type ContextResult, type MappingContext, openContext } from './mapping/library.ts'
export { type MappedElement, type MappedPlace, mappedElements } from './mapping/mapped-elements.ts'
export type { ContextFile, ExtensionFile, MappingFile, ModelFile } from './mapping/model.ts'
export { FhirProblem, type FhirProblemCode, RUN_LIMITS, type Trace } from './mapping/problem.ts'
export { type ReadResult, readMappingFile } from './mapping/read.ts'
export { MAPPING_LIMITS, type MappingFinding } from './mapping/yaml.ts'
export type { Program, Programs } from './programs/program.ts'
export { elementIn, isResourceType } from './r4/structure.ts'
export { type ConceptMaps, conceptMapsOf } from './values/concept-maps.ts'
