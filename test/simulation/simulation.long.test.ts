/** Two hundred rounds of the simulation: nothing that was acknowledged is lost, and everything agrees after each round. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { record } from '../hard-use/report.ts'
import { notBuilt } from '../http/program.ts'
import { type Figures, simulate } from './simulate.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]
const ROUNDS = Number(process.env['CAIRN_TEST_SIMULATED_ROUNDS'] ?? 25)

const sum = (all: readonly Figures[], value: (each: Figures) => number): string =>
  all.reduce((total, each) => total + value(each), 0).toLocaleString('en')

/** The faults of all runs with their numbers, the most frequent first. */
function faultsOf(all: readonly Figures[]): string {
  const counts = new Map<string, number>()
  for (const [name, count] of all.flatMap(({ faults }) => Object.entries(faults)))
    counts.set(name, (counts.get(name) ?? 0) + count)
  const sorted = [...counts].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
  return sorted.map(([name, count]) => `${name}: ${count}`).join(', ')
}

describe('the simulation', { skip: notBuilt }, () => {
  const passed: Figures[] = []
  for (const seed of SEEDS)
    it(`of seed ${seed}, ${ROUNDS} rounds`, async () => {
      passed.push(await simulate({ seed, rounds: ROUNDS, say: () => {} }))
    })

  it('lost nothing that was acknowledged', () => {
    assert.equal(passed.length, SEEDS.length, 'every seed passed')
    const minutes = passed.reduce((total, { seconds }) => total + seconds, 0) / 60
    record({
      check: '15, 16, 18, 19, 20, 22, 24',
      subject: 'A simulation with seeds',
      method: `${SEEDS.length} seeds of ${ROUNDS} rounds: two server processes, PostgreSQL with a synchronous standby, four clients; ${faultsOf(passed)}`,
      figure: `${sum(passed, each => each.acknowledgedWrites)} acknowledged writes, lost: 0; ${sum(passed, each => each.acknowledgedReads)} acknowledged reads, all with their events; ${sum(passed, each => each.unclear)} requests without a clear answer, each stored with its event or not at all; ${sum(passed, each => each.tamperings)} changed rows, all found; ${minutes.toFixed(0)} minutes`,
    })
  })
})
