import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold, plainIdentifier, plainTermsOf, termsOf } from './terms.ts'

test('as much of a text is looked at as a name can have', () => {
  assert.equal(fold('A'.repeat(100_000)), 'a'.repeat(5000))
  // Unicode puts accents in order in a time with the square of their number.
  assert.equal(fold(`a${'\u0301\u0323'.repeat(100_000)}`), 'a')
})

test('as much of an identifier is looked at as one can have', () => {
  assert.equal(plainIdentifier('943 476-5919'), '9434765919')
  assert.equal(plainIdentifier('1'.repeat(100_000)), '1'.repeat(500))
})

test('terms are those of the beginning of all texts together', () => {
  const long = 'Anna '.repeat(2000)
  assert.deepEqual(termsOf([`${long} Zoe`, 'Meyer']), ['anna'])
  assert.deepEqual(termsOf(['Anna', 'Meyer']), ['anna', 'meyer'])
  assert.deepEqual(plainTermsOf([`${long} Street`, 'Village']), ['anna'])
  assert.deepEqual(plainTermsOf(['Anna Street', 'Village']), ['anna', 'street', 'village'])
})
