/** The rows of a query as values, one after the other. */
import type { Running } from '../../packages/server/src/query/result.ts'

export async function* valuesOf({ rows }: Running): AsyncGenerator<readonly unknown[]> {
  for await (const { json } of rows) yield* JSON.parse(`[${json}]`) as (readonly unknown[])[]
}
