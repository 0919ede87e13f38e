/** docs/guides/tenants.md, "Back up and restore": one tenant comes back from its dump while another is served. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { openOwnPool } from '../../packages/server/src/tenants/own-database.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { eventually } from '../eventually.ts'
import { notBuilt } from '../http/program.ts'
import { cannotDump } from '../transfer/dump-tool.ts'
import { guideIn } from '../transfer/guide.ts'
import { type RunningTenant, tenantServer } from './server.ts'

const server = await tenantServer({ CAIRN_TENANT_CONNECTIONS: '64' })
const folder = mkdtempSync(join(tmpdir(), 'cairn-tenants-restore-'))
server.beforeDrop(() => rmSync(folder, { recursive: true }))
const run = guideIn({ page: 'docs/guides/tenants.md', folder, env: server.env })

const skip =
  notBuilt || leftOutOnCitus('a database of one server') || ((await cannotDump(server.registry.db)) ?? false)

describe('a tenant that is restored', { skip }, () => {
  const newEhr = async ({ call, token }: RunningTenant): Promise<string> => {
    const made = await call('POST /openehr/v1/ehr', { token: await token() })
    assert.equal(made.status, 201)
    return JSON.parse(made.headers.get('etag') ?? '""')
  }
  const statusOf = async ({ call, token }: RunningTenant, ehrId: string): Promise<number> =>
    (await call(`GET /openehr/v1/ehr/${ehrId}`, { token: await token() })).status

  it('has what the dump has, and the other answers all the time', async () => {
    const a = await server.add('hospital-a')
    const b = await server.add('hospital-b')
    for (const { call } of [a, b])
      await eventually('it is served', async () => (await call('GET /health/ready')).status === 200)
    const kept = await newEhr(a)
    const other = await newEhr(b)
    const dumped = await run('back-up')
    assert.equal(dumped.code, 0, dumped.out)
    const later = await newEhr(a)
    const db = openOwnPool(await server.registry.accessOf(a.tenant))
    await db.execute(sql({ name: 'test.mishap', prepare: false, text: 'drop table cairn.ehr cascade' }))
    await db.close()
    assert.equal(await statusOf(a, kept), 500)

    const answers: number[] = []
    let isOver = false
    const asking = (async () => {
      while (!isOver) answers.push(await statusOf(b, other))
    })()
    const restored = await run('restore-tenant')
    isOver = true
    await asking
    assert.equal(restored.code, 0, restored.out)
    assert.match(
      restored.out,
      /hospital-a +suspended[\s\S]*hospital-a +0 migrations applied[\s\S]*hospital-a +active/,
    )
    assert.ok(answers.length > 0)
    assert.deepEqual([...new Set(answers)], [200])

    await eventually('it is served again', async () => (await a.call('GET /health/ready')).status === 200)
    assert.equal(await statusOf(a, kept), 200)
    assert.equal(await statusOf(a, later), 404)
    assert.equal(await statusOf(a, await newEhr(a)), 200)
  })
})
