import assert from 'node:assert/strict'
import { test } from 'node:test'
import { didYouMean, nearestName } from './nearest-name.ts'

const KNOWN = ['Vital signs', 'Problem list', 'Medication list', 'ehr_id']

test('the nearest name is found, whatever its case and punctuation', () => {
  assert.equal(nearestName('vital-signs', KNOWN), 'Vital signs')
  assert.equal(nearestName('Vital sgins', KNOWN), 'Vital signs')
  assert.equal(nearestName('ehrId', KNOWN), 'ehr_id')
})

test('a beginning is enough', () => assert.equal(nearestName('Med', KNOWN), 'Medication list'))

test('a name that is like none has none, and no name is its own nearest', () => {
  assert.equal(nearestName('Discharge', KNOWN), undefined)
  assert.equal(nearestName('', KNOWN), undefined)
  assert.equal(nearestName('ehr_id', ['ehr_id']), undefined)
  assert.equal(didYouMean('Discharge', KNOWN), '')
})
