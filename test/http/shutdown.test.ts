/** Starting and stopping as an operator sees it: signals, requests under way, and sentences for what is wrong. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkedVault } from '../../packages/server/src/auth/index.ts'
import { openInstallation } from '../../packages/server/src/commands/installation.ts'
import { StartError, sql } from '../../packages/server/src/db/index.ts'
import { readConfig } from '../../packages/server/src/settings/config.ts'
import { testDatabase } from '../database.ts'
import { freePort } from '../server.ts'
import { notBuilt, runProgram } from './program.ts'

const { url: databaseUrl, database } = await testDatabase()
const SECRET = 'a secret key that is long enough for a test'
const CLIENT_SECRET = 'the secret of the first client of this test'

const port = await freePort()
const settings = {
  CAIRN_PORT: String(port),
  CAIRN_DATABASE_URL: databaseUrl,
  CAIRN_SECRET_KEY: SECRET,
  CAIRN_BOOTSTRAP_CLIENT_ID: 'first',
  CAIRN_BOOTSTRAP_CLIENT_SECRET: CLIENT_SECRET,
}

/** Milliseconds after which a program that should have stopped is taken to hang. */
const ENDS = 60_000

describe('SIGTERM', () => {
  it('that arrives twice at once, as npm passes signals on, still stops cleanly', {
    skip: notBuilt,
  }, async () => {
    const port = String(await freePort())
    // Built: the loader of sources handles signals itself.
    const program = runProgram(['serve'], { ...settings, CAIRN_PORT: port }, { built: true })
    await program.says('"msg":"ready"')
    program.child.kill('SIGTERM')
    program.child.kill('SIGTERM')
    const { code, stdout } = await program.ended
    assert.equal(code, 0)
    assert.match(stdout, /"msg":"stopped"/)
  })

  it('lets a request under way end, refuses new ones, writes the trail, and exits with 0', {
    timeout: ENDS,
  }, async () => {
    const program = runProgram(['serve'], settings)
    await program.says('"msg":"ready"')
    const body = `grant_type=client_credentials&audience=${encodeURIComponent(`http://localhost:${port}/openehr/v1`)}`
    const head = [
      'POST /oauth/token HTTP/1.1',
      `Host: localhost:${port}`,
      `Authorization: Basic ${btoa(`first:${CLIENT_SECRET}`)}`,
      'Content-Type: application/x-www-form-urlencoded',
      'X-Request-Id: under-way',
      `Content-Length: ${body.length}`,
    ].join('\r\n')

    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', data => {
      answer += data
    })
    const closed = new Promise<void>((done, failed) => socket.on('close', () => done()).on('error', failed))
    socket.write(`${head}\r\n\r\n${body.slice(0, 10)}`)
    const idle = connect(port, '127.0.0.1')
    const idleClosed = new Promise<void>(done => idle.on('close', () => done()).on('error', () => {}))
    await sleep(300)

    program.child.kill('SIGTERM')
    await program.says('"msg":"stopping"')
    await sleep(200)
    await assert.rejects(fetch(`http://127.0.0.1:${port}/health/live`), 'nobody new is let in')
    socket.write(body.slice(10))
    await closed
    await idleClosed
    assert.match(answer, /^HTTP\/1\.1 200 OK/)
    assert.match(answer, /"access_token":"/)

    const { code, stdout, stderr } = await program.ended
    assert.equal(code, 0, stderr)
    assert.match(stdout.trim().split('\n').at(-1) ?? '', /"msg":"stopped"/)
    assert.equal(stderr, '')
    assert.ok(!stdout.includes(CLIENT_SECRET) && !stdout.includes(SECRET) && !stdout.includes(databaseUrl))

    const text = "select status from cairn.audit_event where request_id = 'under-way'"
    assert.deepEqual(await database.query(sql<{ status: number }>({ name: 'test.trail', text })), [
      { status: 200 },
    ])
  })

  it('cuts off what does not end within the grace; and meanwhile, nobody else gets the port', {
    timeout: ENDS,
  }, async () => {
    // No other limit ends the request before the test fails.
    const limits = { CAIRN_SHUTDOWN_GRACE_MS: '300', CAIRN_REQUEST_TIMEOUT_MS: '600000' }
    const program = runProgram(['serve'], { ...settings, ...limits })
    await program.says('"msg":"ready"')
    const second = await runProgram(['serve'], settings).ended
    assert.equal(second.code, 1)
    assert.match(second.stderr, new RegExp(`^Port ${port} .* in use .*\\n$`))

    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\nx',
    )
    await sleep(300)
    program.child.kill('SIGINT')
    const { code } = await program.ended
    assert.equal(code, 0)
  })
})

describe('a start that cannot be', () => {
  it('because settings are wrong: all of them at once, without their secrets, and no stack', async () => {
    const { code, stderr } = await runProgram(['serve'], {
      CAIRN_PORT: 'eighty',
      CAIRN_ENV: 'production',
      CAIRN_AUTH: 'off',
      CAIRN_SECRET_KEY: 'short-secret',
      CAIRN_DATABASE_URL: 'mysql://user:password-4711@host/db',
    }).ended
    assert.equal(code, 1)
    for (const name of ['CAIRN_PORT', 'CAIRN_AUTH', 'CAIRN_SECRET_KEY', 'CAIRN_DATABASE_URL'])
      assert.match(stderr, new RegExp(`^ {2}${name}: `, 'm'))
    for (const secret of ['short-secret', 'password-4711']) assert.ok(!stderr.includes(secret))
    assert.doesNotMatch(stderr, / {4}at /)
  })

  it('because the secret key is another one: one sentence', async () => {
    const other = checkedVault(database, 'another secret key, as long as the first was')
    await assert.rejects(other, (error: unknown) => {
      assert.ok(error instanceof StartError)
      assert.match(error.message, /^The secret key \(CAIRN_SECRET_KEY, .*\) is not the one .*\.$/)
      return true
    })
  })

  it('because the database is not there: one sentence, without its password', async () => {
    const { config } = readConfig({
      ...settings,
      CAIRN_DATABASE_URL: 'postgresql://user:password-4711@127.0.0.1:9/cairn',
    })
    const opened = openInstallation(config, { alone: true, log: () => {} })
    await assert.rejects(opened, (error: unknown) => {
      assert.ok(error instanceof StartError)
      assert.ok(!error.message.includes('password-4711') && !error.message.includes('\n'), error.message)
      return true
    })
  })
})
