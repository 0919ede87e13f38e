import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likePattern } from '@cairn/openehr/aql'
import { identifier, keys, print, q, value } from './fragment.ts'
import { likePatternOf } from './like.ts'

test('values become numbers, the same value the same number', () => {
  const x = value('text', () => "'; drop table ehr --")
  const { text, values } = print(
    q`select ${x} where ${identifier('r1.num')} = ${7} and ${x} <> ${value('jsonb', () => 1)}`,
  )
  assert.equal(text, 'select $1::text where r1.num = 7 and $1::text <> $2::jsonb')
  assert.equal(values.length, 2)
})

test('nothing but our own names and whole numbers becomes text', () => {
  for (const name of ['a; b', 'A', 'a"b', '', 'a.b.c', "a'", 'é'])
    assert.throws(() => identifier(name), TypeError)
  assert.throws(() => q`${1.5}`, TypeError)
  assert.throws(() => q`${Number.NaN}`, TypeError)
  assert.throws(() => keys([1, 2.5]), TypeError)
  assert.equal(print(keys([3, 1])).text, "'{1,3}'::integer[]")
})

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
