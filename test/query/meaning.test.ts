/** The meaning of queries, over HTTP: containment that cannot be, and EXISTS. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bloodPressure, postComposition } from '../records.ts'
import { asking, newEhr, OBSERVATIONS, SYSTOLIC } from './queries.ts'

const asked = await asking()
const beforeAnyRecord = await asked.ask(`SELECT ${SYSTOLIC} FROM ${OBSERVATIONS}`)
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

it('a condition on a leaf that no record has, below nodes that repeat, is met by no row', async () => {
  const nowhere = SYSTOLIC.replace('magnitude', 'value')
  assert.deepEqual(await asked.rows(`SELECT ${nowhere} FROM ${OBSERVATIONS} WHERE ${nowhere} = '10'`), [])
})

describe('meta.warnings', () => {
  const warnings = async (q: string, parameters: Record<string, unknown> = {}) => {
    const answer = await asked.ask(q, { query_parameters: parameters })
    assert.equal(answer.status, 200, answer.text)
    return answer.json().meta.warnings
  }
  const BP = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'
  const typo = 'openEHR-EHR-OBSERVATION.blood_presure.v2'

  it('name an archetype that no template and no record has, be it in FROM, a path or a parameter', async () => {
    const told = [`No template and no record has the archetype ${typo}.`]
    assert.deepEqual(await warnings(`SELECT o/data[at0001]/name/value FROM OBSERVATION o[${typo}]`), told)
    assert.deepEqual(await warnings(`SELECT c/content[${typo}]/name/value FROM COMPOSITION c`), told)
    assert.deepEqual(await warnings('SELECT o/name/value FROM OBSERVATION o[$id]', { id: typo }), told)
  })

  it('name a node that its archetype does not have, also where another has it', async () => {
    const of = (steps: string, from = `OBSERVATION o[${BP}]`) =>
      warnings(`SELECT o/${steps}/name/value FROM ${from}`)
    assert.deepEqual(await of('data[at0001]/events[at0099]'), [
      `No template and no record has a node at0099 in ${BP}.`,
    ])
    assert.deepEqual(await of('data[at9999]', 'OBSERVATION o'), [
      'No template and no record has a node at9999.',
    ])
    assert.equal(await of('data[at0001]/events[at0006]'), undefined)
    assert.equal(await of('data[at0001]', 'OBSERVATION o'), undefined)
    assert.deepEqual(
      await warnings(`SELECT l/name/value FROM OBSERVATION o[${BP}] CONTAINS ELEMENT l[at0099]`),
      [`No template and no record has a node at0099 in ${BP}.`],
    )
  })

  it('know what a template has, though no record does yet', () => {
    assert.deepEqual(beforeAnyRecord.json().rows, [])
    assert.equal(beforeAnyRecord.json().meta.warnings, undefined)
  })

  it('say which the wildcards of LIKE are', async () => {
    const of = (pattern: string) =>
      warnings(`SELECT c/uid/value FROM COMPOSITION c WHERE c/name/value LIKE '${pattern}'`)
    assert.deepEqual(await of('H%'), [
      "c/name/value LIKE 'H%': % and _ are plain characters here; the wildcards are * and ?.",
    ])
    assert.equal(await of('H*'), undefined)
    assert.equal(await of('50%*'), undefined)
    assert.equal(await of('50\\\\%'), undefined)
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
