/** Runs the AQL cases of docs/reference/compatibility.md. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asking, newEhr, record } from '../query/queries.ts'
import { AQL_CASES } from './aql-cases.ts'

const asked = await asking()
await record(asked, await newEhr(asked.server), [{ systolic: 120 }, { systolic: 130 }])

for (const each of AQL_CASES)
  it(`AQL, ${each.idiom}: ${each.does}`, async () => {
    const answer = await asked.ask(each.q, { query_parameters: each.parameters ?? {} })
    if ('refused' in each) {
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.json().message, each.refused)
      return
    }
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.json().rows, each.rows)
    if (each.columns)
      assert.deepEqual(
        answer.json().columns.map(({ name }: { name: string }) => name),
        each.columns,
      )
  })
