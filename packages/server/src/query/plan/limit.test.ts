import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindParameters, parseAql } from '@cairn-ehr/openehr/aql'
import { andOneMore, mostOf, pageOf } from './limit.ts'

const query = (rest: string) => bindParameters(parseAql(rest), {})
const PLAIN = 'SELECT c FROM COMPOSITION c'

test('the page of a call is a part of what the query itself gives', () => {
  const all = Array.from({ length: 30 }, (_, at) => at)
  for (const [text, own] of [
    [PLAIN, all],
    [`${PLAIN} LIMIT 10`, all.slice(0, 10)],
    [`${PLAIN} LIMIT 10 OFFSET 5`, all.slice(5, 15)],
    ['SELECT TOP 7 c FROM COMPOSITION c', all.slice(0, 7)],
  ] as const)
    for (const offset of [0, 3, 8, 40])
      for (const fetch of [0, 1, 5, 1000]) {
        const page = pageOf(query(text), { offset, fetch })
        assert.deepEqual(
          all.slice(page.offset, page.offset + page.fetch),
          own.slice(offset, offset + fetch),
          `${text} ${offset} ${fetch}`,
        )
      }
})

test('a plan is made for few rows or for many', () => {
  assert.equal(mostOf({ offset: 0, fetch: 10 }), 11)
  assert.equal(mostOf({ offset: 10, fetch: 10 }), 21)
  assert.equal(mostOf({ offset: 10, fetch: 12 }), 51)
  assert.equal(mostOf(andOneMore({ offset: 0, fetch: 1000 })), 1001)
  assert.equal(mostOf({ offset: 0, fetch: 1002 }), 4096)
  assert.equal(mostOf({ offset: 4000, fetch: 1000 }), 16_384)
  assert.ok(mostOf({ offset: 2 ** 31, fetch: 100_000 }) >= 2 ** 31 + 100_000)
  const far = pageOf(query(`${PLAIN} LIMIT 5 OFFSET 9007199254740991`), { offset: 2 ** 31, fetch: 5 })
  assert.ok(Number.isSafeInteger(far.offset) && Number.isSafeInteger(mostOf(far)))
})
