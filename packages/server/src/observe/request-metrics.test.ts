import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Registry } from 'prom-client'
import { BUCKETS, requestMetrics } from './request-metrics.ts'

it('counts of a route have its statuses and times alone', async () => {
  const metrics = requestMetrics(new Registry())
  metrics.count('GET', '/a', 200, 0.0005)
  metrics.count('GET', '/a', 404, 0.002)
  metrics.count('GET', '/a', 200, 60)
  metrics.count('PUT', '/a', 200, 0.002)
  metrics.count('GET', '/b', 500, 30)
  const bucketsOf = (filled: readonly number[]) =>
    [...BUCKETS, Infinity].map((_, at) => Number(filled.includes(at)))
  const longest = BUCKETS.length
  assert.deepEqual(await metrics.counts(), [
    {
      method: 'GET',
      route: '/a',
      statuses: [
        [200, 2],
        [404, 1],
      ],
      buckets: bucketsOf([0, 1, longest]),
      seconds: 60.0025,
    },
    { method: 'PUT', route: '/a', statuses: [[200, 1]], buckets: bucketsOf([1]), seconds: 0.002 },
    { method: 'GET', route: '/b', statuses: [[500, 1]], buckets: bucketsOf([longest - 1]), seconds: 30 },
  ])
})
