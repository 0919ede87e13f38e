import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likePattern } from '@cairn-ehr/openehr/aql'
import { likePatternOf } from './like.ts'

/** SQL's LIKE, for texts without line breaks. */
function sqlLike(pattern: string, text: string): boolean {
  const parts = [...pattern.matchAll(/\\(.)|([%_])|(.)/gsu)].map(([, escaped, wild, plain]) =>
    wild === '%' ? '.*' : wild === '_' ? '.' : (escaped ?? plain ?? '').replace(/[\\^$.*+?()[\]{}|]/, '\\$&'),
  )
  return new RegExp(`^${parts.join('')}$`, 'su').test(text)
}

test('a pattern means the same in SQL', () => {
  const pieces = ['a', '*', '?', '\\*', '\\?', '\\\\', '\\', '%', '_', '😀', '.']
  const texts = ['', 'a', '*', '?', '\\', '%', '_', '😀', 'a*', 'ab', '\\a', 'a%', '😀a', '%_', 'a.b', '\\*']
  for (const one of pieces)
    for (const two of pieces)
      for (const three of ['', ...pieces])
        for (const text of texts) {
          const pattern = one + two + three
          assert.equal(
            sqlLike(likePatternOf(pattern), text),
            likePattern(pattern)(text),
            `${pattern} on ${text}: ${likePatternOf(pattern)}`,
          )
        }
})
