/** Reads FLAT and STRUCTURED data, in the main thread or in another. */
import { readFlat, readStructured } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Template } from '@cairn-ehr/openehr/template'

interface SimplifiedInput {
  readonly format: 'flat' | 'structured'
  readonly value: RmObject
  readonly now: string
  readonly numberNames: boolean
}

export interface SimplifiedData {
  readonly data: RmObject
  readonly warnings: readonly string[]
}

export function readSimplified(
  template: Template,
  { format, value, now, numberNames }: SimplifiedInput,
): SimplifiedData {
  const warnings: string[] = []
  const read = format === 'flat' ? readFlat : readStructured
  const data = read(template, value, { now, numberNames, warn: warning => warnings.push(warning) })
  return { data, warnings }
}
