import assert from 'node:assert/strict'
import { it } from 'node:test'
import { suggestionFaults } from '../../../../../test/datamap/suggestions.ts'
import { corpusMissing } from '../../../../openehr/fixtures/corpus.ts'

it('all templates of the corpus have suggestions without faults, whose records follow their schema', {
  skip: corpusMissing,
}, () => {
  assert.deepEqual(suggestionFaults(Number.POSITIVE_INFINITY, 3), [])
})
