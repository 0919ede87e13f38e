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

describe('meta.warnings of what can find nothing', () => {
  const told = async (q: string, parameters: Record<string, unknown> = {}) => {
    const answer = await asked.ask(q, { query_parameters: parameters })
    assert.equal(answer.status, 200, answer.text)
    const warnings: string[] | undefined = answer.json().meta.warnings
    return warnings?.map(warning => warning.replace(/ at line 1, column \d+\.$/, '.'))
  }
  const where = (condition: string) => `SELECT ${SYSTOLIC} FROM ${OBSERVATIONS} WHERE ${condition}`
  const UNITS = SYSTOLIC.replace('magnitude', 'units')
  const CODE = SYSTOLIC.replace('magnitude', 'defining_code/code_string')

  it('name a number that is compared with a text', async () => {
    const never = [`${SYSTOLIC} is a number and never compares with a string.`]
    assert.deepEqual(await told(where(`${SYSTOLIC} > '140'`)), never)
    assert.deepEqual(await told(where(`${SYSTOLIC} matches {'140', 150}`)), never)
    assert.deepEqual(await told(where(`${SYSTOLIC} > $least`), { least: 'high' }), never)
    assert.equal(await told(where(`${SYSTOLIC} > 140`)), undefined)
    assert.equal(await told(where(`${SYSTOLIC.replace('magnitude', 'value')} = '140'`)), undefined)
  })

  it('name an archetype of another class', async () => {
    const bp = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'
    assert.deepEqual(await told(`SELECT c/uid/value FROM COMPOSITION c[${bp}]`), [
      `${bp} is an archetype of OBSERVATION and never that of a COMPOSITION.`,
    ])
    assert.deepEqual(await told(`SELECT c/context/other_context[${bp}]/name/value FROM COMPOSITION c`), [
      `${bp} is an archetype of OBSERVATION and never that of a ITEM_STRUCTURE.`,
    ])
    for (const from of ['OBSERVATION', 'ENTRY', 'CARE_ENTRY', 'LOCATABLE'])
      assert.equal(await told(`SELECT o/name/value FROM ${from} o[${bp}]`), undefined, from)
    assert.equal(await told(`SELECT c/content[${bp}]/name/value FROM COMPOSITION c`), undefined)
  })

  it('name a unit that no template has', async () => {
    assert.deepEqual(await told(where(`${UNITS} = 'mmHg'`)), ['No template has the unit "mmHg".'])
    assert.deepEqual(await told(where(`${UNITS} matches {'mm[Hg]', 'kPa'}`)), [
      'No template has the unit "kPa".',
    ])
    assert.deepEqual(await told(where(`${UNITS} = $unit`), { unit: 'psi' }), [
      'No template has the unit "psi".',
    ])
    assert.equal(await told(where(`${UNITS} = 'mm[Hg]'`)), undefined)
    assert.equal(await told(where(`${UNITS} = $unit`), { unit: 'mm[Hg]' }), undefined)
  })

  it('name a code that no template has; one of a terminology only where there are no rows', async () => {
    assert.deepEqual(await told(where(`${CODE} = 'at0099'`)), ['No template has the code "at0099".'])
    assert.deepEqual(await told(where(`${CODE} = '271649006'`)), ['No template has the code "271649006".'])
    assert.equal(await told(where(`${CODE} = '271649006' OR ${SYSTOLIC} > 0`)), undefined)
    assert.equal(await told(where(`${CODE} = 'at0004'`)), undefined)
    const category = 'c/category/defining_code/code_string'
    assert.equal(await told(`SELECT c/uid/value FROM COMPOSITION c WHERE ${category} = '431'`), undefined)
  })

  it('are in a header of an answer for analysis', async () => {
    const answer = await asked.server.call('POST /openehr/v1/query/aql', {
      scopes: 'api.read',
      headers: { 'Content-Type': 'application/json', Accept: 'text/csv' },
      body: JSON.stringify({ q: where(`${UNITS} = 'mmHg' OR ${UNITS} = 'µm'`) }),
    })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(JSON.parse(answer.headers.get('cairn-warnings') ?? ''), [
      'No template has the unit "mmHg".',
      'No template has the unit "µm".',
    ])
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
