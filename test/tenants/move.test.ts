/** A tenant moves to another PostgreSQL server while it is written to: nothing that was acknowledged is lost, and a killed move is ended by the same command. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  copyDatabase,
  type Database,
  grantRights,
  openPool,
  sql,
} from '../../packages/server/src/db/index.ts'
import {
  allowWrites,
  catchUp,
  forgetChanges,
  noteChanges,
  stopWrites,
} from '../../packages/server/src/db/moving/index.ts'
import {
  cancelMove,
  eventsOf,
  moveTenant,
  requireTenant,
  suspendTenant,
} from '../../packages/server/src/tenants/index.ts'
import { beginMove } from '../../packages/server/src/tenants/move.ts'
import { openOwnPool } from '../../packages/server/src/tenants/own-database.ts'
import { withTenantLocked } from '../../packages/server/src/tenants/registry.ts'
import { putMove } from '../../packages/server/src/tenants/registry-store.ts'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { testDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { runProgram } from '../http/program.ts'
import { startTestServer } from '../postgres.ts'
import { bloodPressure, bloodPressureOpt, TEMPLATE_ID } from '../records.ts'
import { freePort } from '../server.ts'
import { type RunningTenant, tenantServer } from './server.ts'

const skip = leftOutOnCitus('a database of one server')
const server = await tenantServer()
const { registry, env } = server
const second = await startTestServer()
after(() => second.stop())
const secondUrl = Object.assign(new URL(second.templateUrl), { pathname: '/postgres' }).href

const told = () => {}

const databases = sql<{ name: string }>({
  name: 'test.databases',
  text: `select datname as name from pg_database where datname like 'cairn\\_tenant\\_%' order by 1`,
})

const backendOfSession = sql<{ pid: number }>({
  name: 'test.backend',
  text: 'select pg_backend_pid() as pid',
})

async function databasesAt(url: string): Promise<readonly string[]> {
  const db = openPool(url, { max: 1, applicationName: 'cairn test' })
  try {
    return (await db.query(databases)).map(({ name }) => name)
  } finally {
    await db.close()
  }
}

const databasesOfMain = () => databasesAt(env['CAIRN_TENANTS_URL'] ?? '')

async function withOwn<T>(tenantId: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openOwnPool(await registry.accessOf(await requireTenant(registry.db, tenantId)))
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Commits one composition after another until it is stopped; only those that were acknowledged are remembered. */
function writer({ call, token }: RunningTenant) {
  const written: { ehr: string; uid: string }[] = []
  const refused = new Set<string>()
  let isStopped = false
  const write = async (): Promise<void> => {
    const bearer = await token()
    const made = await call('POST /openehr/v1/ehr', { token: bearer })
    const ehr = (made.headers.get('etag') ?? '').replaceAll('"', '')
    while (!isStopped) {
      const answer = await call(`POST /openehr/v1/ehr/${ehr}/composition`, {
        token: bearer,
        headers: { 'openehr-template-id': TEMPLATE_ID },
        body: JSON.stringify(bloodPressure()),
      })
      const text = await answer.text()
      if (answer.status === 201) {
        written.push({ ehr, uid: (answer.headers.get('etag') ?? '').replaceAll('"', '') })
      } else {
        refused.add(`${answer.status} ${(JSON.parse(text) as { code: string }).code}`)
        await sleep(20)
      }
    }
  }
  const writing = Promise.all([write(), write()])
  return {
    written,
    refused,
    stop: async () => {
      isStopped = true
      await writing
    },
  }
}

const putTemplate = async ({ call, token }: RunningTenant): Promise<void> => {
  const answer = await call('POST /openehr/v1/definition/template/adl1.4', {
    token: await token(),
    headers: { 'Content-Type': 'application/xml' },
    body: bloodPressureOpt(),
  })
  assert.equal(answer.status, 201, await answer.text())
}

async function assertWhole(tenant: RunningTenant, written: readonly { ehr: string; uid: string }[]) {
  const bearer = await tenant.token()
  for (const { ehr, uid } of written) {
    const answer = await tenant.call(`GET /openehr/v1/ehr/${ehr}/composition/${uid}`, { token: bearer })
    assert.equal(answer.status, 200, `${uid}: ${await answer.text()}`)
  }
  const { faults } = await withOwn(tenant.tenant.tenantId, db => verifyRecords(db))
  assert.deepEqual(faults, [])
}

describe('a tenant that moves to another server', { skip }, () => {
  let a: RunningTenant
  let b: RunningTenant

  before(async () => {
    await registry.putServer('second', secondUrl)
    a = await server.add('a')
    b = await server.add('b')
    await eventually('both are served', async () => (await b.call('GET /health/live')).status === 200)
    await eventually('both are served', async () => (await a.call('GET /health/live')).status === 200)
    await putTemplate(a)
  })

  it('is served and written to meanwhile, has all that was acknowledged, and leaves nothing behind', async () => {
    const { database: old } = a.tenant
    const writing = writer(a)
    await eventually('it is written to', async () => writing.written.length > 5)
    const before = writing.written.length
    const moved = await moveTenant(registry, 'a', 'second', told)
    assert.deepEqual([moved.server, moved.state, moved.moving], ['second', 'active', null])
    const during = writing.written.length
    assert.ok(during > before, 'it was written to during the move')
    await eventually('it is written to again', async () => writing.written.length > during + 5)
    await writing.stop()
    assert.ok(
      [...writing.refused].every(each => /^503 (tenant\.moving|service\.unavailable)$/.test(each)),
      String([...writing.refused]),
    )
    await assertWhole(a, writing.written)
    assert.ok(!(await databasesOfMain()).includes(old))
    assert.ok((await databasesAt(secondUrl)).includes(moved.database))
    assert.deepEqual(
      (await eventsOf(registry.db, 'a')).slice(2).map(({ action }) => action),
      ['move to second begun', 'copied', 'paused', 'moved to second', 'removed from main'],
    )
    await eventually('the neighbour is ready', async () => (await b.call('GET /health/ready')).status === 200)
  })

  it('moves back by the command, also when it is suspended, and stays so', async () => {
    await suspendTenant(registry, 'a')
    const { code, stdout, stderr } = await runProgram(['tenant', 'move', 'a', '--to', 'main', '--json'], env)
      .ended
    assert.equal(code, 0, stderr)
    const { state, server: at, moving } = JSON.parse(stdout)
    assert.deepEqual([state, at, moving], ['suspended', 'main', undefined])
    assert.deepEqual(await databasesAt(secondUrl), [])
  })

  it('refuses a server that it does not know, the one that it is on, and a tenant that is not there', async () => {
    await assert.rejects(moveTenant(registry, 'b', 'third', told), /no PostgreSQL server "third"/)
    await assert.rejects(moveTenant(registry, 'b', 'main', told), /is on main already/)
    await assert.rejects(moveTenant(registry, 'nobody', 'second', told), /no tenant "nobody"/)
    await assert.rejects(cancelMove(registry, 'b'), /does not move/)
    await assert.rejects(registry.putServer('main', secondUrl), /is the server of the registry/)
  })

  it('is taken back when the server of the copy is gone for good, which names the copy that is left there', async () => {
    const third = await startTestServer()
    await registry.putServer(
      'third',
      Object.assign(new URL(third.templateUrl), { pathname: '/postgres' }).href,
    )
    // As a command leaves it that was killed.
    const copy = (await beginMove(registry, 'b', 'third')).moving?.to.database ?? ''
    await third.stop()
    await assert.rejects(moveTenant(registry, 'b', 'third', told))
    const { moving: interruptedMove, ...at } = await requireTenant(registry.db, 'b')
    assert.ok(interruptedMove)
    // As a command leaves it that was killed in the pause.
    await putMove(registry.db, 'b', 'moving', at, { ...interruptedMove, step: 'paused' })
    await assert.rejects(cancelMove(registry, 'b'), /"third" does not answer.*--cancel --abandon/)
    const kept = await requireTenant(registry.db, 'b')
    assert.deepEqual(
      [kept.state, kept.moving?.step],
      ['active', 'copying'],
      'changes are not noted any more, so the copy begins again',
    )
    const words = ['tenant', 'move', 'b', '--cancel', '--abandon', '--json']
    const { code, stdout, stderr } = await runProgram(words, env).ended
    assert.equal(code, 0, stderr)
    const { state, server: place, moving } = JSON.parse(stdout)
    assert.deepEqual([state, place, moving], ['active', 'main', undefined])
    const last = (await eventsOf(registry.db, 'b')).at(-1)?.action
    assert.equal(last, `move taken back; ${copy} on third was abandoned`)
    await eventually('it is served', async () => (await b.call('GET /health/live')).status === 200)
    const token = await b.token()
    const create = async () => (await b.call('POST /openehr/v1/ehr', { token })).status
    await eventually('it is written to', async () => (await create()) === 201)
  })

  it('is free for the next command at once when one has failed because another server does not answer', async () => {
    const gone = openPool(`postgres://127.0.0.1:${await freePort()}/postgres`, {
      max: 1,
      applicationName: 'cairn test',
    })
    const backend = () => registry.db.transaction(async queries => (await queries.query(backendOfSession))[0])
    try {
      const before = await backend()
      const failing = withTenantLocked(registry.db, 'b', () => gone.query(databases))
      await assert.rejects(failing, { name: 'DatabaseError' })
      // The connection of the lock would be closed, and the lock with it a moment later.
      assert.deepEqual(await backend(), before)
    } finally {
      await gone.close()
    }
  })

  it('is freed of its old database when the server of that is gone for good', async () => {
    const tenant = await requireTenant(registry.db, 'b')
    const [from, to] = [
      { server: 'third', database: 'cairn_tenant_b_000000' },
      { server: tenant.server, database: tenant.database },
    ]
    // As a command leaves it that could not remove the old database.
    await putMove(registry.db, 'b', 'active', to, { step: 'leaving', from, to, state: 'active' })
    await assert.rejects(moveTenant(registry, 'b', 'main', told), /"third" does not answer/)
    await assert.rejects(cancelMove(registry, 'b'), /has moved already.*--abandon/)
    const freed = await cancelMove(registry, 'b', { abandon: true })
    assert.deepEqual([freed.server, freed.database, freed.moving], [to.server, to.database, null])
    assert.match(
      (await eventsOf(registry.db, 'b')).at(-1)?.action ?? '',
      /^removed from third; .* was abandoned$/,
    )
  })

  it('can begin and be taken back while a server opens the tenant, which gives its role all rights again', async () => {
    const tenant = await requireTenant(registry.db, 'b')
    const { ownerUrl } = await registry.accessOf(tenant)
    let isOver = false
    const giveRights = async (): Promise<void> => {
      while (!isOver) await grantRights(ownerUrl, 'service', tenant.database)
    }
    const giving = giveRights()
    try {
      for (let round = 0; round < 5; round++) {
        await noteChanges(ownerUrl)
        await forgetChanges(ownerUrl)
      }
    } finally {
      isOver = true
      await giving
    }
  })

  it('notices a row that differs, and every write is refused while writes are stopped', async () => {
    const { ownerUrl } = await registry.accessOf(await requireTenant(registry.db, 'b'))
    const copy = await testDatabase({ empty: true })
    await noteChanges(ownerUrl)
    await copyDatabase(ownerUrl, copy.url, () => {})
    const unnoted = (db: Database, text: string) =>
      db.execute(sql({ name: 'test.unnoted', prepare: false, text }))
    await withOwn('b', async db => {
      await unnoted(db, 'alter table cairn.client disable trigger user')
      await unnoted(db, `update cairn.client set name = 'another'`)
      await unnoted(db, 'alter table cairn.client enable trigger user')
    })
    await assert.rejects(catchUp(ownerUrl, copy.url, { isWhole: true }), /Rows of cairn\.client differ/)
    const token = await b.token()
    const create = () => b.call('POST /openehr/v1/ehr', { token })
    await stopWrites(ownerUrl)
    assert.equal((await create()).status, 503)
    await allowWrites(ownerUrl)
    await eventually('it is written to again', async () => (await create()).status === 201)
    await forgetChanges(ownerUrl)
    const left = await withOwn('b', db =>
      db.query(sql({ name: 'test.left', text: `select from pg_trigger where tgname like 'cairn\\_move%'` })),
    )
    assert.equal(left.length, 0)
    await eventually('it is written to', async () => (await create()).status === 201)
  })
})
