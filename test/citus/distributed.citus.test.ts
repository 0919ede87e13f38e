/** A distributed database: where statements go, and that answers are those of one server. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bindParameters, parseAql } from '@cairn-ehr/openehr/aql'
import { planQuery } from '../../packages/server/src/query/plan/plan.ts'
import { QueryForm } from '../../packages/server/src/query/query-form.ts'
import { bySubject } from '../../packages/server/src/query/subject.ts'
import { valuesFor } from '../../packages/server/src/relation/index.ts'
import { openPathDictionary } from '../../packages/server/src/roots/index.ts'
import { cairnIn, settingsOf, testFolder } from '../cli/program.ts'
import { furnishWard, postRecord } from '../datamap/ward.ts'
import { idOf, newEhr, postComposition, putComposition, uploadTemplate } from '../records.ts'
import { type Answer, type RunningServer, testServer } from '../server.ts'
import { tasksOf, withoutCitus } from './cluster.ts'

/** As `test/postgres.ts` has it. */
const SHARDS = 4

const SYSTOLIC = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
const FROM =
  'FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]'

/** A server with records of twelve EHRs. */
async function furnished(): Promise<{ readonly server: RunningServer; readonly ehrs: readonly string[] }> {
  const server = await testServer()
  const ehrs: string[] = []
  await uploadTemplate(server)
  await furnishWard(server)
  for (let count = 0; count < 12; count++) {
    const ehr = await newEhr(server)
    ehrs.push(ehr)
    await postComposition(server, ehr)
    // Weights in an order that is not that of the records.
    await postRecord(server, ehr, { remark: `note ${count}`, weight: 40 + ((count * 7) % 12) })
  }
  return { server, ehrs }
}

const ready = withoutCitus === false ? await furnished() : undefined

describe('a distributed database', { skip: withoutCitus }, () => {
  if (!ready) return
  const { server, ehrs } = ready

  it('is one', () => assert.equal(server.db.isDistributed, true))

  const tasksOfAql = async (text: string, ehrId?: string, ofSubject = false) => {
    const dictionary = openPathDictionary(server.db)
    await dictionary.refresh()
    const form = new QueryForm(bindParameters(parseAql(text), {}))
    const plan = planQuery(form, ehrId !== undefined, 100, dictionary, { isDistributed: true, ofSubject })
    assert.ok('statement' in plan, 'it is pushed down')
    const given = {
      literals: form.shape.literals,
      ehrId: ehrId as never,
      offset: 0,
      fetch: 50,
      now: '2026-11-16T00:00:00Z',
      answers: [],
      generation: 1,
    }
    return tasksOf(server, plan.statement.text, valuesFor(plan.statement, given))
  }

  for (const [what, columns, end] of [
    ['rows', SYSTOLIC, ''],
    ['a count', 'COUNT(*)', ''],
    ['an ordered page', `${SYSTOLIC} AS s`, 'ORDER BY s DESC LIMIT 5'],
  ] as const) {
    it(`asks one shard for ${what} of one EHR`, async () => {
      const { tasks, plan } = await tasksOfAql(`SELECT ${columns} ${FROM} ${end}`, ehrs[0])
      assert.ok(tasks.length > 0 && tasks.every(count => count === 1), plan)
    })

    it(`asks one shard for ${what} of the EHR that a subject has`, async () => {
      const { tasks, plan } = await tasksOfAql(
        `SELECT ${columns} ${FROM} WHERE e/ehr_status/subject/external_ref/id/value = 'ana' ${end}`,
        ehrs[0],
        true,
      )
      assert.ok(tasks.length > 0 && tasks.every(count => count === 1), plan)
    })

    it(`asks every shard for ${what} of all EHRs, once`, async () => {
      const { tasks, plan } = await tasksOfAql(`SELECT ${columns} ${FROM} ${end}`)
      assert.deepEqual(
        tasks.filter(count => count > 1),
        [SHARDS],
        plan,
      )
    })
  }

  it('gathers the first documents by their keys, and asks every shard once more for what is in them', async () => {
    const names = 'SELECT c/name/value, o/name/value FROM EHR e CONTAINS COMPOSITION c CONTAINS CARE_ENTRY o'
    const { tasks, plan } = await tasksOfAql(names)
    assert.deepEqual(
      tasks.filter(count => count > 1),
      [SHARDS, SHARDS],
      plan,
    )
    assert.match(
      plan,
      /Query: SELECT worker_column_1 AS ehr_id, worker_column_2 AS commit_number FROM .* LIMIT/i,
    )
  })

  it('finds the EHR of a subject on one shard', async () => {
    const { tasks, plan } = await tasksOf(server, bySubject.text, ['ana', null])
    assert.deepEqual(tasks, [1], plan)
  })

  it('counts on the shards, and orders and limits there', async () => {
    const counted = await tasksOfAql(`SELECT COUNT(*) ${FROM}`)
    assert.match(counted.plan, /Query: SELECT count\(\*\)/i)
    const page = await tasksOfAql(`SELECT ${SYSTOLIC} AS s ${FROM} ORDER BY s DESC LIMIT 5`)
    assert.match(page.plan, /Query: .*ORDER BY .* LIMIT/i)
  })

  it('lists records of all shards in the order of a column', async () => {
    const weights = async (order: string): Promise<unknown[]> => {
      const found: unknown[] = []
      for (let next = `/extra/v1/datamap/ward?order_by=${order}&limit=5`; next !== ''; ) {
        const answer = await server.call(`GET ${next}`, { scopes: 'api.read' })
        assert.equal(answer.status, 200, answer.text)
        found.push(...answer.json().data.map((record: { weight: number }) => record.weight))
        const link = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? ''
        next = link === '' ? '' : `${new URL(link).pathname}${new URL(link).search}`
      }
      return found
    }
    const ascending = Array.from({ length: 12 }, (_, at) => 40 + at)
    assert.deepEqual(await weights('weight'), ascending)
    assert.deepEqual(await weights('-weight'), [...ascending].reverse())
  })

  it('answers a lost race with 412 and the version that won', async () => {
    const made = await postComposition(server, ehrs[1] ?? '')
    const uid = idOf(made)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => putComposition(server, ehrs[1] ?? '', uid)),
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual([statuses[0], ...new Set(statuses.slice(1))], [204, 412])
    const lost = answers.find(({ status }) => status === 412)
    assert.equal(lost && idOf(lost), uid.replace(/::1$/, '::2'))
  })

  /** Statuses of requests at the same moment, the lowest first. */
  const race = async (request: (at: number) => Promise<Answer>): Promise<readonly number[]> =>
    (await Promise.all(Array.from({ length: 6 }, (_, at) => request(at)))).map(({ status }) => status).sort()

  it('answers all but one of those who make an EHR with the same id with 409', async () => {
    const id = crypto.randomUUID()
    const statuses = await race(() => server.call(`PUT /openehr/v1/ehr/${id}`, { scopes: 'api.write' }))
    assert.deepEqual([statuses[0], ...new Set(statuses.slice(1))], [201, 409])
  })

  it('answers all but one of those who make an EHR for the same subject with 409', async () => {
    const status = {
      _type: 'EHR_STATUS',
      archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
      name: { _type: 'DV_TEXT', value: 'EHR Status' },
      subject: {
        _type: 'PARTY_SELF',
        external_ref: {
          _type: 'PARTY_REF',
          namespace: 'hospital',
          type: 'PERSON',
          id: { _type: 'GENERIC_ID', value: crypto.randomUUID(), scheme: 'id' },
        },
      },
      is_modifiable: true,
      is_queryable: true,
    }
    const statuses = await race(() =>
      server.call('POST /openehr/v1/ehr', {
        scopes: 'api.write',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(status),
      }),
    )
    assert.deepEqual([statuses[0], ...new Set(statuses.slice(1))], [201, 409])
  })

  it('answers all but one of those who make the directory of an EHR with 409', async () => {
    const folder = {
      _type: 'FOLDER',
      archetype_node_id: 'openEHR-EHR-FOLDER.generic.v1',
      name: { _type: 'DV_TEXT', value: 'root' },
    }
    const statuses = await race(() =>
      server.call(`POST /openehr/v1/ehr/${ehrs[2]}/directory`, {
        scopes: 'api.write',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(folder),
      }),
    )
    assert.deepEqual([statuses[0], ...new Set(statuses.slice(1))], [201, 409])
  })

  it('tells its administrators of every shard, over HTTP and by "cairn doctor"', async () => {
    const answer = await server.call('GET /admin/v1/system', { scopes: 'api.admin' })
    assert.equal(answer.status, 200, answer.text)
    const { nodes, tables, uneven } = answer.json().database.distribution
    assert.equal(nodes.length, 1)
    assert.deepEqual(uneven, [])
    const root = tables.find(({ name }: { name: string }) => name === 'root')
    assert.equal(root.shards, SHARDS)
    assert.ok(root.smallest > 0 && root.largest >= root.smallest)
    const cairn = cairnIn(testFolder(), settingsOf(server))
    const { code, out } = await cairn(['doctor'])
    assert.equal(code, 0, out)
    assert.match(out, /^ok +shards +\d+ tables on 1 node$/m)
    assert.match(out, /^ +root: 4 shards, [\d.]+ MB, each [\d.]+ to [\d.]+ MB$/m)
    assert.match(out, /nothing is uneven/)
  })

  it('erases an EHR from every shard', async () => {
    const gone = await newEhr(server)
    await postComposition(server, gone)
    const erased = await server.call(`DELETE /openehr/v1/admin/ehr/${gone}`, { scopes: 'api.admin' })
    assert.equal(erased.status, 204, erased.text)
    const q = encodeURIComponent(`SELECT COUNT(*) FROM EHR e[ehr_id/value='${gone}'] CONTAINS COMPOSITION c`)
    const found = await server.call(`GET /openehr/v1/query/aql?q=${q}`, { scopes: 'api.read' })
    assert.equal(found.json().rows[0][0], 0)
  })
})
