/** STRUCTURED (`application/openehr.wt.structured+json`): the keys of FLAT as nested objects, both ways. */
import type { RmObject } from '../../rm/index.ts'
import type { Template } from '../../template/index.ts'
import { type FlatProfile, type ReadOptions, readEntries, writeEntries } from '../flat/index.ts'
import { flatToStructured, structuredToFlat } from './convert.ts'

export { flatToStructured, structuredToFlat } from './convert.ts'

/** As `readFlat`, for the nested notation; the findings name the FLAT path of what is wrong. */
export const readStructured = (
  template: Template,
  structured: Readonly<Record<string, unknown>>,
  options: ReadOptions,
): RmObject => readEntries(template, structuredToFlat(structured), options)

/** As `writeFlat`, in the nested notation. */
export const writeStructured = (
  template: Template,
  composition: RmObject,
  profile: FlatProfile = 'full',
): Record<string, unknown> => flatToStructured(writeEntries(template, composition, profile))
