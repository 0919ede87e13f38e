/**
 * Runs the simulation by hand. The same seed gives the same plan; the moments at which the operating system lets
 * processes go on differ.
 *
 *   npm run simulate -- --seed 42 --rounds 20
 */
import { parseArgs } from 'node:util'
import { SimulationError, simulate } from '../test/simulation/simulate.ts'

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string', default: '20' } },
})
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
try {
  const figures = await simulate({
    seed: Number(values.seed),
    rounds: Number(values.rounds),
    say: console.log,
    signal: interrupted.signal,
  })
  console.log(figures)
  process.exit(0)
} catch (error) {
  console.error(error instanceof SimulationError ? error.message : error)
  process.exit(1)
}
