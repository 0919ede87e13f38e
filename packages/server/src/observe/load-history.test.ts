import assert from 'node:assert/strict'
import { it } from 'node:test'
import { loadFigures, openLoadHistory } from './load-history.ts'

const BOUNDS = [0.001, 0.01, 0.1]
const counts = (buckets: readonly number[], faults = 0) => [
  {
    method: 'GET',
    route: '/x',
    statuses: [
      [200, buckets.reduce((sum, count) => sum + count, 0) - faults] as const,
      [500, faults] as const,
    ],
    buckets,
    seconds: 1,
  },
]

it('a minute has the requests since the minute before, with bounds of their times', async () => {
  let [now, current] = [Date.parse('2026-11-18T10:00:58Z'), counts([10, 0, 0, 0])]
  const history = openLoadHistory(
    async () => current,
    () => now,
  )
  await history.sample()
  now += 60_000
  current = counts([10, 90, 10, 0], 2)
  await history.sample()
  assert.deepEqual(loadFigures([history.samples()], BOUNDS), [
    { at: '2026-11-18T10:01:00.000Z', requests: 10, faults: 0, p50: 1, p95: 1 },
    { at: '2026-11-18T10:02:00.000Z', requests: 100, faults: 2, p50: 10, p95: 100 },
  ])
})

it('minutes of several processes are summed, and a quiet minute has no time', () => {
  const at = Date.parse('2026-11-18T10:01:00Z')
  const sample = { at, requests: 3, faults: 1, buckets: [3, 0, 0, 0] }
  assert.deepEqual(
    loadFigures(
      [[sample], [sample, { ...sample, at: at + 60_000, requests: 0, faults: 0, buckets: [] }]],
      BOUNDS,
    ),
    [
      { at: '2026-11-18T10:01:00.000Z', requests: 6, faults: 2, p50: 1, p95: 1 },
      { at: '2026-11-18T10:02:00.000Z', requests: 0, faults: 0, p50: 0, p95: 0 },
    ],
  )
})

it('a history has three hours', async () => {
  let now = 0
  const history = openLoadHistory(
    async () => counts([1]),
    () => now,
  )
  for (let minute = 0; minute < 200; minute++) {
    now += 60_000
    await history.sample()
  }
  assert.deepEqual([history.samples().length, history.samples()[0]?.at], [180, 21 * 60_000])
})
