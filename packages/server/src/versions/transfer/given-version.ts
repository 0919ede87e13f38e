/** A version that an import gives, and the result of importing a line. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Refusal } from '../../refusal/index.ts'
import type { ExportedVersion } from './export-store.ts'

/** A version with its data as an object too; template keys are those of this server. */
export interface GivenVersion extends ExportedVersion {
  readonly data: RmObject | undefined
  /** It comes from a server that signs nothing: it gets a signature of this server. */
  readonly isUnsigned: boolean
}

/** `added`, `present` if it was there before, or why it is rejected. */
export type ImportOutcome = 'added' | 'present' | Refusal
