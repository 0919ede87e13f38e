/** Moves of a tenant that are killed at each step: it is served from one place, whole, and the same command ends the move. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool, sql } from '../../packages/server/src/db/index.ts'
import { cancelMove, requireTenant, type Tenant } from '../../packages/server/src/tenants/index.ts'
import { openOwnPool } from '../../packages/server/src/tenants/own-database.ts'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { eventually } from '../eventually.ts'
import { runProgram } from '../http/program.ts'
import { startTestServer } from '../postgres.ts'
import { type RunningTenant, tenantServer } from './server.ts'

const skip = leftOutOnCitus('a database of one server')
const server = await tenantServer()
const { registry, env } = server
const second = await startTestServer()
after(() => second.stop())
const secondUrl = Object.assign(new URL(second.templateUrl), { pathname: '/postgres' }).href

const databases = sql<{ count: number }>({
  name: 'test.databases',
  text: `select count(*)::integer as count from pg_database where datname like 'cairn\\_tenant\\_%'`,
})

async function countDatabases(url: string): Promise<number> {
  const db = openPool(url, { max: 1, applicationName: 'cairn test' })
  try {
    return (await db.query(databases))[0]?.count ?? 0
  } finally {
    await db.close()
  }
}

const move = (to: string) => runProgram(['tenant', 'move', 'a', '--to', to, '--json'], env)

/** Kills the command as soon as the registry shows that it has come so far. */
async function killAt(to: string, isReached: (tenant: Tenant) => boolean): Promise<Tenant> {
  const program = move(to)
  let hasEnded = false
  void program.ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded && !isReached(await requireTenant(registry.db, 'a'))) await sleep(2)
  program.child.kill('SIGKILL')
  await program.ended
  return requireTenant(registry.db, 'a')
}

describe('a move that is killed', { skip }, () => {
  let a: RunningTenant
  const ehrs: string[] = []

  before(async () => {
    await registry.putServer('second', secondUrl)
    a = await server.add('a')
    await eventually('it is served', async () => (await a.call('GET /health/live')).status === 200)
  })

  const addEhr = async (): Promise<void> => {
    const answer = await a.call('POST /openehr/v1/ehr', { token: await a.token() })
    assert.equal(answer.status, 201, await answer.text())
    ehrs.push((answer.headers.get('etag') ?? '').replaceAll('"', ''))
  }
  const assertWhole = async (): Promise<void> => {
    const token = await a.token()
    for (const ehr of ehrs) assert.equal((await a.call(`GET /openehr/v1/ehr/${ehr}`, { token })).status, 200)
    const db = openOwnPool(await registry.accessOf(await requireTenant(registry.db, 'a')))
    assert.deepEqual((await verifyRecords(db)).faults, [])
    await db.close()
  }

  const moments: [step: string, isReached: (tenant: Tenant) => boolean][] = [
    ['copying', ({ moving }) => moving?.step === 'copying'],
    ['copied', ({ moving }) => moving?.step === 'copied'],
    ['paused', ({ moving }) => moving?.step === 'paused'],
    ['leaving', ({ moving }) => moving?.step === 'leaving'],
  ]
  for (const [index, [step, isReached]] of moments.entries())
    it(`when it is ${step} has the tenant in one place, and is ended by the same command`, async () => {
      const to = index % 2 === 0 ? 'second' : 'main'
      const { moving, state } = await killAt(to, isReached)
      assert.equal(state, moving?.step === 'paused' ? 'moving' : 'active')
      if (state === 'moving')
        await eventually('it says that it moves', async () => {
          const answer = await a.call('GET /health/ready')
          return answer.status === 503 && answer.headers.get('retry-after') === '1'
        })
      else
        await eventually('it is written to', async () =>
          addEhr().then(
            () => true,
            () => false,
          ),
        )
      const { code, stderr } = await move(to).ended
      // On a busy machine the program may have ended before it was killed.
      assert.ok(code === 0 || stderr.includes('already'), stderr)
      const { server: at, state: now } = await requireTenant(registry.db, 'a')
      assert.deepEqual([at, now], [to, 'active'])
      await eventually('it is written to', async () =>
        addEhr().then(
          () => true,
          () => false,
        ),
      )
      await assertWhole()
      const counts = [await countDatabases(env['CAIRN_TENANTS_URL'] ?? ''), await countDatabases(secondUrl)]
      assert.deepEqual(counts, to === 'main' ? [1, 0] : [0, 1])
    })

  it('when it is paused can be taken back: the tenant is written to where it was, and no copy is left', async () => {
    const { moving } = await killAt('second', tenant => tenant.moving?.step === 'paused')
    if (moving?.step !== 'paused') return
    // PostgreSQL takes a moment to see that the command is gone, and keeps its lock until then.
    let tenant = await requireTenant(registry.db, 'a')
    await eventually('it is taken back', async () => {
      try {
        tenant = await cancelMove(registry, 'a')
        return true
      } catch (error) {
        if (String(error).includes('Another command works')) return false
        throw error
      }
    })
    assert.deepEqual([tenant.moving, tenant.state], [null, 'active'])
    await eventually('it is written to', async () =>
      addEhr().then(
        () => true,
        () => false,
      ),
    )
    await assertWhole()
    assert.equal(await countDatabases(secondUrl), 0)
  })
})
