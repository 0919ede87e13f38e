import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { graftFaults } from '../../../../../test/datamap/random-grafts.ts'
import { corpusMissing } from '../../../../openehr/fixtures/corpus.ts'

const seed = Math.floor(Math.random() * 2 ** 31)

describe('random records on compositions of every template', { skip: corpusMissing }, () => {
  it(`are kept or refused, and what is not shown stays (seed ${seed})`, () => {
    assert.deepEqual(graftFaults(Number.POSITIVE_INFINITY, 4, seed), [])
  })
})
