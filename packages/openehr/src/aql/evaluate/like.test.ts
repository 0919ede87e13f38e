import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { processorSeconds } from '../../../fixtures/processor-time.ts'
import { likePattern } from './like.ts'

const CASES: readonly (readonly [pattern: string, text: string, matches: boolean])[] = [
  ['Dis*', 'Discharge', true],
  ['Dis*', 'discharge', false],
  ['*letter*', 'letter', true],
  ['Visit ?', 'Visit 1', true],
  ['Visit ?', 'Visit ', false],
  ['Visit ?', 'Visit 12', false],
  ['?', '😀', true],
  ['100\\*', '100*', true],
  ['100\\*', '1000', false],
  ['a\\?', 'a?', true],
  ['a\\\\', 'a\\', true],
  ['a\\b', 'a\\b', true],
  ['*%\\_', 'x%_', true],
  ['*%\\_', 'x%a', false],
  ['50\\%', '50%', true],
  ['50%', '50%', true],
  ['50%', '500', false],
  ['a_c', 'abc', false],
  ['*a*b*c*', 'xxaxxbxxcxx', true],
  ['*a*b*c', 'abcd', false],
  ['', '', true],
  ['', 'x', false],
  ['*', '', true],
  ['plain', 'plain', true],
  ['a.c', 'abc', false],
]

test('LIKE knows two wildcards and a backslash, and matches the whole text', () => {
  for (const [pattern, text, matches] of CASES)
    assert.equal(likePattern(pattern)(text), matches, `${text} LIKE ${pattern}`)
})

test('LIKE agrees with a regular expression', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 12 })
  fc.assert(
    fc.property(letters, fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 }), (pattern, text) => {
      const regex = new RegExp(`^${pattern.replace(/\*+/g, '.*').replace(/\?/g, '.')}$`)
      assert.equal(likePattern(pattern)(text), regex.test(text))
    }),
  )
})

test('no pattern makes LIKE explode', () => {
  const seconds = processorSeconds(() =>
    assert.equal(likePattern(`${'*a'.repeat(500)}b`)('a'.repeat(20_000)), false),
  )
  assert.ok(seconds < 3, `${seconds} s of processor time`)
})
