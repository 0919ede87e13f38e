import assert from 'node:assert/strict'
import { it } from 'node:test'
import { outcomeOf, percentOf } from './jobs.ts'
import { batchesOf, headOf, isManifest } from './transfer-lines.ts'
import { readVerificationLine } from './verification-lines.ts'

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

it('a verification tells its parts, and all its faults in one list', () => {
  for (const part of ['versions', 'objects', 'seals'])
    assert.deepEqual(readVerificationLine(`{"record":"progress","part":"${part}","done":1,"total":2}`), {
      kind: 'progress',
      part,
      done: 1,
      total: 2,
    })
  const line = JSON.stringify({
    record: 'result',
    versions: 7,
    changed_presets: [3],
    faults: [{ ehr_id: 'e', uid: 'v::s::1', what: 'does not match its signature' }],
    index_faults: [{ ehr_id: 'e', uid: 'v::s::2', what: 'has no rows in the query index' }],
    state: { faults: [{ kind: 'client', id: 'app', what: 'was changed in the database' }] },
    audit: { events: 9, head: '2:ab', faults: [{ place: 'event 4', what: 'is missing' }] },
  })
  assert.deepEqual(readVerificationLine(line), {
    kind: 'result',
    versions: 7,
    events: 9,
    head: '2:ab',
    faults: [
      { place: 'v::s::1', what: 'does not match its signature', ehrId: 'e' },
      { place: 'v::s::2', what: 'has no rows in the query index', ehrId: 'e' },
      { place: 'preset 3', what: 'was changed' },
      { place: 'client:app', what: 'was changed in the database' },
      { place: 'event 4', what: 'is missing' },
    ],
  })
  assert.equal(readVerificationLine('{"record":"other"}'), undefined)
})

it('a verification with faults is not shown as if it had gone well', () => {
  assert.equal(outcomeOf({ state: 'done', faults: [{ place: 'x', what: 'y' }] }), 'faults')
  assert.equal(outcomeOf({ state: 'done', faults: [] }), 'done')
  assert.equal(outcomeOf({ state: 'cancelled' }), 'cancelled')
})
