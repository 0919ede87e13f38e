import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { repeatAtInterval } from './interval.ts'

test('a refresh that is stopped while it runs is not run again', async () => {
  let runs = 0
  let end = () => {}
  let stop = () => {}
  await new Promise<void>(begun => {
    stop = repeatAtInterval(
      1,
      () => {
        runs += 1
        begun()
        return new Promise<void>(done => {
          end = done
        })
      },
      () => {},
    )
  })
  stop()
  end()
  // Long enough for many intervals.
  await sleep(50)
  assert.equal(runs, 1)
})

test('a refresh that fails is reported, and run again', async () => {
  const failures: unknown[] = []
  await new Promise<void>(done => {
    const stop = repeatAtInterval(
      1,
      () => Promise.reject(new Error('away')),
      error => {
        failures.push(error)
        if (failures.length < 2) return
        stop()
        done()
      },
    )
  })
  assert.equal(failures.length, 2)
})
