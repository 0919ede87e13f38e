import assert from 'node:assert/strict'
import { it } from 'node:test'
import { routeFigures, sumRouteCounts } from './request-figures.ts'

const BOUNDS = [0.001, 0.01, 0.1]
const counts = (buckets: readonly number[], statuses: readonly (readonly [number, number])[]) => ({
  method: 'GET',
  route: '/x',
  statuses,
  buckets,
  seconds: 1,
})

it('percentiles are the bounds of the buckets that they fall into', () => {
  const [figures] = routeFigures(
    [
      counts(
        [90, 8, 1, 1],
        [
          [200, 99],
          [500, 1],
        ],
      ),
    ],
    BOUNDS,
  )
  assert.deepEqual(figures, {
    method: 'GET',
    route: '/x',
    requests: 100,
    faults: 1,
    mean: 10,
    p50: 1,
    p95: 10,
    p99: 100,
  })
})

it('what no bucket holds is told by the largest bound', () => {
  const [figures] = routeFigures([counts([0, 0, 0, 2], [[200, 2]])], BOUNDS)
  assert.equal(figures?.p50, 100)
})

it('counts of several processes are added up by route', () => {
  const sum = sumRouteCounts([[counts([1, 0, 0, 0], [[200, 1]])], [counts([0, 2, 0, 0], [[404, 2]])]])
  assert.deepEqual(sum[0]?.buckets, [1, 2, 0, 0])
  assert.equal(sum[0]?.seconds, 2)
})
