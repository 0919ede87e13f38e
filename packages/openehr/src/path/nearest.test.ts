import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { editDistance } from './edit-distance.ts'
import { nearest } from './nearest.ts'

test('the nearest path is the one with the fewest slips', () => {
  const paths = ['vitals/bp/systolic|magnitude', 'vitals/bp/diastolic|magnitude', 'vitals/bp/systolic|unit']
  assert.equal(nearest('vitals/bp/sistolic|magnitude', paths), 'vitals/bp/systolic|magnitude')
  assert.equal(nearest('vitals/bp/systolic|units', paths), 'vitals/bp/systolic|unit')
})

test('nothing is suggested for what resembles nothing', () => {
  assert.equal(nearest('completely/different', ['vitals/bp/systolic|unit']), undefined)
})

/** The textbook definition. */
function levenshtein(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [x, y] = [a.slice(1), b.slice(1)]
  if (a[0] === b[0]) return levenshtein(x, y)
  return 1 + Math.min(levenshtein(x, b), levenshtein(a, y), levenshtein(x, y))
}

test('the distance is that of Levenshtein, up to the limit', () => {
  const word = fc.stringMatching(/^[ab/]{0,6}$/)
  fc.assert(
    fc.property(word, word, fc.integer({ min: 1, max: 8 }), (a, b, limit) =>
      assert.equal(editDistance(a, b, limit), Math.min(levenshtein(a, b), limit)),
    ),
  )
})
