import assert from 'node:assert/strict'
import { it } from 'node:test'
import { idsAfter, idsFrom } from '../id-range.ts'
import { partsAfter } from './parts.ts'

const NONE = '00000000-0000-0000-0000-000000000000'
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

it('a part has all ids that begin with its digits', () => {
  assert.deepEqual(idsFrom('7f'), {
    from: '7f000000-0000-0000-0000-000000000000',
    to: '7fffffff-ffff-ffff-ffff-ffffffffffff',
  })
  assert.deepEqual(idsFrom(''), { from: NONE, to: LAST })
})

it('the ids that are left begin after the part', () => {
  assert.deepEqual(idsAfter('0f'), { from: '10000000-0000-0000-0000-000000000000', to: LAST })
  assert.deepEqual(idsAfter(undefined), { from: NONE, to: LAST })
  assert.equal(idsAfter('ff'), undefined)
})

it('few records are one part, and more records are more parts', () => {
  assert.deepEqual(partsAfter(undefined, 0), [''])
  assert.deepEqual(partsAfter(undefined, 10_000), [''])
  assert.deepEqual(partsAfter(undefined, 80_000), [...'0123456789abcdef'])
  assert.equal(partsAfter(undefined, 1_000_000).length, 256)
  assert.equal(partsAfter(undefined, 1e15).length, 16 ** 5)
})

it('a run goes on after a part, in parts of the same size or smaller ones', () => {
  assert.deepEqual(partsAfter('c', 10), ['d', 'e', 'f'])
  const [first, ...others] = partsAfter('c', 1_000_000)
  assert.deepEqual([first, others.length], ['d0', 47])
  assert.deepEqual(partsAfter('f', 1_000_000), [])
})

it('parts of a cluster are larger, so that the versions of a shard in each are read together', () => {
  assert.equal(partsAfter(undefined, 1_000_000, 4).length, 256)
  assert.equal(partsAfter(undefined, 1_000_000, 32).length, 16)
  assert.deepEqual(partsAfter('7f', 1_000_000, 32).slice(0, 2), ['80', '81'])
})
