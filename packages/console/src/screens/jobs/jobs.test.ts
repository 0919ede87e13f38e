import assert from 'node:assert/strict'
import { it } from 'node:test'
import { percentOf } from './jobs.ts'
import { batchesOf, headOf, isManifest } from './transfer-lines.ts'

const HEAD =
  '{"record":"export","format":"cairn-export/1","origin":"o","expected":{"ehrs":1,"contributions":3}}'
const MANIFEST = '{"record":"manifest","counts":{"ehr":1},"sha256":"x"}'

it('the head of an export tells what to expect', () => {
  assert.deepEqual(headOf(HEAD), { origin: 'o', contributions: 3 })
  assert.equal(headOf('{"format":"other"}'), undefined)
  assert.equal(headOf('no JSON'), undefined)
})

it('an export is complete with its manifest', () => {
  assert.equal(isManifest(MANIFEST), true)
  assert.equal(isManifest('{"record":"ehr"}'), false)
})

it('lines go in batches that keep their numbers in the file', () => {
  assert.deepEqual(batchesOf([HEAD, 'aaaa', 'bbbb', 'cccc', MANIFEST], 8), [
    { first: 2, lines: ['aaaa', 'bbbb'], size: 8 },
    { first: 4, lines: ['cccc'], size: 4 },
  ])
  assert.deepEqual(batchesOf([HEAD, MANIFEST], 8), [])
})

it('progress is a percentage once the end is known', () => {
  assert.equal(percentOf({ done: 1, total: 3, state: 'running' }), 33)
  assert.equal(percentOf({ done: 1, state: 'running' }), undefined)
  assert.equal(percentOf({ done: 0, total: 0, state: 'done' }), 100)
})
