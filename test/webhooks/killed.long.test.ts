/** The same with many kills, on one and on two processes. */
import { it } from 'node:test'
import { runKills } from './kill-run.ts'

const KILLS = Number(process.env['CAIRN_TEST_ROUNDS'] ?? 100)

for (const processes of [1, 2])
  it(`${KILLS} kills of ${processes} processes lose no event and keep the order of each EHR`, async test => {
    const seen = await runKills({ kills: KILLS, processes, killsBetweenRests: 10, restMs: 30_000 })
    test.diagnostic(JSON.stringify(seen))
  })
