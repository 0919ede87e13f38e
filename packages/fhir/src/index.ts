/** FHIRconnect for Cairn: openEHR compositions to FHIR R4 resources and back, without I/O, clock or randomness. */
export {
  type FhirResult,
  type OpenehrResult,
  type ToFhirOptions,
  type ToOpenehrOptions,
  toFhir,
  toOpenehr,
} from './engine/index.ts'
export { FhirProblem, type FhirProblemCode, RUN_LIMITS, type Trace } from './engine/problem.ts'
export type { Resource } from './fhir/json.ts'
export { checkContext } from './mapping/check.ts'
export { type ContextResult, type MappingContext, openContext } from './mapping/library.ts'
export type { ContextFile, ExtensionFile, MappingFile, ModelFile } from './mapping/model.ts'
export { type ReadResult, readMappingFile } from './mapping/read.ts'
export { MAPPING_LIMITS, type MappingFinding } from './mapping/yaml.ts'
export type { Program, Programs } from './programs/program.ts'
