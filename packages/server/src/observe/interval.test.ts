import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../../../test/eventually.ts'
import { repeatAtInterval } from './interval.ts'

test('a refresh that is stopped while it runs is not run again', async () => {
  let runs = 0
  let end = () => {}
  const refresh = () => {
    runs += 1
    return new Promise<void>(done => {
      end = done
    })
  }
  const stop = repeatAtInterval(1, refresh, () => {})
  await eventually('it runs', () => runs > 0)
  stop()
  end()
  // Long enough for many intervals.
  await sleep(50)
  assert.equal(runs, 1)
})

test('a refresh that fails is reported, and run again', async () => {
  const failures: unknown[] = []
  const refresh = () => Promise.reject(new Error('away'))
  const stop = repeatAtInterval(1, refresh, error => failures.push(error))
  await eventually('it fails again', () => failures.length > 1)
  stop()
})
