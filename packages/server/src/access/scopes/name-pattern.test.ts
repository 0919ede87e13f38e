import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { matchesName, parseNamePattern, regexOf } from './name-pattern.ts'

const patternOf = (text: string) => {
  const pattern = parseNamePattern(text)
  assert.ok(pattern, text)
  return pattern
}

describe('patterns of names', () => {
  const rows: [pattern: string, name: string, matches: boolean][] = [
    // The examples of SMART on openEHR.
    ['MyHospital.**', 'MyHospital.Template.v0', true],
    ['*.Template.v0', 'MyHospital.Template.v0', true],
    ['org.openehr::*', 'org.openehr::compositions', true],
    ['org.openehr::**', 'org.openehr::bloodpressure.v1', true],
    ['org.openehr::*', 'org.openehr::bloodpressure.v1', false],
    ['*', 'MyHospital.Template.v0', true],
    ['**', 'MyHospital.Template.v0', true],
    // One segment is not several, and not none.
    ['MyHospital.*', 'MyHospital.Template.v0', false],
    ['MyHospital.*', 'MyHospital.', false],
    ['*.v0', 'a.b.v0', false],
    ['**.v0', 'a.b.v0', true],
    ['a.**.b', 'a.x.y.b', true],
    // A name without wildcards is that name.
    ['Vital_signs.v1', 'Vital_signs.v1', true],
    ['Vital_signs.v1', 'Vital_signs-v1', false],
    ['Vital_signs', 'Vital_signs.v1', false],
    ['Vital_signs.v1', 'vital_signs.v1', false],
    // Percent-encoded, since a scope has no spaces.
    ['Blood%20pressure%2Fadult', 'Blood pressure/adult', true],
    ['Blood%20*', 'Blood pressure', true],
    ['%2A', '*', true],
    ['%2A', 'anything', false],
    // Characters with a meaning in regular expressions have none.
    ['a+b', 'aab', false],
    ['a+b', 'a+b', true],
    ['(x)', '(x)', true],
  ]
  for (const [pattern, name, expected] of rows)
    it(`${pattern} ${expected ? 'matches' : 'does not match'} ${name}`, () => {
      assert.equal(matchesName(patternOf(pattern), name), expected)
    })

  for (const text of ['', '***', 'a***', '%', '%zz', 'x'.repeat(301)])
    it(`${JSON.stringify(text.slice(0, 10))} is no pattern`, () => {
      assert.equal(parseNamePattern(text), undefined)
    })

  it('a pattern means the same here and as a regular expression', () => {
    const piece = fc.constantFrom('*', '**', 'a', 'b', '.', 'ab', 'a.', '+', '%20')
    const name = fc.array(fc.constantFrom('a', 'b', '.', ' ', '+'), { maxLength: 8 }).map(all => all.join(''))
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), name, (pieces, text) => {
        const pattern = parseNamePattern(pieces.join(''))
        if (pattern) assert.equal(matchesName(pattern, text), new RegExp(regexOf(pattern), 's').test(text))
      }),
      { numRuns: 3000 },
    )
  })

  it('a pattern with many wildcards takes no longer than its length allows', () => {
    const pattern = patternOf('*a'.repeat(100))
    assert.equal(matchesName(pattern, 'a'.repeat(255)), true)
    assert.equal(matchesName(pattern, `${'a'.repeat(254)}b`), false)
  })
})
