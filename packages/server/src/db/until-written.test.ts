import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../refusal/index.ts'
import { untilWritten } from './until-written.ts'

test('a write that others have overtaken a few times is repeated until it succeeds', async () => {
  let tries = 0
  assert.equal(await untilWritten(async () => (++tries < 4 ? undefined : 'written')), 'written')
  assert.equal(tries, 4)
})

test('a write that is overtaken every time is given up, and the client is told to try again', async () => {
  let tries = 0
  const hopeless = untilWritten(async () => {
    tries++
    return undefined
  })
  await assert.rejects(hopeless, error => error instanceof Refusal && error.code === 'service.busy')
  assert.equal(tries, 50)
})

test('a fault is passed on at once', async () => {
  let tries = 0
  const failing = untilWritten(async () => {
    tries++
    throw new Error('no disk')
  })
  await assert.rejects(failing, /no disk/)
  assert.equal(tries, 1)
})
