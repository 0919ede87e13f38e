/** The chain of seals: whatever is done to the trail behind the server's back is found, with its place. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyTrail } from '../../packages/server/src/audit/index.ts'
import { makeAuditPartitions } from '../../packages/server/src/audit/retention/partitions.ts'
import { openSealer } from '../../packages/server/src/audit/seals/sealer.ts'
import { sealsAfter } from '../../packages/server/src/audit/seals/store.ts'
import { verifyEvents } from '../../packages/server/src/audit/verify/events.ts'
import { type Queries, sql } from '../../packages/server/src/db/index.ts'
import { openVault } from '../../packages/server/src/seals/vault.ts'
import { openSigner } from '../../packages/server/src/versions/index.ts'
import { runProgram } from '../http/program.ts'
import { postComposition } from '../records.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { makeSeals, openTrail } from './sealed-trail.ts'
import { addEvents, behindItsBack as changeBehind, minutesAgo } from './trail.ts'

const server = await testServer()
const { db } = server
const { isSigned, sealed, faultsWhile, newest, rows } = await openTrail(db)
const { signDigest } = await openSigner(db, openVault(SECRET_KEY))
const ehrId = await makeSeals(server, sealed)

const behindItsBack = (...statements: readonly string[]) => changeBehind(db, ...statements)

const NONE = { event_id: 0, act: 0, actor: 0 }

/** Two commits whose words have numbers. */
const [{ event_id: middle, act, actor } = NONE, { event_id: next } = NONE] = await rows<typeof NONE>(
  `select event_id, act, actor from cairn.audit_trail where object is not null and act is not null and actor is not null
   order by event_id limit 2`,
)
assert.ok(middle > 0 && next > middle, 'there are commits with numbers for their words')

describe('a trail that nobody touched', () => {
  it('is whole, and each event has a seal', async () => {
    const { events, seals, unsealed, older, faults } = await verifyTrail(db, { isSigned })
    assert.deepEqual(faults, [])
    assert.ok(seals >= 4 && events >= 33, `${seals} seals, ${events} events`)
    assert.deepEqual([unsealed, older], [0, 0])
  })

  it('is read for many seals at once: each statement asks all nodes of a cluster', async () => {
    await db.transaction(async queries => {
      const seals = await sealsAfter(queries, 0, 1000)
      let statements = 0
      const counted = new Proxy(queries, {
        get: (all, name: keyof Queries) => {
          if (name === 'query') statements += 1
          return all[name]
        },
      })
      const faults = await verifyEvents(counted, seals)
      assert.ok(seals.length >= 4)
      assert.deepEqual([[...faults.values()].flat(), statements], [[], 1])
    })
  })

  it('can only be added to, its seals too', async () => {
    for (const text of ['update cairn.audit_seal set signature = signature', 'delete from cairn.audit_seal'])
      await assert.rejects(db.execute(sql({ name: 'test.change', prepare: false, text })), { code: 'P0001' })
  })
})

const columnsOf = async (table: string): Promise<string[]> =>
  (
    await rows<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = 'cairn.${table}'::regclass and attnum > 0 and not attisdropped`,
    )
  ).map(({ name }) => name)

const OTHER = /^is not the one that was sealed: seal \d+$/

describe('an event', () => {
  const columns: Record<string, string> = {
    // Of functions that are immutable, for the nodes of a cluster.
    at: `(at at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC'`,
    request: `'${randomUUID()}'`,
    ehr: `'${randomUUID()}'`,
    object: `'${randomUUID()}'`,
    act: 'act + 1',
    actor: 'actor + 1',
    more: `'\\x00112233445566778899aabbccddeeff'`,
  }
  for (const [column, value] of Object.entries(columns))
    it(`whose ${column} was changed is named`, async () => {
      const faults = await faultsWhile(
        `update cairn.audit_trail set ${column} = ${value} where event_id = ${middle}`,
      )
      assert.equal(faults.length, 1, JSON.stringify(faults))
      assert.equal(faults[0]?.[0], `event ${middle}`)
      assert.match(faults[0]?.[1] ?? '', OTHER)
    })

  it('has no column that is not checked', async () => {
    // In a cluster, `batch` tells the shard of a row, and nothing of the event.
    const found = (await columnsOf('audit_trail')).filter(name => !db.isDistributed || name !== 'batch')
    assert.deepEqual(found.sort(), ['event_id', ...Object.keys(columns)].sort())
  })

  const words: Record<string, Record<string, string>> = {
    audit_act: {
      method: `'PATCH'`,
      route: `'other'`,
      path: `'other'`,
      action: `'X'`,
      status: 'status + 1',
      outcome: `'error'`,
      commits: 'not commits',
    },
    audit_actor: { client_id: `'other'`, person: `'other'`, address: `'other'` },
  }
  for (const [table, values] of Object.entries(words)) {
    const [key, number] = table === 'audit_act' ? ['act', act] : ['actor', actor]
    for (const [column, value] of Object.entries(values))
      it(`whose ${column} was changed, which it shares with others, is named with them`, async () => {
        const named = await rows<{ place: string }>(
          `select 'event ' || event_id as place from cairn.audit_trail where ${key} = ${number} order by event_id`,
        )
        const faults = await faultsWhile(
          `update cairn.${table} set ${column} = ${value} where ${key} = ${number}`,
        )
        assert.deepEqual(faults.map(([place]) => place).sort(), named.map(({ place }) => place).sort())
        assert.ok(faults.every(([, what]) => OTHER.test(what ?? '')))
      })

    it(`whose ${key} was taken away is named with the others that have it`, async () => {
      const faults = await faultsWhile(`delete from cairn.${table} where ${key} = ${number}`)
      assert.ok(faults.some(([place, what]) => place === `event ${middle}` && OTHER.test(what ?? '')))
    })

    it(`has words in ${table}, of which no column is left unchecked`, async () => {
      // The month says when the words can go.
      assert.deepEqual((await columnsOf(table)).sort(), [key, 'month', ...Object.keys(values)].sort())
    })
  }

  it('that was added a second time is named', async () => {
    const faults = await faultsWhile(
      `insert into cairn.audit_trail select * from cairn.audit_trail where event_id = ${middle}`,
    )
    assert.deepEqual(faults, [[`event ${middle}`, 'is there more than once']])
  })

  it('that was taken away is named', async () => {
    const faults = await faultsWhile(`delete from cairn.audit_trail where event_id = ${middle}`)
    assert.deepEqual(
      faults.map(([place, what]) => [place, what?.replace(/\d+/, 'n')]),
      [[`event ${middle}`, 'is missing: seal n has it']],
    )
  })

  it('that changed places with another is named, and so is the other', async () => {
    const faults = await faultsWhile(
      `create temporary table swapped as select * from cairn.audit_trail where event_id in (${middle}, ${next})`,
      `update swapped set event_id = ${middle} + ${next} - event_id`,
      `delete from cairn.audit_trail where event_id in (${middle}, ${next})`,
      'insert into cairn.audit_trail select * from swapped',
      'drop table swapped',
    )
    assert.deepEqual(
      faults.map(([place]) => place),
      [`event ${middle}`, `event ${next}`],
    )
  })

  it('of the end is missed as well', async () => {
    const faults = await faultsWhile(
      'delete from cairn.audit_trail where event_id = (select max(event_id) from cairn.audit_trail)',
    )
    assert.match(faults[0]?.join(' ') ?? '', /^event \d+ is missing: seal \d+ has it$/)
  })
})

describe('a seal', () => {
  it('whose list of events was cut is not the one that was signed', async () => {
    const [{ first_event = 0 } = {}] = await rows<{ first_event: number }>(
      'select first_event from cairn.audit_seal where event_count > 3 and offsets is null order by seal_number limit 1',
    )
    const faults = await faultsWhile(
      `delete from cairn.audit_trail where event_id = ${first_event}`,
      `update cairn.audit_seal set first_event = first_event + 1, event_count = event_count - 1, digests = substr(digests, 5)
       where first_event = ${first_event}`,
    )
    assert.match(faults[0]?.join(' ') ?? '', /^seal \d+ does not match its signature$/)
  })

  const changed: Record<string, string> = {
    sealed_at: `sealed_at + interval '1 second'`,
    digests: `set_byte(digests, 0, 255 - get_byte(digests, 0))`,
    total: `sha256('x')`,
    from_at: `from_at - interval '1 second'`,
    to_at: `to_at + interval '1 second'`,
    complete_to: '1',
    removed_before: 'now()',
    removed_to: '1',
    signature: `reverse(signature)`,
    previous: `sha256('x')`,
  }
  for (const [column, value] of Object.entries(changed))
    it(`whose ${column} was changed is known`, async () => {
      const faults = await faultsWhile(
        `update cairn.audit_seal set ${column} = ${value}${column === 'removed_to' ? ', removed_before = now()' : ''}
         where seal_number = (select max(seal_number) from cairn.audit_seal where event_count > 0)`,
      )
      assert.ok(
        faults.some(([place, what]) => /^seal/.test(place ?? '') && /signature/.test(what ?? '')),
        JSON.stringify(faults),
      )
    })

  it('that has less of its events than it should, since all of them were taken away, says so', async () => {
    // A seal of a single event names that event, and how many a seal has depends on when the sealer ran.
    const [{ seal_number = 0 } = {}] = await rows<{ seal_number: number }>(
      'select seal_number from cairn.audit_seal where event_count > 1 order by seal_number limit 1',
    )
    const faults = await faultsWhile(
      `delete from cairn.audit_trail
       where event_id in (select event_id from cairn.audit_sealed where seal_number = ${seal_number})`,
    )
    assert.match(
      faults[0]?.join(' ') ?? '',
      new RegExp(`^seal ${seal_number} all of its \\d+ events are missing$`),
    )
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
      `delete from cairn.audit_trail where event_id in (select event_id from cairn.audit_sealed where seal_number = 2)`,
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
  let unused = 0

  it('are told apart from a fault, and sealed by another server', async () => {
    const [number] = await rows<{ next: number }>(`select nextval('cairn.audit_event_event_id_seq') as next`)
    unused = number?.next ?? 0
    await addEvents(db, [{ request_id: 'left over', at: minutesAgo(10) }])
    const { unsealed, faults } = await verifyTrail(db, { isSigned })
    assert.deepEqual([unsealed, faults], [1, []])
    const sealer = await openSealer({
      db,
      sign: signDigest,
      now: Date.now,
      failed: error => assert.fail(String(error)),
      searchMs: 100,
    })
    await sealed()
    await sealer.close()
    assert.deepEqual((await verifyTrail(db, { isSigned })).faults, [])
  })

  it('and one that somebody adds below them is a fault', async () => {
    const faults = await faultsWhile(
      `insert into cairn.audit_trail select ${unused}, at, request, ehr, object, act, actor, more${db.isDistributed ? ', batch' : ''}
       from cairn.audit_trail where event_id = ${middle}`,
    )
    assert.deepEqual(faults, [[`event ${unused}`, 'has no seal, although those around it have']])
  })

  it('and one without a seal among sealed ones is a fault', async () => {
    const [{ free = 0 } = {}] = await rows<{ free: number }>(
      'select event_id as free from cairn.audit_event order by event_id offset 5 limit 1',
    )
    const slipped = await faultsWhile(
      `delete from cairn.audit_seal where seal_number in (select seal_number from cairn.audit_sealed where event_id = ${free})`,
    )
    assert.ok(
      slipped.some(([place, what]) => place === `event ${free}` && /^has no seal/.test(what ?? '')),
      JSON.stringify(slipped),
    )
  })
})

describe('a partition', () => {
  const month = new Date().toISOString().slice(0, 7)
  const name = `audit_trail_${month.replace('-', '_')}`

  it('that was dropped by hand is missed, seal by seal', async () => {
    // By itself: without triggers of events, a cluster would keep the parts of the table on its nodes.
    await rows(`create table cairn.kept_month as table cairn.${name}`)
    await rows(`drop table cairn.${name}`)
    const { faults } = await verifyTrail(db, { isSigned })
    assert.ok(faults.length >= 3)
    assert.ok(
      faults.every(({ what }) => /missing/.test(what)),
      JSON.stringify(faults),
    )
    // Until the partition is there again, events are stored all the same.
    assert.equal((await postComposition(server, ehrId)).status, 201)
    await behindItsBack(
      'insert into cairn.audit_trail select * from cairn.kept_month',
      'drop table cairn.kept_month',
    )
    await makeAuditPartitions(db, Date.now())
    const [left] = await rows<{ left: number }>('select count(*) as left from cairn.audit_trail_default')
    assert.equal(left?.left, 0)
    await sealed()
    assert.deepEqual((await verifyTrail(db, { isSigned })).faults, [])
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
      `create table cairn.kept_event as select * from cairn.audit_trail where event_id = ${middle}`,
      `update cairn.audit_trail set actor = null where event_id = ${middle}`,
    )
    try {
      const { code, stdout, stderr } = await run([])
      assert.equal(code, 1)
      assert.match(
        stdout,
        new RegExp(`^event ${middle}  is not the one that was sealed: seal \\d+  audit trail\n`),
      )
      assert.match(stdout, /seals: 1 fault\n/)
      // A check that takes long prints its progress first.
      assert.match(stderr, /(?:^|\n)The audit trail is not as it was sealed\.\n$/)
    } finally {
      await behindItsBack(
        `delete from cairn.audit_trail where event_id = ${middle}`,
        'insert into cairn.audit_trail select * from cairn.kept_event',
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
