import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { seeded } from '../../../test/seeded.ts'
import { plainChooser, randomChooser } from './chooser.ts'
import { textMatching } from './regex.ts'

describe('a text is made for a pattern', () => {
  for (const pattern of [
    'abc',
    'a|bc|d',
    '[A-Z]{3}-\\d{2,4}',
    '(ab)+c?',
    '(?:x|y)*z',
    '[^a-z]+',
    '\\w+@\\w+\\.(com|org)',
    '.*',
    '^\\d+(\\.\\d+)?$',
    'openEHR-EHR-CLUSTER\\.device(-[a-zA-Z0-9_]+)*\\.v1',
    '\\s?\\(\\)\\[\\]',
  ])
    test(pattern, () => {
      const whole = new RegExp(`^(?:${pattern})$`)
      assert.match(textMatching(pattern, plainChooser('medium')) ?? 'none', whole)
      fc.assert(
        fc.property(fc.integer(), seed => {
          assert.match(textMatching(pattern, randomChooser(seeded(seed))) ?? 'none', whole)
        }),
        { numRuns: 50 },
      )
    })

  test('or it is said that none could be', () => {
    for (const pattern of ['\\bword\\b', '\\p{Lu}+'])
      assert.equal(textMatching(pattern, plainChooser('medium')), undefined, pattern)
  })
})
