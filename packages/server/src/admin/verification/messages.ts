/** Messages of the thread that verifies to the one that serves requests. */
import type { TrailHead } from '../../audit/index.ts'
import type { Failure } from '../../threads/index.ts'
import type { VerificationBody } from './body.ts'
import type { VerificationPart } from './verification.ts'

export interface WorkerStart {
  readonly databaseUrl: string
  readonly isDistributed: boolean
  /** The key of seals; a thread gets a copy of its bytes. */
  readonly stateKey: Uint8Array
  readonly known: TrailHead | undefined
}

export type FromWorker =
  | { readonly kind: 'begun' }
  | {
      readonly kind: 'progress'
      readonly part: VerificationPart
      readonly done: number
      readonly total: number
    }
  | { readonly kind: 'result'; readonly body: VerificationBody }
  | { readonly kind: 'failed'; readonly failure: Failure }
