/** Queries with many columns: as many as a row can have, and no more. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asking, newEhr, record, SYSTOLIC } from './queries.ts'

const asked = await asking()
const { ask } = asked
await record(asked, await newEhr(asked.server))

const wide = (count: number, column: string, from: string) =>
  `SELECT ${Array.from({ length: count }, () => column).join(', ')} FROM ${from}`
const FROM = 'EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o'

for (const [what, column] of [
  ['values', 'c/name/value'],
  ['objects', 'c'],
] as const)
  it(`400 columns of ${what} are answered, one more is refused`, async () => {
    const answer = await ask(wide(400, column, FROM))
    assert.equal(answer.status, 200, answer.text.slice(0, 500))
    assert.equal(answer.json().rows[0].length, 400)
    const refused = await ask(wide(401, column, FROM))
    assert.equal(refused.status, 400)
    assert.equal(refused.json().code, 'query.too_large')
    assert.match(refused.json().message, /401 columns.*at most 400/)
  })

it('many different queries with many columns are answered one after the other', async () => {
  for (let count = 0; count < 20; count++) {
    const answer = await ask(wide(200, `${SYSTOLIC} AS s${count}`, FROM))
    assert.equal(answer.status, 200, answer.text.slice(0, 500))
    assert.deepEqual(new Set(answer.json().rows[0]), new Set([120]))
  }
})
