import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hourlyCommits } from './commits.ts'

it('commits are counted by the hour, empty hours included', () => {
  const now = Date.parse('2026-11-15T12:30:00Z')
  const { hours, commits } = hourlyCommits(
    ['2026-11-15T12:05:00Z', '2026-11-15T12:10:00Z', '2026-11-15T10:59:59Z', '2026-11-01T00:00:00Z'],
    now,
    3,
  )
  assert.deepEqual(commits, [1, 0, 2])
  assert.equal(new Date((hours[0] ?? 0) * 1000).toISOString(), '2026-11-15T10:00:00.000Z')
})
