/** The audit trail by months: partitions, events that come without one, and months that are kept no longer. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type EventDetail, type VerifiedTrail, verifyTrail } from '../../packages/server/src/audit/index.ts'
import { addSeal, sealContent, unsealed } from '../../packages/server/src/audit/seals/sealer.ts'
import { findHead } from '../../packages/server/src/audit/seals/store.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { openVault } from '../../packages/server/src/seals/vault.ts'
import { openSigner, openVerifier } from '../../packages/server/src/versions/index.ts'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { eventually } from '../eventually.ts'
import { runProgram } from '../http/program.ts'
import { bloodPressure, idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { freePort, type RunningServer, SECRET_KEY, testServer } from '../server.ts'
import { addEvents, behindItsBack, makeOld, readEvent } from './trail.ts'

/** The first of a month, counted from the current one, by the clock of the database. */
const today = new Date()
const monthStart = (months: number): number =>
  Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1)
const partitionOf = (months: number): string =>
  new Date(monthStart(months)).toISOString().slice(0, 7).replace('-', '_')

const HOUR = 3600_000
const DAY = 24 * HOUR

const clock = { now: monthStart(-7) + 19 * DAY }
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

/** The first of the months that are kept. */
const KEPT_SINCE = new Date(monthStart(-2)).toISOString()

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
const beside = (env: Record<string, string> = {}, now = () => clock.now): Promise<RunningServer> =>
  testServer({ beside: server, now, env })

const TWO_MONTHS = { CAIRN_AUDIT_RETENTION_MONTHS: '2' }

interface Event {
  readonly event_id: number
  readonly client_id: string
  readonly detail: EventDetail
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
  assert.deepEqual(await partitions(), [...[-7, -6, -5].map(partitionOf), 'default'])
})

describe('a month without a partition', () => {
  it('keeps no event away, and gets one from the next server that looks', async () => {
    await verified()
    clock.now = monthStart(-2) + 9 * DAY
    const answer = await commit('api.write api.read')
    assert.equal(answer.status, 201, answer.text)
    const trail = await verified()
    assert.deepEqual(trail.faults, [])
    const inDefault = 'select count(*) as count from cairn.audit_trail_default'
    assert.ok(((await rows<{ count: number }>(inDefault))[0]?.count ?? 0) > 0)

    const other = await beside()
    assert.deepEqual(await rows(inDefault), [{ count: 0 }])
    assert.ok((await partitions()).includes(partitionOf(-2)))
    assert.ok((await partitions()).includes(partitionOf(0)))
    assert.ok((await events(`ehr_id=${ehrId}&from=${KEPT_SINCE.slice(0, 10)}`, other)).length > 0)
    const { events: count, faults } = await verified()
    assert.deepEqual(faults, [])
    assert.ok(count >= trail.events)
    assert.equal((await commit('api.write api.read')).status, 201)
  })
})

describe('a clock that is wrong', () => {
  /** Starts a server with retention, which must remove nothing and say so. */
  const removesNothing = async (now: () => number) => {
    const before = { partitions: await partitions(), events: (await verified()).events }
    const adminPort = await freePort()
    const wrong = await beside({ ...TWO_MONTHS, CAIRN_ADMIN_PORT: String(adminPort) }, now)
    for (const name of before.partitions) assert.ok((await partitions()).includes(name), name)
    const { events: count, faults } = await verifyTrail(db, { isSigned })
    assert.deepEqual(faults, [])
    assert.ok(count >= before.events)
    assert.ok(
      wrong.logged.some(line => line.includes('retention suspended')),
      wrong.logged.join(''),
    )
    const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
    assert.match(metrics, /^cairn_audit_retention_held 1$/m)
  }

  it('of the server alone: nothing is removed, the log and a metric say so', () =>
    removesNothing(() => Date.now() + 365 * DAY))

  it('of the server and the database: nothing is removed that is young by the seals', () =>
    removesNothing(Date.now))
})

describe('a trail that is kept for two months', () => {
  it('loses whole months, says so in an event, and begins where it is whole', async () => {
    assert.equal(gone.status, 204, gone.text)
    // Some of the first month are as they were before the trail had partitions.
    await makeOld(db, `at < '${new Date(monthStart(-6)).toISOString()}' and event_id % 3 = 0`)
    // Seals of two days confirm the time.
    for (const [hours, scopes] of [
      [30, 'api.write api.lenient'],
      [0, 'api.write api.admin'],
    ] as const) {
      clock.now = Date.now() - hours * HOUR
      assert.equal((await commit(scopes)).status, 201)
      await verified()
    }
    const later = await beside(TWO_MONTHS)
    // The server whose clock was ahead made some for its time.
    assert.deepEqual(
      (await partitions()).filter(name => name <= partitionOf(2)),
      [-2, -1, 0, 1, 2].map(partitionOf),
    )
    assert.deepEqual(await rows('select count(*) as count from cairn.audit_old_event'), [{ count: 0 }])
    assert.deepEqual(await rows(`select 1 from cairn.audit_act where month < '${KEPT_SINCE}'`), [])

    const { begins, faults, head } = await verified()
    assert.deepEqual(faults, [])
    assert.equal(begins, KEPT_SINCE)
    assert.ok(head)
    assert.deepEqual((await verifyTrail(db, { isSigned, known: head })).faults, [])
    assert.deepEqual(await events(`to=${KEPT_SINCE}`, later), [])
    const [removal] = (await events('limit=1000', later)).filter(
      ({ client_id }) => client_id === 'cairn retention',
    )
    const { before, events: count = 0, months, seals = 0 } = removal?.detail.retention ?? {}
    assert.deepEqual([before, months], [KEPT_SINCE, 2])
    assert.ok(count > 3 && seals > 0, `${count} events, ${seals} seals`)
    const [sealed] = await rows<{ own: boolean }>(
      `select removed_before is not null as own from cairn.audit_seal where first_event = ${removal?.event_id}`,
    )
    assert.deepEqual(sealed, { own: true }, 'the seal of the removal has its event')
  })

  it('leaves the records whole: commits of those months, and what was erased in them', async () => {
    assert.deepEqual((await verifyRecords(db)).faults, [])
  })

  it('loses nothing a second time', async () => {
    const { seals } = await verified()
    const again = await beside(TWO_MONTHS)
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
    assert.match(stdout, new RegExp(`the trail begins at ${KEPT_SINCE}: older events were removed`))
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
    [
      'events that it does not say',
      `delete from cairn.audit_trail where at < '${new Date(monthStart(-1)).toISOString()}'`,
      /missing/,
    ],
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

  /** A removal that a server with the key of the seals might have made, by a wrong clock or by a wrong program. */
  const removals: [name: string, removed: string, said: EventDetail['retention'], fault: RegExp][] = [
    [
      'events that were young by the seals',
      new Date(monthStart(1)).toISOString(),
      { before: new Date(monthStart(1)).toISOString(), events: 1, months: 2, seals: 1 },
      /younger than 2 months by the seal before/,
    ],
    [
      'more than its event says',
      KEPT_SINCE,
      { before: new Date(monthStart(-3)).toISOString(), events: 1, months: 2, seals: 1 },
      /its event does not say the same/,
    ],
  ]
  for (const [name, before, retention, fault] of removals)
    it(`is known to have lost ${name}`, async () => {
      const event = readEvent({ client_id: 'cairn retention', ...(retention && { detail: { retention } }) })
      const { signDigest: sign } = await openSigner(db, openVault(SECRET_KEY))
      const head = await findHead(db)
      const [eventId = 0] = await addEvents(db, [event])
      const content = { ...sealContent([unsealed(eventId, event)]), removed: { before, seals: 1 } }
      const added = await addSeal(db, content, head, { sign, now: Date.now })
      assert.ok(added)
      const { faults } = await verifyTrail(db, { isSigned })
      await behindItsBack(
        db,
        `delete from cairn.audit_seal where seal_number = ${added.number}`,
        `delete from cairn.audit_trail where event_id = ${eventId}`,
      )
      assert.ok(
        faults.some(({ what }) => fault.test(what)),
        JSON.stringify(faults),
      )
    })
})
