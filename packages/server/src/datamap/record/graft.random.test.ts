import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { graftFaults } from '../../../../../test/datamap/random-grafts.ts'
import { corpusMissing } from '../../../../openehr/fixtures/corpus.ts'

/** Bytes: some 60 templates of the 260; the long test takes all. */
const SMALL = 60_000
const seed = Math.floor(Math.random() * 2 ** 31)

describe('random records on random compositions', { skip: corpusMissing }, () => {
  it(`are kept or refused, and what is not shown stays (seed ${seed})`, () => {
    assert.deepEqual(graftFaults(SMALL, 1, seed), [])
  })
})
