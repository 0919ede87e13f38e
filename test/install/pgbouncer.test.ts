/** PgBouncer before the database: in session mode everything works, in the other modes the server does not start and says why. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openPool, sql } from '../../packages/server/src/db/index.ts'
import { testDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { runProgram } from '../http/program.ts'
import { urlByPort } from '../postgres.ts'
import { idIn, programServer } from '../program-server.ts'
import { freePort } from '../server.ts'

const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0
const skip = hasPgBouncer ? false : 'pgbouncer is not installed'

const { url } = await testDatabase()
const select = (text: string) => sql<{ value: string }>({ name: 'test.pgbouncer', text, prepare: false })

const isOpen = (port: number): Promise<boolean> =>
  new Promise(done => {
    const socket = connect(port, '127.0.0.1', () => done(socket.end() !== undefined))
    socket.on('error', () => done(false))
  })

/** Starts one on a free port, with no more than its modes and its addresses set; resolves to the address of the database through it. */
async function startPgBouncer(mode: string): Promise<string> {
  const address = urlByPort(url)
  const folder = mkdtempSync(join(tmpdir(), 'cairn-pgbouncer-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  // It refuses to be root.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const { hostname, port: server, username, password } = address
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${server || 5432} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 80
max_client_conn = 200
${process.getuid?.() === 0 ? 'user = nobody' : ''}
`,
  )
  const child = spawn('pgbouncer', ['-q', file], { stdio: 'inherit' })
  after(() => child.kill('SIGKILL'))
  const pooled = Object.assign(address, { host: `127.0.0.1:${port}` }).href
  await eventually('it listens', () => isOpen(port))
  return pooled
}

describe('PgBouncer', { skip }, () => {
  it('in session mode: records are written and read, by a hundred requests at a time', async () => {
    const pooled = await startPgBouncer('session')
    const server = await programServer({ CAIRN_DATABASE_URL: pooled })
    const made = await Promise.all(Array.from({ length: 100 }, () => server.call('POST /openehr/v1/ehr')))
    assert.deepEqual([...new Set(made.map(({ status }) => status))], [201])
    const read = await Promise.all(made.map(answer => server.call(`GET /openehr/v1/ehr/${idIn(answer)}`)))
    assert.deepEqual([...new Set(read.map(({ status }) => status))], [200])
    const aql = encodeURIComponent('SELECT e/ehr_id/value FROM EHR e')
    assert.equal((await server.call(`GET /openehr/v1/query/aql?q=${aql}`)).status, 200)
    server.program.child.kill('SIGTERM')
    assert.equal((await server.program.ended).code, 0)
  })

  it('in session mode, settings of a session are in force', async () => {
    const pool = openPool(await startPgBouncer('session'), {
      max: 1,
      applicationName: 'cairn test',
      statementTimeoutMs: 1234,
    })
    const [row] = await pool.query(
      select(`select current_setting('statement_timeout') || current_setting('jit') as value`),
    )
    await pool.close()
    assert.equal(row?.value, '1234msoff')
  })

  for (const mode of ['transaction', 'statement'])
    it(`in ${mode} mode: the server does not start, and says which mode works`, async () => {
      const { code, stderr } = await runProgram(['serve'], {
        CAIRN_PORT: String(await freePort()),
        CAIRN_DATABASE_URL: await startPgBouncer(mode),
        CAIRN_SECRET_KEY: 'a secret key that is long enough for a test',
      }).ended
      assert.equal(code, 1)
      assert.match(stderr, /pooler.*"pool_mode = session"/)
    })
})
