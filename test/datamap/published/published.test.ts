/** `cairn datamap publish`: the views have the rows of the list over HTTP, with types, and follow the records. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { listPublished, openDatamapShelf } from '../../../packages/server/src/datamap/index.ts'
import { sql } from '../../../packages/server/src/db/index.ts'
import { openTemplateShelf } from '../../../packages/server/src/definitions/index.ts'
import { leftOutOnCitus } from '../../citus/left-out.ts'
import { eventually } from '../../eventually.ts'
import { newEhr } from '../../records.ts'
import { testServer } from '../../server.ts'
import { deleteRecord, furnishWard, postRecord, putRecord } from '../ward.ts'
import { CELLS, shown } from '../ward-records.ts'
import { errorOf, openReader, publish, type Reader, type Row } from './reader.ts'

const server = await testServer({ jobPace: 20 })

const RECORD = { ...CELLS, born: '1951-03-02' }
const WEIGHT = '/content[openEHR-EHR-EVALUATION.ward_note.v1]/data[at0001]/items[at0008]/value'

const statement = (text: string) => sql({ name: 'test.statement', prepare: false, text })
const run = (text: string) => server.db.execute(statement(text))
const WAITING = statement(
  `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
)

const rowsOf = (objectId: string) =>
  sql({
    name: 'test.rowsOf',
    prepare: false,
    text: `select 1 from cairn.datamap_row where object_id = '${objectId}'`,
  })

const orphans = sql({
  name: 'test.orphans',
  text: `select 1 from cairn.datamap_row r where not exists (
    select from cairn.versioned_object o where o.ehr_id = r.ehr_id and o.object_id = r.object_id)`,
})

async function save(name: string, paths: readonly object[]): Promise<void> {
  const answer = await server.call(`PUT /extra/v1/definition/datamap/${name}`, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ template: 'Ward note.v1', paths }),
  })
  assert.ok(answer.status < 300, answer.text)
}

describe('a published datamap', { skip: leftOutOnCitus('a database of one server') }, () => {
  let reader: Reader
  let ehrId = ''
  let uid = ''

  const listed = async (): Promise<Row[]> => {
    const answer = await server.call('GET /extra/v1/datamap/ward?show=ehr_id', { scopes: 'api.read' })
    assert.equal(answer.status, 200, answer.text)
    return answer.json().data
  }
  const views = (order = 'version_object_id') =>
    reader.query(`select * from cairn_datamap.ward order by ${order}`)
  const uids = async () => (await views()).map(row => row['uid'])

  before(async () => {
    await furnishWard(server)
    ehrId = await newEhr(server)
    uid = shown(await postRecord(server, ehrId, RECORD)).uid
    shown(await postRecord(server, ehrId, { ...RECORD, born: '1970-05', weight: null, drugs: [] }))
    reader = await openReader(server, 'ward')
  })

  it('has the fields and values of the list, with SQL types', async () => {
    const [record] = await listed()
    const [row] = await views()
    assert.ok(record && row)
    for (const name of [
      'vuid',
      'uid',
      'ehr_id',
      'episode_uid',
      'episode_id',
      'episode_status',
      'trunk_lifecycle_state',
    ])
      assert.equal(row[name], record[name], name)
    assert.deepEqual(
      ['version_object_id', 'version_tree_id', 'artefact_id'].map(name => Number(row[name])),
      ['version_object_id', 'version_tree_id', 'artefact_id'].map(name => record[name]),
    )
    const { contact, finding, swelling, temperature } = record as Record<string, Record<string, unknown>>
    assert.deepEqual([row['contact'], row['contact_code']], [contact?.['value'], contact?.['code']])
    assert.deepEqual(
      [row['finding'], row['finding_code'], row['finding_terminology']],
      [finding?.['value'], finding?.['code'], finding?.['terminology']],
    )
    assert.deepEqual([row['swelling'], row['swelling_ordinal']], [swelling?.['value'], '1'])
    assert.equal(Number(row['weight']), record['weight'])
    assert.deepEqual(
      [Number(row['temperature']), row['temperature_units']],
      [temperature?.['magnitude'], temperature?.['units']],
    )
    assert.equal(Number(row['visits']), record['visits'])
    assert.equal(row['fasting'], record['fasting'])
    for (const name of ['remark', 'lasted', 'link', 'at']) assert.equal(row[name], record[name], name)
    assert.equal((row['seen'] as Date).getTime(), Date.parse(String(record['seen'])))
    assert.deepEqual([row['seen_text'], row['born_text']], [record['seen'], record['born']])
    assert.deepEqual(row['range'], record['range'])
    assert.deepEqual(row['number'], (record['number'] as Row)['id'])
  })

  it('has no date where only a part of it is known, and the text as it was recorded', async () => {
    const [, row] = await views()
    assert.deepEqual([row?.['born'], row?.['born_text'], row?.['weight']], [null, '1970-05', null])
  })

  it('has a view of the rows of each group', async () => {
    const rows = await reader.query('select * from cairn_datamap.ward_drugs order by drugs_row')
    const [record] = await listed()
    assert.deepEqual(
      rows.map(row => ({
        uid: row['uid'],
        ehr: row['ehr_id'],
        number: Number(row['drugs_row']),
        name: row['name'],
        dose: row['dose'],
      })),
      ((record?.['drugs'] ?? []) as Row[]).map((drug, at) => ({
        uid,
        ehr: ehrId,
        number: at + 1,
        name: drug['name'],
        dose: drug['dose'] === null ? null : String(drug['dose']),
      })),
    )
  })

  it('tells programs the types and meanings of its columns', async () => {
    const rows = await reader.query(
      `select column_name, data_type, col_description('cairn_datamap.ward'::regclass, ordinal_position) as comment
       from information_schema.columns where table_schema = 'cairn_datamap' and table_name = 'ward'`,
    )
    const columns = new Map(rows.map(row => [row['column_name'], row]))
    const types = Object.fromEntries(
      ['weight', 'visits', 'fasting', 'born', 'seen', 'remark', 'drugs'].map(name => [
        name,
        columns.get(name)?.['data_type'],
      ]),
    )
    assert.deepEqual(types, {
      weight: 'numeric',
      visits: 'bigint',
      fasting: 'boolean',
      born: 'date',
      seen: 'timestamp with time zone',
      remark: 'text',
      drugs: 'jsonb',
    })
    assert.match(String(columns.get('weight')?.['comment']), /In kg\. DV_QUANTITY \/content/)
    assert.ok(
      rows.every(row => row['comment']),
      'each column has a comment',
    )
  })

  it('shows new and changed records soon, and no deleted one', async () => {
    const added = shown(await postRecord(server, ehrId, { ...RECORD, remark: 'added later' })).uid
    await eventually('the new record', async () => (await uids()).includes(added))
    shown(await putRecord(server, added, { ...RECORD, remark: 'changed' }))
    await eventually('the change', async () =>
      (await views()).some(
        row => row['uid'] === added && row['remark'] === 'changed' && row['version_tree_id'] === 2,
      ),
    )
    assert.equal((await views()).length, (await listed()).length)
    assert.ok((await deleteRecord(server, added)).status < 300)
    assert.ok(!(await uids()).includes(added), 'at once')
  })

  it('loses a record with its erasure, and with an EHR that is not queryable any more', async () => {
    const other = await newEhr(server)
    const erased = shown(await postRecord(server, other, RECORD)).uid
    await eventually('the record', async () => (await uids()).includes(erased))
    const path = `/openehr/v1/admin/ehr/${other}/composition/${erased}?reason=test`
    assert.equal((await server.call(`DELETE ${path}`, { scopes: 'api.admin' })).status, 204)
    assert.ok(!(await uids()).includes(erased))
    assert.deepEqual(await server.db.query(rowsOf(erased)), [])
    const before = await uids()
    await run(`update cairn.ehr set is_queryable = false where ehr_id = '${ehrId}'`)
    assert.deepEqual([before.length, await uids()], [2, []])
    await run(`update cairn.ehr set is_queryable = true where ehr_id = '${ehrId}'`)
  })

  it('keeps no row of a record that is erased while rows are filled', async () => {
    const others = await Promise.all(Array.from({ length: 12 }, () => newEhr(server)))
    for (const other of others) shown(await postRecord(server, other, RECORD))
    const erase = async (other: string) => {
      const path = `/openehr/v1/admin/ehr/${other}?reason=test`
      assert.equal((await server.call(`DELETE ${path}`, { scopes: 'api.admin' })).status, 204)
    }
    const fill = async () => {
      for (let again = 0; again < 6; again++) {
        await run(`delete from cairn.datamap_row where random() < 0.5`)
        await publish(server, 'ward', reader.role)
      }
    }
    await Promise.all([fill(), Promise.all(others.map(erase))])
    assert.deepEqual(await server.db.query(orphans), [])
    assert.deepEqual((await uids()).length, 2)
  })

  for (const what of ['EHR', 'record'])
    it(`erases the row that is being stored when its ${what} is erased`, async () => {
      const other = await newEhr(server)
      const object = shown(await postRecord(server, other, RECORD)).uid
      const path = what === 'EHR' ? other : `${other}/composition/${object}`
      const erase = () =>
        server.call(`DELETE /openehr/v1/admin/ehr/${path}?reason=test`, { scopes: 'api.admin' })
      let erased: ReturnType<typeof erase> | undefined
      await server.db.transaction(async queries => {
        await queries.query(
          statement(`select 1 from cairn.versioned_object where object_id = '${object}' for key share`),
        )
        await queries.execute(
          statement(`insert into cairn.datamap_row (ehr_id, object_id, publication, commit_number, version, lifecycle, vuid, shown_ehr_id, cells)
            select '${other}', '${object}', publication, 0, 1, 532, '', '${other}', '{}' from cairn.published_datamap
            on conflict do nothing`),
        )
        erased = erase()
        await eventually('the wait for the lock', async () => (await server.db.query(WAITING)).length > 0)
      })
      assert.equal((await erased)?.status, 204)
      assert.deepEqual(await server.db.query(rowsOf(object)), [])
    })

  it('shows the records of a merged EHR as those of the other', async () => {
    const other = await newEhr(server)
    const moved = shown(await postRecord(server, other, RECORD)).uid
    const ehrOf = async () => (await views()).find(row => row['uid'] === moved)?.['ehr_id']
    await eventually('the record', async () => (await ehrOf()) === other)
    const merged = await server.call(`POST /openehr/v1/admin/ehr/${ehrId}/merge`, {
      scopes: 'api.admin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ from: other }),
    })
    assert.equal(merged.status, 200, merged.text)
    assert.equal(await ehrOf(), undefined)
    await eventually('the record in the other EHR', async () => (await ehrOf()) === ehrId)
  })

  it('takes a datamap as it was published until it is published again', async () => {
    const paths = [{ add: 'bodyWeight', path: WEIGHT }]
    await save('narrow', paths)
    await publish(server, 'narrow', reader.role)
    assert.deepEqual(
      Object.keys((await reader.query('select * from cairn_datamap.narrow'))[0] ?? {}).at(-1),
      'body_weight',
    )
    await save('narrow', [...paths, { add: 'body weight', path: WEIGHT }])
    assert.equal(await stateOf('narrow'), 'changed')
    assert.equal(await errorOf(reader, 'select body_weight_2 from cairn_datamap.narrow'), '42703')
    await publish(server, 'narrow', reader.role)
    assert.equal(await stateOf('narrow'), 'current')
    assert.equal(await errorOf(reader, 'select body_weight_2 from cairn_datamap.narrow'), undefined)
  })

  it('goes with its datamap', async () => {
    assert.equal(
      (await server.call('DELETE /extra/v1/definition/datamap/narrow', { scopes: 'api.write' })).status,
      200,
    )
    assert.equal(await errorOf(reader, 'select 1 from cairn_datamap.narrow'), '42P01')
    assert.equal(await stateOf('narrow'), undefined)
  })

  const stateOf = async (name: string): Promise<string | undefined> => {
    const { db } = server
    const shelf = openTemplateShelf(db)
    const published = await listPublished({ db, shelf, datamaps: openDatamapShelf({ db, shelf }) })
    return published.find(({ datamap }) => datamap === name)?.state
  }
})
