import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { EhrId } from '../ids/index.ts'
import { PendingChanges } from './pending-changes.ts'

const [FIRST, SECOND] = ['first', 'second'] as unknown as [EhrId, EhrId]
const NO_ROWS = () => false

it('new versions are looked at alone, as long as their EHR has no other rows', () => {
  const pending = new PendingChanges()
  pending.addEhr(FIRST, [1])
  pending.addEhr(SECOND, [2])
  pending.addEhr(FIRST, [3])
  assert.deepEqual(pending.parts(NO_ROWS), {
    ehrs: [],
    versions: { ehrs: [FIRST, SECOND], commits: [1, 3, 2] },
  })
  assert.deepEqual(
    pending.parts(ehrId => ehrId === FIRST),
    { ehrs: [FIRST], versions: { ehrs: [SECOND], commits: [2] } },
  )
})

it('an EHR that changed as a whole stays one, whatever comes before or after', () => {
  const pending = new PendingChanges()
  pending.addEhr(FIRST, [1])
  pending.addEhr(FIRST, undefined)
  pending.addEhr(FIRST, [2])
  assert.deepEqual(pending.parts(NO_ROWS), { ehrs: [FIRST], versions: { ehrs: [], commits: [] } })
})

it('the whole query has all EHRs in it', () => {
  const pending = new PendingChanges()
  assert.ok(pending.isEmpty)
  pending.addEhr(FIRST, [1])
  const failed = new PendingChanges()
  failed.addWhole()
  pending.addAll(failed)
  pending.addEhr(SECOND, [2])
  assert.ok(pending.isWhole && !pending.isEmpty)
  assert.deepEqual(pending.parts(NO_ROWS).ehrs, [])
})
