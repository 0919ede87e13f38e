/** Helpers of tests of distributed databases. */
import { sql } from '../../packages/server/src/db/index.ts'
import { CITUS_VARIABLE } from '../postgres.ts'
import type { RunningServer } from '../server.ts'

/** The reason why a test that needs Citus cannot run; false if it can. */
export const withoutCitus: string | false =
  process.env[CITUS_VARIABLE] === undefined
    ? `set ${CITUS_VARIABLE} to the superuser of a Citus cluster of one node, to run this test`
    : false

interface PlanLine {
  readonly 'QUERY PLAN': string
}

/** The numbers of tasks in the plan of a statement: how many shards each part of it asks. */
export async function tasksOf(
  { db }: RunningServer,
  text: string,
  values: readonly unknown[],
): Promise<{ readonly tasks: readonly number[]; readonly plan: string }> {
  const lines = await db.query(
    sql<PlanLine, readonly unknown[]>({
      name: 'test.explain',
      text: `explain (costs off, verbose) ${text}`,
      prepare: false,
    }),
    values,
  )
  const plan = lines.map(line => line['QUERY PLAN']).join('\n')
  return { plan, tasks: [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count)) }
}
