/** The first minute of a production server: what it says about clients, its port and its log. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabase } from '../database.ts'
import { freePort } from '../server.ts'
import { notBuilt, runProgram } from './program.ts'

const { url } = await testDatabase()
const port = await freePort()
const settings = {
  CAIRN_ENV: 'production',
  CAIRN_PORT: String(port),
  CAIRN_BASE_URL: `http://localhost:${port}`,
  CAIRN_DATABASE_URL: url,
  CAIRN_SECRET_KEY: 'a secret key that is long enough for a test',
  CAIRN_TRUSTED_PROXIES: 'loopback',
  CAIRN_DATABASE_DURABILITY: 'warn',
  CAIRN_LOG_FORMAT: 'text',
}

const run = (args: readonly string[], more = {}) =>
  runProgram(args, { ...settings, ...more }, { built: true })

describe('a production server without clients', { skip: notBuilt }, () => {
  const server = run(['serve'])

  it('says how to create one, on readable lines', async () => {
    await server.says(' ready ')
    const { stdout } = server.output()
    assert.match(
      stdout,
      /warn {2}no client is registered, .*run "cairn client create --name 'My app' --scopes api\.read,api\.write"/,
    )
    assert.doesNotMatch(stdout, /secret {2}|"msg"/)
  })

  it('names the setting of a port that is in use', async () => {
    const { code, stderr } = await run(['serve']).ended
    assert.equal(code, 1)
    assert.equal(
      stderr,
      `Port ${port} on 127.0.0.1 is in use by another program: stop it, or set CAIRN_PORT to another port.\n`,
    )
    const admin = await run(['serve'], {
      CAIRN_PORT: String(await freePort()),
      CAIRN_ADMIN_PORT: String(port),
    }).ended
    assert.match(admin.stderr, /set CAIRN_ADMIN_PORT to another port\.\n$/)
  })

  it('does not say it once there is one, and writes JSON where nobody looks', async () => {
    const made = await run(['client', 'create', '--name', 'x', '--scopes', 'api.read']).ended
    assert.equal(made.code, 0, made.stderr)
    server.child.kill('SIGTERM')
    await server.ended
    const again = run(['serve'], { CAIRN_LOG_FORMAT: '' })
    await again.says('"msg":"ready"')
    assert.doesNotMatch(again.output().stdout, /no client is registered/)
    again.child.kill('SIGTERM')
    assert.equal((await again.ended).code, 0)
  })
})
