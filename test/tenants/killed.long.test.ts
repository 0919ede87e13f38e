/** Commands of tenants that are killed half-way: nothing half is served, and the same command ends what was begun. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool, sql } from '../../packages/server/src/db/index.ts'
import { requireTenant, resumeTenant, suspendTenant } from '../../packages/server/src/tenants/index.ts'
import { markForDeletion } from '../../packages/server/src/tenants/life.ts'
import { findTenant } from '../../packages/server/src/tenants/registry-store.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { eventually } from '../eventually.ts'
import { runProgram } from '../http/program.ts'
import { migrateTo, SCHEMAS } from '../install/old-schema.ts'
import { tenantServer } from './server.ts'

const skip = leftOutOnCitus('a database of one server')
const server = await tenantServer({ CAIRN_TENANT_CONNECTIONS: '160' })
const { registry, env, port } = server

const progress = sql<
  { databases: number; roles: number; connections: number; state: string | null },
  [prefix: string, id: string]
>({
  name: 'test.progress',
  text: `select (select count(*) from pg_database where starts_with(datname, $1))::integer as databases,
    (select count(*) from pg_roles where starts_with(rolname, $1))::integer as roles,
    (select count(*) from pg_stat_activity where starts_with(datname, $1))::integer as connections,
    (select state from cairn_tenants.tenant where tenant_id = $2) as state`,
})

type Progress = NonNullable<Awaited<ReturnType<typeof progressOf>>>

const progressOf = async (id: string) => (await registry.db.query(progress, [`cairn_tenant_${id}_`, id]))[0]

const urlOf = (id: string) => `http://127.0.0.1:${port}/${id}`
const create = (id: string) =>
  runProgram(['tenant', 'create', id, '--name', id, '--url', urlOf(id), '--json'], env)

/** Kills a program as soon as the database shows that it has come so far. */
async function killAt(program: ReturnType<typeof create>, id: string, isReached: (now: Progress) => boolean) {
  let hasEnded = false
  void program.ended.then(() => {
    hasEnded = true
  })
  for (;;) {
    const now = await progressOf(id)
    if (hasEnded || (now && isReached(now))) break
    await sleep(2)
  }
  program.child.kill('SIGKILL')
  await program.ended
}

describe('a creation that is killed', { skip }, () => {
  const moments: [when: string, isReached: (now: Progress) => boolean][] = [
    ['reserved', ({ state }) => state !== null],
    ['rolesmade', ({ roles }) => roles > 0],
    ['databasemade', ({ databases }) => databases > 0],
    ['migrating', ({ connections }) => connections > 0],
  ]
  for (const [id, isReached] of moments)
    it(`when it is "${id}" leaves nothing that is served, and is ended by the same command`, async () => {
      await killAt(create(id), id, isReached)
      const { state, proof } = await requireTenant(registry.db, id)
      // On a busy machine the program may have been faster than the look at its progress.
      assert.ok(state === 'creating' || state === 'active', state)
      assert.equal(proof, null)
      if (state === 'active') return
      assert.equal((await fetch(`${urlOf(id)}/health/live`)).status, 404)
      const again = await create(id).ended
      assert.equal(again.code, 0, again.stderr)
      const { link, state: now } = JSON.parse(again.stdout)
      assert.equal(now, 'active')
      await eventually('it is served', async () => (await fetch(`${urlOf(id)}/health/ready`)).status === 200)
      const page = await fetch(link)
      assert.equal(page.status, 200)
      assert.match(await page.text(), /name="password"/)
      const found = await progressOf(id)
      assert.deepEqual([found?.databases, found?.roles], [1, 2])
    })

  it('can be taken back: no database, role or secret is left', async () => {
    await killAt(create('dropped'), 'dropped', ({ databases }) => databases > 0)
    if ((await requireTenant(registry.db, 'dropped')).state !== 'creating') return
    const { code, stdout, stderr } = await runProgram(['tenant', 'delete', 'dropped', '--json'], env).ended
    assert.equal(code, 0, stderr)
    const { state, proof } = JSON.parse(stdout)
    assert.deepEqual([state, proof.signature, JSON.parse(proof.facts).ehrs], ['deleted', null, 0])
    const found = await progressOf('dropped')
    assert.deepEqual([found?.databases, found?.roles], [0, 0])
  })
})

describe('an upgrade that is killed', { skip }, () => {
  const OLD = 10
  const applied = sql<{ count: number; last: number }>({
    name: 'test.applied',
    prepare: false,
    text: 'select count(*)::integer as count, max(number)::integer as last from cairn.migration',
  })

  /** A tenant of an earlier version, without records. */
  async function oldTenant(id: string) {
    const { tenant } = await server.create(id, { baseUrl: urlOf(id) })
    const { ownerUrl } = await registry.accessOf(tenant)
    const db = openPool(ownerUrl, { max: 1, applicationName: 'cairn test' })
    server.beforeDrop(() => db.close())
    await db.execute(
      sql({ name: 'test.empty', prepare: false, text: 'drop schema cairn, cairn_party cascade' }),
    )
    await migrateTo(ownerUrl, OLD)
    const schemaOf = async () => (await db.query(applied))[0] ?? { count: 0, last: 0 }
    return { ownerUrl, schemaOf }
  }
  const upgrade = (...ids: string[]) => runProgram(['tenant', 'upgrade', ...ids, '--json'], env)

  /** Kills the upgrade after some migrations; returns false if it was faster. */
  async function killAfter(id: string, schemaOf: () => Promise<{ count: number }>): Promise<boolean> {
    const program = upgrade(id)
    let hasEnded = false
    void program.ended.then(() => {
      hasEnded = true
    })
    while (!hasEnded && (await schemaOf()).count < OLD + 10) await sleep(2)
    program.child.kill('SIGKILL')
    await program.ended
    const { count } = await schemaOf()
    return count < SCHEMAS
  }

  it('has applied whole migrations alone, and is ended by the same command while another is served', async () => {
    const other = await server.add('served')
    await eventually('it is served', async () => (await other.call('GET /health/ready')).status === 200)
    const { schemaOf } = await oldTenant('older')
    // The server would open it in its turn, and so migrate it.
    await suspendTenant(registry, 'older')
    const isHalf = await killAfter('older', schemaOf)
    const { count, last } = await schemaOf()
    assert.equal(count, last)
    assert.equal((await other.call('GET /health/ready')).status, 200)
    const { code, stdout, stderr } = await upgrade().ended
    assert.equal(code, 0, stderr)
    const upgrades: { tenant_id: string; applied: number }[] = JSON.parse(stdout)
    const found = upgrades.find(({ tenant_id }) => tenant_id === 'older')
    assert.equal(found?.applied, isHalf ? SCHEMAS - count : 0)
    assert.deepEqual(await schemaOf(), { count: SCHEMAS, last: SCHEMAS })
    await resumeTenant(registry, 'older')
    await eventually(
      'it is served',
      async () => (await fetch(`${urlOf('older')}/health/ready`)).status === 200,
    )
  })

  it('is ended by the server too, at the first request', async () => {
    const { schemaOf } = await oldTenant('oldest')
    await killAfter('oldest', schemaOf)
    await eventually(
      'it is served',
      async () => (await fetch(`${urlOf('oldest')}/health/ready`)).status === 200,
    )
    assert.deepEqual(await schemaOf(), { count: SCHEMAS, last: SCHEMAS })
  })
})

describe('a removal that is killed', { skip }, () => {
  before(async () => {
    await server.add('gone')
    await markForDeletion(registry, 'gone', new Date())
  })

  it('leaves nothing that is served or can be taken back, and is ended by the same command', async () => {
    const remove = () => runProgram(['tenant', 'delete', 'gone', '--json'], env)
    await killAt(remove(), 'gone', ({ state }) => state === 'removing')
    const { state } = await requireTenant(registry.db, 'gone')
    assert.ok(state === 'removing' || state === 'deleted', state)
    await eventually(
      'it is not served',
      async () => (await fetch(`${urlOf('gone')}/health/live`)).status === 404,
    )
    if (state === 'removing') {
      assert.match((await runProgram(['tenant', 'resume', 'gone'], env).ended).stderr, /is removing/)
      const { code, stderr } = await remove().ended
      assert.equal(code, 0, stderr)
    }
    const tenant = await findTenant(registry.db, 'gone')
    assert.equal(tenant?.state, 'deleted')
    assert.ok(tenant.proof?.signature)
    const found = await progressOf('gone')
    assert.deepEqual([found?.databases, found?.roles], [0, 0])
  })
})
