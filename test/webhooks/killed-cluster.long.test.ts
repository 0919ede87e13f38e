/** Kills of the server, and of the coordinator and the workers of a Citus cluster in turn. */
import { it } from 'node:test'
import { findCitus, startCluster } from '../citus/own-cluster.ts'
import { type Mortal, mortalServer } from '../crash.ts'
import { runKills } from './kill-run.ts'

const KILLS = Number(process.env['CAIRN_TEST_ROUNDS'] ?? 100)
const WORKERS = 2

const programs = findCitus()

async function open(folder: string, env: Readonly<Record<string, string>>): Promise<Mortal> {
  const cluster = await startCluster(folder, { workers: WORKERS, shards: 8, isDurable: true })
  const server = await mortalServer({ ...env, CAIRN_DATABASE_URL: cluster.url })
  let crashes = 0
  return {
    ...server,
    killDatabase: () => cluster.crash(crashes++ % (WORKERS + 1)),
    end: async () => {
      await server.end()
      await cluster.remove()
    },
  }
}

it(`${KILLS} kills of a server and of the nodes of its cluster lose no event and keep the order of each EHR`, {
  skip: programs === undefined && 'no PostgreSQL of this machine has Citus',
}, async test => {
  const seen = await runKills({
    kills: KILLS,
    processes: 1,
    killsBetweenRests: 10,
    restMs: 30_000,
    open: env => open(programs ?? '', env),
  })
  test.diagnostic(JSON.stringify(seen))
})
