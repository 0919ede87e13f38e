/** A fault that `cairn verify` found. */
import type { EhrId } from '../../ids/index.ts'
export interface Fault {
  readonly ehrId: EhrId
  /** The uid of the version, object or contribution. */
  readonly uid: string
  readonly what: string
}
