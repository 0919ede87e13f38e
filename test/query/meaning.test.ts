/** What a query means, over HTTP: containment that cannot be, and EXISTS. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asking, newEhr, OBSERVATIONS, record, SYSTOLIC } from './queries.ts'

const asked = await asking()
const ehr = await newEhr(asked.server)
await record(asked, ehr, [{ systolic: 120 }, {}, { systolic: 140 }])

describe('containment', () => {
  it('that the reference model rules out is refused, be the variable used or not', async () => {
    for (const column of ['a/uid/value', 'b/uid/value', 'o/name/value']) {
      const answer = await asked.ask(
        `SELECT ${column} FROM COMPOSITION a CONTAINS COMPOSITION b CONTAINS OBSERVATION o`,
      )
      assert.equal(answer.status, 400)
      assert.equal(answer.json().code, 'aql.invalid')
      assert.match(answer.text, /a COMPOSITION never contains a COMPOSITION/)
    }
  })

  it('is refused with the brackets that were probably meant, and these are taken', async () => {
    const answer = await asked.ask(
      'SELECT a/uid/value FROM EHR e CONTAINS COMPOSITION a CONTAINS OBSERVATION x AND COMPOSITION b CONTAINS OBSERVATION y',
    )
    assert.equal(answer.status, 400)
    const [, meant] = /probably meant: (FROM .*\)\))\) at line 1/.exec(answer.json().message) ?? []
    assert.equal(
      meant,
      'FROM EHR e CONTAINS ((COMPOSITION a CONTAINS OBSERVATION x) AND (COMPOSITION b CONTAINS OBSERVATION y))',
    )
    assert.equal((await asked.rows(`SELECT a/uid/value ${meant}`)).length, 1)
  })
})
