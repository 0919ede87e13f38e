/** The formats that reference model data comes in and goes out in. */

export { type CompleteOptions, completeInstance } from './complete/complete.ts'
export { type FlatProfile, flatFindings, type ReadOptions, readFlat, writeFlat } from './flat/index.ts'
export * from './json/index.ts'
export {
  flatToStructured,
  readStructured,
  structuredToFlat,
  writeStructured,
} from './structured/index.ts'
export * from './xml/index.ts'
