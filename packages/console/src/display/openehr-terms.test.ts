import assert from 'node:assert/strict'
import { it } from 'node:test'
import { termText } from './openehr-terms.ts'

it('terms of audits and lifecycles are in the language of the reader, others as they are recorded', () => {
  assert.equal(termText('creation', 'de'), 'Anlage')
  assert.equal(termText('deleted', 'es'), 'eliminado')
  assert.equal(termText('complete', 'en'), 'complete')
  assert.equal(termText('Neuanlage', 'nl'), 'Neuanlage')
})
