/** Programmed mappings (`mappingCode`): functions that a mapping names where its grammar does not reach. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { FhirPath } from '../paths/fhir-path.ts'
import type { OpenehrPath } from '../paths/openehr-path.ts'

export interface Program {
  /** Reads the FHIR element and writes data values below the openEHR path of the mapping. */
  readonly toOpenehr?: (source: unknown, write: (path: OpenehrPath, value: RmObject) => void) => void
  /** Reads below the openEHR node and writes JSON below the FHIR path of the mapping. */
  readonly toFhir?: (
    read: (path: OpenehrPath) => readonly unknown[],
    write: (path: FhirPath, value: unknown) => void,
  ) => void
}

export type Programs = Readonly<Record<string, Program>>
