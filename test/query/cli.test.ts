/** `cairn aql` as a person types it. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { cairnIn, settingsOf, testFolder } from '../cli/program.ts'
import { asking, newEhr, OBSERVATIONS, record, SYSTOLIC } from './queries.ts'

const asked = await asking()
const ehr = await newEhr(asked.server)
await record(asked, ehr, [{ systolic: 120 }, { systolic: 140 }])

const folder = testFolder()
const typed = cairnIn(folder, settingsOf(asked.server))
const cairn = (...args: string[]) => typed(['aql', ...args])

const Q = `SELECT ${SYSTOLIC} AS systolic FROM COMPOSITION c CONTAINS ${OBSERVATIONS} WHERE ${SYSTOLIC} > $least`

it('prints a table, JSON, a plan, and what is wrong', async () => {
  const [rows, json, plan, wrong] = await Promise.all([
    cairn(Q, '--param', 'least=130'),
    cairn(Q, '--param', 'least=1', '--json', '--ehr', ehr),
    cairn(Q, '--param', 'least=1', '--explain'),
    cairn(Q),
  ])
  assert.deepEqual(rows, { code: 0, out: 'systolic\n--------\n140\n\n1 row\n', err: '' })
  assert.deepEqual(JSON.parse(json.out).rows, [[120], [140]])
  assert.match(plan.out, /cairn\.root/)
  assert.equal(wrong.code, 1)
  assert.match(wrong.err, /\$least/)
})

it('tells warnings about a query on standard error, however its rows are shown', async () => {
  const doubtful = Q.replace('$least', "'130'")
  const file = join(folder, 'rows.csv')
  const ways = [[], ['--json'], ['--all'], ['--all', '--format', 'csv'], ['--out', file]]
  const answers = await Promise.all(ways.map(way => cairn(doubtful, ...way)))
  for (const [at, { code, err }] of answers.entries()) {
    assert.equal(code, 0, err)
    assert.match(err, /^Warning: .*magnitude is a number and never compares with a string/, ways[at]?.join())
  }
})

it('says when there are more rows, and shows them all by --all', async () => {
  const [cut, json, all, allJson] = await Promise.all([
    cairn(Q, '--param', 'least=1', '--fetch', '1'),
    cairn(Q, '--param', 'least=1', '--fetch', '1', '--json'),
    cairn(Q, '--param', 'least=1', '--fetch', '1', '--all'),
    cairn(Q, '--param', 'least=1', '--fetch', '1', '--all', '--json'),
  ])
  assert.deepEqual(cut, {
    code: 0,
    out: 'systolic\n--------\n120\n\n1 row\n',
    err: '1 of more rows; --all for the rest\n',
  })
  assert.equal(json.err, '1 of more rows; --all for the rest\n')
  assert.deepEqual(JSON.parse(json.out).rows, [[120]])
  assert.deepEqual(all, { code: 0, out: 'systolic\n--------\n120\n140\n\n2 rows\n', err: '' })
  const { meta, rows } = JSON.parse(allJson.out)
  assert.deepEqual([meta.resultsize, meta.more, meta.total, rows], [2, false, 2, [[120], [140]]])
  assert.equal(allJson.err, '')
})
