/** What a query means, over HTTP: containment that cannot be, and EXISTS. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bloodPressure, postComposition } from '../records.ts'
import { asking, newEhr, OBSERVATIONS, SYSTOLIC } from './queries.ts'

const asked = await asking()
const ehr = await newEhr(asked.server)
const READINGS = bloodPressure([{ systolic: 120 }, { systolic: 130 }, { systolic: 140 }])
/** One of the three readings is an estimate. */
const stored = await postComposition(
  asked.server,
  ehr,
  JSON.parse(JSON.stringify(READINGS).replace('"magnitude":130', '"magnitude":130,"magnitude_status":"~"')),
)
assert.equal(stored.status, 201)
const STATUS = SYSTOLIC.replace('magnitude', 'magnitude_status')

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

describe('EXISTS', () => {
  it('filters the row that it is in, like every other condition', async () => {
    const of = (condition: string) =>
      asked.rows(`SELECT ${SYSTOLIC}, ${STATUS} FROM ${OBSERVATIONS} WHERE ${condition}`)
    assert.deepEqual(await of(`EXISTS ${STATUS}`), [[130, '~']])
    assert.deepEqual(await of(`NOT EXISTS ${STATUS}`), [
      [120, null],
      [140, null],
    ])
    assert.deepEqual(await of(`NOT EXISTS ${STATUS} AND ${SYSTOLIC} > 125`), [[140, null]])
  })

  it('makes no rows of its own', async () => {
    assert.deepEqual(await asked.rows(`SELECT COUNT(*) FROM ${OBSERVATIONS} WHERE EXISTS ${SYSTOLIC}`), [[1]])
  })
})
