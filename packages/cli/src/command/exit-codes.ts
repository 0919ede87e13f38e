/** Exit codes, and which one an error leads to. */
import { CairnError, isNetworkError } from '@cairn-ehr/client'
import { Problem } from '@cairn-ehr/openehr'
import { UsageError } from './usage-error.ts'

export const EXIT_CODES = [
  { code: 0, when: 'done' },
  { code: 1, when: 'refused, not found, or something is wrong with the data' },
  { code: 2, when: 'wrong usage; nothing was done' },
  { code: 3, when: 'the server does not answer' },
  { code: 4, when: 'not signed in, or not allowed' },
  { code: 130, when: 'interrupted by Ctrl-C' },
] as const

/** Ctrl-C came before the work was done. */
export class Interrupted extends Error {}

/** An error that a person can correct, in one sentence. */
export class CommandError extends Error {}

/** Another server than the one of the profile gives no answer. */
export class NoAnswer extends CommandError {
  constructor(address: string) {
    super(`There is no answer from ${address}.`)
  }
}

/** Nobody has signed in. */
export class NotSignedIn extends CommandError {}

/** The client has its own error; `fetch` throws a TypeError with a cause where it gets no connection. */
const isUnreachable = (error: unknown): boolean =>
  isNetworkError(error) || (error instanceof TypeError && error.cause !== undefined)

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return 2
  if (error instanceof Interrupted || (error instanceof Error && error.name === 'AbortError')) return 130
  if (isUnreachable(error) || error instanceof NoAnswer) return 3
  if (error instanceof NotSignedIn) return 4
  return error instanceof CairnError && (error.status === 401 || error.status === 403) ? 4 : 1
}

/** An error of the file system, which names the file. */
const isOfFile = (error: unknown): error is NodeJS.ErrnoException & { readonly path: string } =>
  error instanceof Error && 'syscall' in error && 'path' in error && typeof error.path === 'string'

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'this is not allowed',
  EPERM: 'this is not allowed',
  EROFS: 'nothing can be written there',
  EISDIR: 'this is a folder',
  ENOTDIR: 'a part of the path is no folder',
  EEXIST: 'it is there already',
  ENOSPC: 'the disk is full',
}

const isExpected = (error: unknown): error is Error =>
  error instanceof CairnError ||
  error instanceof UsageError ||
  error instanceof CommandError ||
  error instanceof Interrupted ||
  error instanceof Problem

/** Lines for standard error. */
export function errorLines(error: unknown, baseUrl: () => string): readonly string[] {
  if (isUnreachable(error)) return [`There is no answer from ${baseUrl()}.`]
  if (error instanceof Error && error.name === 'AbortError') return ['Interrupted.']
  if (error instanceof CairnError) {
    const others = error.validationErrors.filter(line => line !== error.message)
    return [error.message, ...others.map(line => `  ${line}`)]
  }
  if (error instanceof UsageError)
    return [error.message, `See "cairn ${error.verb === undefined ? '' : `${error.verb} `}--help".`]
  if (isExpected(error)) return [error.message]
  if (isOfFile(error)) return [`${error.path}: ${FILE_FAULTS[error.code ?? ''] ?? error.code}.`]
  if ((error as NodeJS.ErrnoException)?.code === 'ENOSPC') return ['The disk is full.']
  // Anything else is a fault of ours: it shows where it came from.
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
}
