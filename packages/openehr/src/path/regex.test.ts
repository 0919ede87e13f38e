import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isRegex, literalsOf, REGEX_LIMITS } from './regex.ts'

const OK: readonly (readonly [what: string, pattern: string])[] = [
  ['a usual one', '[A-Z]{2}\\d{2}( ?\\d{4}){3,5}'],
  ['ambiguous repetition, which is linear here', '(a+)+$'],
  ['a slot with many alternatives', 'openEHR-EHR-CLUSTER\\.device(-[a-zA-Z0-9_]+)*\\.v1|'.repeat(70)],
  ['as long as it may be', 'ab*'.padEnd(REGEX_LIMITS.length, 'x')],
  ['a list of literals as long as it may be', 'a\\.b|'.repeat(REGEX_LIMITS.literals / 5)],
  ['as many counts as it may have', 'a{240}x{240}'],
  ['as many wide classes as it may have', '\\p{L}'.repeat(REGEX_LIMITS.wideClasses)],
  ['as many where case is ignored', `(?i)${'\\p{L}'.repeat(REGEX_LIMITS.wideClassesIgnoringCase)}`],
  ['letters beyond ASCII', 'Größe|Höhe|Länge (cm|m)'],
]

const REFUSED: readonly (readonly [what: string, pattern: string])[] = [
  ['none', '(a'],
  ['one that looks around', 'a(?=b)'],
  ['one that refers back', '(a)\\1'],
  ['one too long', 'ab*'.padEnd(REGEX_LIMITS.length + 1, 'x')],
  ['a list of literals that is too long', 'a\\.b|'.repeat(REGEX_LIMITS.literals / 5 + 1)],
  ['counts inside counts', '((a|b){1,30}){1,30}'],
  ['many counts', 'a{1000}'.repeat(500)],
  ['many optional parts', 'a?'.repeat(1000)],
  ['many wide classes', '\\p{L}'.repeat(REGEX_LIMITS.wideClasses + 1)],
  ['many wide ranges where case is ignored', `(?i)${'[A-\uffff]'.repeat(780)}`],
  ['the same with another flag', `(?si)${'[A-\\x{ffff}]'.repeat(200)}`],
]

describe('a regular expression of a stranger', () => {
  for (const [what, pattern] of OK) it(`is taken: ${what}`, () => assert.equal(isRegex(pattern), true))
  for (const [what, pattern] of REFUSED)
    it(`is refused: ${what}`, () => assert.equal(isRegex(pattern), false))
})

it('a list of literals is read as such', () => {
  assert.deepEqual([...(literalsOf('a\\.b|c') ?? [])], ['a.b', 'c'])
  assert.equal(literalsOf('a.b|c'), undefined)
})
