/** Sends errors between threads: an error becomes plain data, from which the receiver makes it again. */
import { Problem } from '@cairn-ehr/openehr'
import { DatabaseError } from '../db/index.ts'
import { type Code, Refusal } from '../refusal/index.ts'

export type Failure =
  | {
      readonly kind: 'problem'
      readonly code: Code
      readonly message: string
      readonly findings: Refusal['findings']
    }
  | { readonly kind: 'database'; readonly code: string; readonly statement: string }
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string | undefined }

export function failureOf(error: unknown): Failure {
  if (error instanceof Problem)
    return { kind: 'problem', code: error.code as Code, message: error.message, findings: error.findings }
  if (error instanceof DatabaseError)
    return { kind: 'database', code: error.code, statement: error.statement }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { kind: 'fault', message, stack }
}

export function errorOf(failure: Failure): Error {
  switch (failure.kind) {
    case 'problem':
      return new Refusal(failure.code, failure.message, failure.findings)
    case 'database':
      return new DatabaseError(failure.code, failure.statement)
    case 'fault':
      return Object.assign(new Error(failure.message), { stack: failure.stack })
  }
}
