/** The audit trail by months: partitions, events that come without one, and months that are kept no longer. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { type VerifiedTrail, verifyTrail } from '../../packages/server/src/observe/index.ts'
import { openVerifier, verifyRecords } from '../../packages/server/src/versions/index.ts'
import { eventually } from '../eventually.ts'
import { runProgram } from '../http/program.ts'
import { bloodPressure, idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { type RunningServer, SECRET_KEY, testServer } from '../server.ts'
import { behindItsBack, makeOld } from './trail.ts'

const clock = { now: Date.parse('2031-01-20T12:00:00Z') }
const server = await testServer({ now: () => clock.now })
const { db } = server
const { isSigned } = await openVerifier(db)

const rows = <Row>(text: string) => db.query(sql<Row>({ name: 'test.rows', prepare: false, text }))

const partitions = async () =>
  (
    await rows<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'cairn.audit_trail'::regclass order by 1`,
    )
  ).map(({ name }) => name.replace(/^.*audit_trail_/, ''))

/** Until every event has its seal. */
const verified = async (): Promise<VerifiedTrail> => {
  let trail = await verifyTrail(db, { isSigned })
  await eventually('every event has its seal', async () => {
    trail = await verifyTrail(db, { isSigned })
    return trail.unsealed === 0
  })
  return trail
}

/** Another server process on the same database. */
const beside = (env: Record<string, string> = {}): Promise<RunningServer> =>
  testServer({ beside: server, now: () => clock.now, env })

interface Event {
  readonly client_id: string
  readonly detail: { readonly retention?: { readonly before: string; readonly events: number } }
}

const events = async (query: string, on = server) => {
  const answer = await on.call(`GET /admin/v1/audit?${query}`, { scopes: 'api.admin' })
  assert.equal(answer.status, 200, answer.text)
  return answer.json().events as Event[]
}

/** A commit by a token that is not older than the clock. */
const commit = (scopes: string) =>
  server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
    scopes,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(bloodPressure([{ systolic: 120 }])),
  })

await uploadTemplate(server)
const ehrId = await newEhr(server)
const erased = idOf(await postComposition(server, ehrId)).split('::')[0]
const gone = await server.call(`DELETE /openehr/v1/admin/ehr/${ehrId}/composition/${erased}`, {
  scopes: 'api.admin',
})

it('has a partition for this month and the next two', async () => {
  assert.deepEqual(await partitions(), ['2031_01', '2031_02', '2031_03', 'default'])
})

describe('a month without a partition', () => {
  it('keeps no event away, and gets one from the next server that looks', async () => {
    await verified()
    clock.now = Date.parse('2031-06-10T12:00:00Z')
    const answer = await commit('api.write api.read')
    assert.equal(answer.status, 201, answer.text)
    const trail = await verified()
    assert.deepEqual(trail.faults, [])
    const inDefault = 'select count(*) as count from cairn.audit_trail_default'
    assert.ok(((await rows<{ count: number }>(inDefault))[0]?.count ?? 0) > 0)

    const other = await beside()
    assert.deepEqual(await rows(inDefault), [{ count: 0 }])
    assert.ok((await partitions()).includes('2031_06'))
    assert.ok((await partitions()).includes('2031_08'))
    assert.ok((await events(`ehr_id=${ehrId}&from=2031-06-01`, other)).length > 0)
    const { events: count, faults } = await verified()
    assert.deepEqual(faults, [])
    assert.ok(count >= trail.events)
    assert.equal((await commit('api.write api.read')).status, 201)
  })
})

describe('a trail that is kept for two months', () => {
  const JUNE = '2031-06-01T00:00:00.000Z'

  it('loses whole months, says so in an event, and begins where it is whole', async () => {
    assert.equal(gone.status, 204, gone.text)
    // Some of the first month are as they were before the trail had partitions.
    await makeOld(db, `at < '2031-02-01' and event_id % 3 = 0`)
    await verified()
    clock.now = Date.parse('2031-08-02T12:00:00Z')
    const later = await beside({ CAIRN_AUDIT_RETENTION_MONTHS: '2' })
    assert.deepEqual(await partitions(), ['2031_06', '2031_07', '2031_08', '2031_09', '2031_10', 'default'])
    assert.deepEqual(await rows('select count(*) as count from cairn.audit_old_event'), [{ count: 0 }])
    assert.deepEqual(await rows(`select 1 from cairn.audit_act where month < '2031-06-01'`), [])

    const { begins, faults, head } = await verified()
    assert.deepEqual(faults, [])
    assert.equal(begins, JUNE)
    assert.ok(head)
    assert.deepEqual((await verifyTrail(db, { isSigned, known: head })).faults, [])
    assert.deepEqual(await events(`to=${JUNE}`, later), [])
    const [removal] = (await events('limit=1000', later)).filter(
      ({ client_id }) => client_id === 'cairn retention',
    )
    const { before, events: count } = removal?.detail.retention ?? { before: '', events: 0 }
    assert.equal(before, JUNE)
    assert.ok(count > 3, `${count} events`)
  })

  it('leaves the records whole: commits of those months, and what was erased in them', async () => {
    assert.deepEqual((await verifyRecords(db)).faults, [])
  })

  it('loses nothing a second time', async () => {
    const { seals } = await verified()
    const again = await beside({ CAIRN_AUDIT_RETENTION_MONTHS: '2' })
    const removals = (await events('limit=1000', again)).filter(
      ({ client_id }) => client_id === 'cairn retention',
    )
    assert.equal(removals.length, 1)
    assert.ok((await verified()).seals >= seals)
  })

  it('tells its beginning in the command', async () => {
    const { code, stdout } = await runProgram(['verify'], {
      CAIRN_DATABASE_URL: server.databaseUrl,
      CAIRN_SECRET_KEY: SECRET_KEY,
    }).ended
    assert.equal(code, 0, stdout)
    assert.match(stdout, /the trail begins at 2031-06-01T00:00:00\.000Z: older events were removed/)
  })

  const first = '(select min(seal_number) from cairn.audit_seal)'
  const tampered: [name: string, statement: string, fault: RegExp][] = [
    [
      'more seals than it says',
      `delete from cairn.audit_seal where seal_number = ${first}`,
      /before it is missing/,
    ],
    [
      'a later time than it says',
      `update cairn.audit_seal set removed_before = removed_before + interval '1 month' where removed_before is not null`,
      /does not match its signature/,
    ],
    [
      'everything, by its own word',
      `update cairn.audit_seal set removed_to = 1000000 where removed_before is not null`,
      /does not match its signature/,
    ],
    ['events that it does not say', `delete from cairn.audit_trail where at < '2031-07-01'`, /missing/],
  ]
  for (const [name, statement, fault] of tampered)
    it(`is known to lack ${name}`, async () => {
      await behindItsBack(
        db,
        'create table cairn.kept_seal as table cairn.audit_seal',
        'create table cairn.kept_trail as table cairn.audit_trail',
        statement,
      )
      const { faults } = await verifyTrail(db, { isSigned })
      await behindItsBack(
        db,
        'delete from cairn.audit_seal',
        'delete from cairn.audit_trail',
        'insert into cairn.audit_seal select * from cairn.kept_seal',
        'insert into cairn.audit_trail select * from cairn.kept_trail',
        'drop table cairn.kept_seal, cairn.kept_trail',
      )
      assert.ok(
        faults.some(({ what }) => fault.test(what)),
        JSON.stringify(faults),
      )
      assert.deepEqual((await verifyTrail(db, { isSigned })).faults, [])
    })
})
