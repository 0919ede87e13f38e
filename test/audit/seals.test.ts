/** The chain of seals: whatever is done to the trail behind the server's back is found, with its place. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../packages/server/src/db/index.ts'
import { openSealer, verifyTrail } from '../../packages/server/src/observe/index.ts'
import { openVault } from '../../packages/server/src/vault.ts'
import { openSigner, openVerifier } from '../../packages/server/src/versions/index.ts'
import { runProgram } from '../http/program.ts'
import { newEhr, postComposition, uploadTemplate } from '../records.ts'
import { SECRET_KEY, testServer } from '../server.ts'

const server = await testServer()
const { db } = server
const { isSigned } = await openVerifier(db)
const { signDigest } = await openSigner(db, openVault(SECRET_KEY))

async function behindItsBack(...statements: readonly string[]): Promise<void> {
  await db.transaction(async queries => {
    for (const text of ['set local session_replication_role = replica', ...statements])
      await queries.execute(sql({ name: 'test.behind', prepare: false, text }))
  })
}

const rows = async <Row>(text: string) => db.query(sql<Row>({ name: 'test.rows', prepare: false, text }))

/** Until every event has its seal. */
async function sealed(): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const { unsealed, events } = await verifyTrail(db, { isSigned })
    if (unsealed === 0 && events > 0) return
    await sleep(100)
  }
  assert.fail('the events are not sealed')
}

await uploadTemplate(server)
const ehrId = await newEhr(server)
/** Reads and writes in three seals at least. */
for (let round = 0; round < 3; round++) {
  await Promise.all([
    ...Array.from({ length: 5 }, () => postComposition(server, ehrId)),
    ...Array.from({ length: 5 }, () => server.call(`GET /openehr/v1/ehr/${ehrId}`, { scopes: 'api.read' })),
    server.call(`GET /openehr/v1/query/aql?q=${encodeURIComponent('SELECT e/ehr_id/value FROM EHR e')}`, {
      scopes: 'api.read',
    }),
  ])
  await sealed()
}

const [{ middle = 0, next = 0 } = {}] = await rows<{ middle: number; next: number }>(
  `select event_id as middle, lead(event_id) over (order by event_id) as next from cairn.audit_event order by event_id offset 12 limit 1`,
)

/** Does something to the trail, looks, and undoes it. */
async function faultsWhile(...statements: readonly string[]): Promise<(readonly string[])[]> {
  const tables = ['audit_event', 'audit_seal']
  await behindItsBack(...tables.map(table => `create table cairn.kept_${table} as table cairn.${table}`))
  try {
    await behindItsBack(...statements)
    return (await verifyTrail(db, { isSigned })).faults.map(({ place, what }) => [place, what])
  } finally {
    for (const table of tables)
      await behindItsBack(
        `delete from cairn.${table}`,
        `insert into cairn.${table} overriding system value select * from cairn.kept_${table}`,
        `drop table cairn.kept_${table}`,
      )
  }
}

const newest = async () => {
  const { head } = await verifyTrail(db, { isSigned })
  assert.ok(head)
  return head
}

describe('a trail that nobody touched', () => {
  it('is whole, and each event has a seal', async () => {
    const { events, seals, unsealed, older, faults } = await verifyTrail(db, { isSigned })
    assert.deepEqual(faults, [])
    assert.ok(seals >= 4 && events >= 33, `${seals} seals, ${events} events`)
    assert.deepEqual([unsealed, older], [0, 0])
  })

  it('can only be added to, its seals too', async () => {
    for (const text of ['update cairn.audit_seal set signature = signature', 'delete from cairn.audit_seal'])
      await assert.rejects(db.execute(sql({ name: 'test.change', prepare: false, text })), { code: 'P0001' })
  })
})

describe('an event', () => {
  const columns: Record<string, string> = {
    // Of functions that are immutable, for the nodes of a cluster.
    at: `(at at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC'`,
    request_id: `'other'`,
    client_id: `'other'`,
    person: `'other'`,
    address: `'other'`,
    method: `'PATCH'`,
    route: `'other'`,
    path: `'other'`,
    ehr_id: `'${randomUUID()}'`,
    action: `'X'`,
    status: 'status + 1',
    outcome: `'error'`,
    contribution_id: `'${randomUUID()}'`,
    detail: `'{"ehrs": ["x"]}'`,
  }
  for (const [column, value] of Object.entries(columns))
    it(`whose ${column} was changed is named`, async () => {
      const faults = await faultsWhile(
        `update cairn.audit_event set ${column} = ${value} where event_id = ${middle}`,
      )
      assert.equal(faults.length, 1)
      assert.equal(faults[0]?.[0], `event ${middle}`)
      assert.match(faults[0]?.[1] ?? '', /^is not the one that was sealed: seal \d+$/)
    })

  it('has no column that is not checked', async () => {
    const names = await rows<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'cairn.audit_event'::regclass and attnum > 0`,
    )
    // The batch says on which node of a cluster an event is, and nothing else.
    const checked = ['event_id', 'batch', ...Object.keys(columns)]
    assert.deepEqual(names.map(({ name }) => name).sort(), checked.sort())
  })

  it('that was taken away is named', async () => {
    const faults = await faultsWhile(`delete from cairn.audit_event where event_id = ${middle}`)
    assert.deepEqual(
      faults.map(([place, what]) => [place, what?.replace(/\d+/, 'n')]),
      [[`event ${middle}`, 'is missing: seal n has it']],
    )
  })

  it('that changed places with another is named, and so is the other', async () => {
    const faults = await faultsWhile(
      `create temporary table swapped as select * from cairn.audit_event where event_id in (${middle}, ${next})`,
      `update swapped set event_id = ${middle} + ${next} - event_id`,
      `delete from cairn.audit_event where event_id in (${middle}, ${next})`,
      'insert into cairn.audit_event overriding system value select * from swapped',
      'drop table swapped',
    )
    assert.deepEqual(
      faults.map(([place]) => place),
      [`event ${middle}`, `event ${next}`],
    )
  })

  it('of the end is missed as well', async () => {
    const faults = await faultsWhile(
      'delete from cairn.audit_event where event_id = (select max(event_id) from cairn.audit_event)',
    )
    assert.match(faults[0]?.join(' ') ?? '', /^event \d+ is missing: seal \d+ has it$/)
  })
})

describe('a seal', () => {
  it('whose list of events was cut is not the one that was signed', async () => {
    const faults = await faultsWhile(
      `delete from cairn.audit_event where event_id = ${middle}`,
      `update cairn.audit_seal set events = array_remove(events, ${middle}::bigint), digests = substr(digests, 33)
       where ${middle} = any(events)`,
    )
    assert.match(faults[0]?.join(' ') ?? '', /^seal \d+ does not match its signature$/)
  })

  it('that was made by somebody without the key is known', async () => {
    const faults = await faultsWhile(`update cairn.audit_seal set digest = sha256('x') where seal_number = 2`)
    assert.deepEqual(faults, [
      ['seal 2', 'does not match its signature'],
      ['seal 3', 'does not follow the seal before it'],
    ])
  })

  it('that was taken away is missed by the next', async () => {
    const faults = await faultsWhile(
      `delete from cairn.audit_event where event_id = any((select events from cairn.audit_seal where seal_number = 2)::bigint[])`,
      'delete from cairn.audit_seal where seal_number = 2',
    )
    assert.deepEqual(faults, [['seal 3', 'the seal before it is missing']])
  })

  it('of the end that was cut off is missed by the server that goes on, and by who knows the end', async () => {
    const head = await newest()
    await behindItsBack(
      `create table cairn.kept_seal as select * from cairn.audit_seal where seal_number = ${head.number}`,
      `delete from cairn.audit_seal where seal_number = ${head.number}`,
    )
    const { faults } = await verifyTrail(db, { isSigned, known: head })
    assert.deepEqual(faults, [
      { place: `seal ${head.number}`, what: 'is missing: the end of the trail was cut off, or made anew' },
    ])
    await server.call('GET /nowhere')
    for (let tries = 0; (await newest()).number < head.number && tries < 200; tries++) await sleep(100)
    assert.deepEqual((await verifyTrail(db, { isSigned })).faults, [
      { place: `seal ${head.number + 1}`, what: 'the seal before it is missing' },
    ])
    await behindItsBack(
      'insert into cairn.audit_seal overriding system value select * from cairn.kept_seal',
      'drop table cairn.kept_seal',
    )
    await sealed()
    assert.deepEqual((await verifyTrail(db, { isSigned, known: head })).faults, [])
  })
})

describe('events that their own server did not seal, since it was killed', () => {
  const add = (id: string, at: string) =>
    behindItsBack(`insert into cairn.audit_event (at, request_id, client_id, address, method, route, path, action, status, outcome)
      values (${at}, '${id}', 'app', '', 'GET', '', '/', 'R', 200, 'success')`)

  it('are told apart from a fault, and sealed by another server', async () => {
    await add('left over', "now() - interval '10 minutes'")
    const { unsealed, faults } = await verifyTrail(db, { isSigned })
    assert.deepEqual([unsealed, faults], [1, []])
    const sealer = await openSealer({
      db,
      sign: signDigest,
      now: Date.now,
      failed: error => assert.fail(String(error)),
    })
    await sealed()
    await sealer.close()
    assert.deepEqual((await verifyTrail(db, { isSigned })).faults, [])
  })

  it('and one without a seal among sealed ones is a fault', async () => {
    const [{ free = 0 } = {}] = await rows<{ free: number }>(
      'select event_id as free from cairn.audit_event order by event_id offset 5 limit 1',
    )
    const slipped = await faultsWhile(`delete from cairn.audit_seal where ${free} = any(events)`)
    assert.ok(
      slipped.some(([place, what]) => place === `event ${free}` && /^has no seal/.test(what ?? '')),
      JSON.stringify(slipped),
    )
  })
})

describe('the command', () => {
  const run = (args: readonly string[]) =>
    runProgram(['verify', ...args], {
      CAIRN_DATABASE_URL: server.databaseUrl,
      CAIRN_SECRET_KEY: SECRET_KEY,
    }).ended

  it('names the event that was changed, and ends with 1', async () => {
    await behindItsBack(
      `create table cairn.kept_event as select * from cairn.audit_event where event_id = ${middle}`,
      `update cairn.audit_event set client_id = 'somebody else' where event_id = ${middle}`,
    )
    try {
      const { code, stdout, stderr } = await run([])
      assert.equal(code, 1)
      assert.match(
        stdout,
        new RegExp(`^event ${middle}  is not the one that was sealed: seal \\d+  audit trail\n`),
      )
      assert.match(stdout, /seals: 1 fault\n/)
      assert.equal(stderr, 'The audit trail is not as it was sealed.\n')
    } finally {
      await behindItsBack(
        `delete from cairn.audit_event where event_id = ${middle}`,
        'insert into cairn.audit_event overriding system value select * from cairn.kept_event',
        'drop table cairn.kept_event',
      )
    }
  })

  it('takes the end of the trail that it told before', async () => {
    const { number, digest } = await newest()
    assert.equal((await run(['--head', `${number}:${digest}`])).code, 0)
    const other = await run(['--head', `${number}:${'0'.repeat(64)}`])
    assert.equal(other.code, 1)
    assert.match(other.stdout, /is missing: the end of the trail was cut off, or made anew/)
    const wrong = await run(['--head', 'yesterday'])
    assert.equal(wrong.code, 1)
    assert.match(wrong.stderr, /^--head must be <seal>:<digest>/)
  })
})
