/** Kills of server and database under load: a receiver that fails at random gets every committed change, in the order of its EHR. */
import { it } from 'node:test'
import { runKills } from './kill-run.ts'

it('two kills lose no event and keep the order of each EHR', () =>
  runKills({ kills: 2, processes: 1, killsBetweenRests: 2, restMs: 0 }))
