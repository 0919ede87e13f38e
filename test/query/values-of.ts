/** The rows of a query as values, one after the other. */
import type { Running } from '../../packages/server/src/query/result.ts'

export async function* valuesOf({ rows }: Running): AsyncGenerator<readonly unknown[]> {
  for await (const row of rows) {
    if ('json' in row) yield* JSON.parse(`[${row.json}]`) as (readonly unknown[])[]
    else yield row
  }
}
