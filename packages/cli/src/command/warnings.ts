/** Warnings of the server about a request that succeeded. They go to standard error, so that results can be piped on. */
import type { Context } from './verb.ts'

export function tellWarnings({ tell }: Pick<Context, 'tell'>, warnings: readonly string[] = []): void {
  for (const warning of warnings) tell(`Warning: ${warning}`)
}

/** The warnings of an answer whose body has no place for them. */
export const warningsIn = ({ headers }: Pick<Response, 'headers'>): readonly string[] =>
  JSON.parse(headers.get('cairn-warnings') ?? '[]') as string[]
