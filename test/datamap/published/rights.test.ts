/** A role of the database sees by SQL what a person sees by the API, and cannot see or do more. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import pg from 'pg'
import { note } from '../../admin/records.ts'
import { leftOutOnCitus } from '../../citus/left-out.ts'
import { eventually } from '../../eventually.ts'
import { addRole, adminCall } from '../../people/people.ts'
import { newEhr, postComposition, uploadTemplate } from '../../records.ts'
import { addPersonWith, openTokens } from '../../rights/tokens.ts'
import { testServer } from '../../server.ts'
import { leftOutForTenants } from '../../tenants/left-out.ts'
import { errorOf, openReader, type Reader, type Row } from './reader.ts'

const MINE = 'Mine.pressure.v1'
const OTHER = 'Other.pressure.v1'
const DATAMAPS = { mine: MINE, other: OTHER }

const server = await testServer()
const makeToken = await openTokens(server)
const ehrs: string[] = []

async function addRecords(): Promise<void> {
  ehrs.push(await newEhr(server), await newEhr(server), await newEhr(server))
  for (const [name, template] of Object.entries(DATAMAPS)) {
    await uploadTemplate(server, template)
    const body = JSON.stringify({
      template,
      paths: [
        { add: 'who', path: '/composer/name' },
        { add: 'when', path: '/context/start_time' },
        { add: 'setting', path: '/context/setting' },
        { add: 'systolic', path: SYSTOLIC },
      ],
    })
    const saved = await server.call(`PUT /extra/v1/definition/datamap/${name}`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    assert.equal(saved.status, 201, saved.text)
    for (const [at, ehrId] of ehrs.entries())
      for (let more = 0; more <= at; more++)
        await postComposition(server, ehrId, note(`Dr ${name}`, template))
  }
}

const SYSTOLIC =
  '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value'

const assign = async (person: string, ehrId: string): Promise<string> => {
  const answer = await adminCall(server, `POST /admin/v1/person/${person}/assignment`, { ehr_id: ehrId })
  assert.equal(answer.status, 201, answer.text)
  return answer.json().assignment_id
}

/** Records as both ways show them. */
interface Seen {
  readonly vuid: unknown
  readonly ehr: unknown
  readonly who: unknown
  readonly when: unknown
  readonly setting: unknown
  readonly code: unknown
  readonly systolic: number
}

const inOrder = (seen: readonly Seen[]): readonly Seen[] =>
  seen.toSorted((a, b) => String(a.vuid).localeCompare(String(b.vuid)))

async function byApi(person: string | undefined, name: string): Promise<readonly Seen[]> {
  const token = person && (await makeToken({ scope: 'api.read api.write', person }))
  const answer = await server.call(
    `GET /extra/v1/datamap/${name}?show=ehr_id`,
    token ? { headers: { Authorization: `Bearer ${token}` } } : { scopes: 'api.read' },
  )
  // A template that is out of reach has no datamaps.
  if (answer.status === 404) return []
  assert.equal(answer.status, 200, answer.text)
  const setting = (row: Row): Row => (row['setting'] ?? {}) as Row
  return inOrder(
    answer.json().data.map((row: Row) => ({
      vuid: row['vuid'],
      ehr: row['ehr_id'],
      who: row['who'],
      when: row['when'],
      setting: setting(row)['value'] ?? null,
      code: setting(row)['code'] ?? null,
      systolic: row['systolic'],
    })),
  )
}

async function bySql(reader: Reader, view: string): Promise<readonly Seen[]> {
  const rows = await reader.query(`select * from ${view}`)
  return inOrder(
    rows.map(row => ({
      vuid: row['vuid'],
      ehr: row['ehr_id'],
      who: row['who'],
      when: row['when_text'],
      setting: row['setting'],
      code: row['setting_code'],
      systolic: Number(row['systolic']),
    })),
  )
}

describe('a reader', { skip: leftOutOnCitus('a database of one server') }, () => {
  before(async () => {
    await addRecords()
    const mine = ['user/composition-Mine.**.rs', 'user/template-Mine.**.r']
    await addRole(server, { name: 'pressure', rights: mine, assignable: true })
    await addRole(server, { name: 'pressure-research', rights: mine, deidentified: true })
    await addPersonWith(server, 'lea', { roles: ['pressure'] })
    await addPersonWith(server, 'leo', { assigned_roles: ['pressure'] })
    await addPersonWith(server, 'ann', { assigned_roles: ['clinician'] })
    await addPersonWith(server, 'cal', { roles: ['clinician'] })
    await addPersonWith(server, 'rob', { roles: ['pressure-research'] })
    await addPersonWith(server, 'non', { assigned_roles: ['clinician'] })
    for (const person of ['leo', 'ann']) await assign(person, ehrs[1] ?? '')
    await assign('ann', ehrs[2] ?? '')
  })

  const CASES = [
    { person: undefined, records: { mine: 6, other: 6 }, limit: 'no limit' },
    { person: 'cal', records: { mine: 6, other: 6 }, limit: 'a role in all EHRs' },
    { person: 'lea', records: { mine: 6, other: 0 }, limit: 'a role for some templates' },
    { person: 'ann', records: { mine: 5, other: 5 }, limit: 'a role in assigned EHRs' },
    { person: 'leo', records: { mine: 2, other: 0 }, limit: 'a role for some templates in assigned EHRs' },
    {
      person: 'non',
      records: { mine: 0, other: 0 },
      limit: 'a role in assigned EHRs, of which there is none',
    },
  ]
  for (const { person, records, limit } of CASES)
    it(`with ${limit} sees what the person sees`, async () => {
      for (const name of ['mine', 'other'] as const) {
        const reader = await openReader(server, name, person === undefined ? {} : { person })
        const seen = await bySql(reader, `cairn_datamap.${name}`)
        assert.equal(seen.length, records[name], name)
        assert.deepEqual(seen, await byApi(person, name), name)
      }
    })

  it('without identity sees what a researcher sees', async () => {
    for (const person of ['rob', undefined]) {
      const reader = await openReader(server, 'mine', {
        withoutIdentity: true,
        ...(person ? { person } : {}),
      })
      const seen = await bySql(reader, 'cairn_datamap_research.mine')
      assert.equal(seen.length, 6)
      assert.deepEqual(seen, await byApi('rob', 'mine'))
      assert.ok(seen.every(({ who }) => who === null))
      const text = JSON.stringify(await reader.query('select * from cairn_datamap_research.mine'))
      for (const secret of ['Dr mine', ...ehrs, '2026-11-14']) assert.ok(!text.includes(secret), secret)
      assert.equal(await errorOf(reader, 'select 1 from cairn_datamap.mine'), '42501')
    }
  })

  it('without identity keeps to the EHRs of the person', async () => {
    const reader = await openReader(server, 'mine', { withoutIdentity: true, person: 'leo' })
    assert.equal((await bySql(reader, 'cairn_datamap_research.mine')).length, 2)
  })

  it('for a person without rights to identity sees nothing that has it', async () => {
    const reader = await openReader(server, 'mine', { person: 'rob' })
    assert.deepEqual(await bySql(reader, 'cairn_datamap.mine'), [])
  })

  it('follows assignments at once, and roles and disabled accounts', async () => {
    const count = async () => (await bySql(reader, 'cairn_datamap.mine')).length
    await addPersonWith(server, 'eve', { assigned_roles: ['clinician'] })
    const reader = await openReader(server, 'mine', { person: 'eve' })
    assert.equal(await count(), 0)
    const assignment = await assign('eve', ehrs[2] ?? '')
    assert.equal(await count(), 3)
    const ended = await adminCall(server, `DELETE /admin/v1/assignment/${assignment}`)
    assert.ok(ended.status < 300, ended.text)
    assert.equal(await count(), 0)
    const change = (body: unknown) => adminCall(server, 'PUT /admin/v1/person/eve', body)
    assert.equal((await change({ roles: ['clinician'] })).status, 200)
    await eventually('the rights of the new role', async () => (await count()) === 6)
    assert.equal((await change({ disabled: true })).status, 200)
    assert.equal(await count(), 0)
  })
})

describe('a reader who tries to see or do more', { skip: leftOutOnCitus('a database of one server') }, () => {
  let reader: Reader
  const count = async () => (await bySql(reader, 'cairn_datamap.mine')).length

  before(async () => {
    reader = await openReader(server, 'mine', { person: 'leo' })
    assert.equal(await count(), 2)
  })

  it('cannot read the tables and functions of records', async () => {
    for (const name of [
      'version',
      'versioned_object',
      'datamap_row',
      'datamap_reader',
      'person',
      'version_by_ehr',
    ])
      assert.equal(await errorOf(reader, `select 1 from cairn.${name}`), '42501', name)
    assert.equal(await errorOf(reader, 'select cairn.reached_records()'), '42501')
    assert.equal(await errorOf(reader, 'select 1 from cairn_datamap.other'), '42501')
  })

  it('cannot write, whatever it sets', async () => {
    await reader.query('set default_transaction_read_only = off')
    for (const text of [
      'delete from cairn_datamap.mine',
      "update cairn_datamap.mine set who = 'me'",
      "insert into cairn.datamap_reader (publication, role) values (1, 'x')",
      'create table cairn_datamap.own (a int)',
      'create view cairn_datamap.own as select 1',
    ])
      assert.ok(['42501', '55000'].includes((await errorOf(reader, text)) ?? ''), text)
  })

  it('cannot widen its rights by settings or another role', async () => {
    await reader.query(`set cairn.reach = '{"rules":[{}],"person":"ann"}'`)
    assert.equal(await count(), 2)
    await reader.query(`set search_path = pg_temp, cairn_datamap`)
    assert.equal(await count(), 2)
    for (const text of ['set role cairn_service', 'set session authorization cairn_service'])
      assert.equal(await errorOf(reader, text), '42501', text)
  })

  const skip = leftOutForTenants('a function of the reader')
  it('cannot look at hidden rows by a function of its own', { skip }, async () => {
    const client = new pg.Client({ connectionString: reader.url })
    await client.connect()
    const told: string[] = []
    client.on('notice', ({ message = '' }) => told.push(message))
    try {
      await client.query('set default_transaction_read_only = off')
      await client.query(`create function pg_temp.tell(text) returns boolean cost 0.0000001 language plpgsql as
        $$ begin raise notice '%', $1; return true; end $$`)
      await client.query('select * from cairn_datamap.mine where pg_temp.tell(ehr_id::text)')
      assert.deepEqual([...new Set(told)], [ehrs[1]])
    } finally {
      await client.end()
    }
  })
})
