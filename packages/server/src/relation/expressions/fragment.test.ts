import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sqlConstant } from '../../access/index.ts'
import { print } from '../sql.ts'
import { identifier, keys, q, value, verbatim } from './fragment.ts'

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

test('SQL of another room is a constant of its source, and no text that is made while the program runs', () => {
  const inner = sqlConstant`o.serial`
  assert.equal(print(q`select ${verbatim(sqlConstant`${inner} + 1`)}`).text, 'select o.serial + 1')
  const made: string = ['o', 'serial'].join('.')
  // @ts-expect-error a text is no constant
  verbatim(made)
  // @ts-expect-error nor can it become part of one
  sqlConstant`select ${made}`
})
