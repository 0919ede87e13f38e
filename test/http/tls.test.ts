/** TLS without a proxy: versions, cookies that only go over https, a certificate that is renewed while the server runs. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { connect, type SecureVersion } from 'node:tls'
import { readConfig } from '../../packages/server/src/settings/config.ts'
import { testDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { freePort, SECRET_KEY, testServer } from '../server.ts'
import { runProgram } from './program.ts'

/** For servers that run as programs. */
const { url: databaseUrl } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'cairn-tls-'))
after(() => rmSync(folder, { recursive: true }))

function makeCertificate(name: string): boolean {
  const made = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.crt`)]
  const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  try {
    execFileSync('openssl', ['req', ...options, '-subj', `/CN=${name}`, ...made], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const skip = ['first', 'second'].every(makeCertificate) ? false : 'there is no openssl on this machine'

interface Answered {
  readonly status: number
  readonly cookies: readonly string[]
  readonly hsts: string | undefined
}

const get = (port: number, path: string): Promise<Answered> =>
  new Promise((done, failed) => {
    const sent = request(
      { host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false },
      answer => {
        answer.resume()
        const { 'set-cookie': cookies = [], 'strict-transport-security': hsts } = answer.headers
        done({ status: answer.statusCode ?? 0, cookies, hsts: hsts?.toString() })
      },
    )
    sent.on('error', failed).end()
  })

/** The name in the certificate and the version that was agreed on; undefined if there was no agreement. */
const agree = (
  port: number,
  version?: SecureVersion,
  suites?: string,
): Promise<{ name: string; version: string } | undefined> =>
  new Promise(done => {
    const versions = version === undefined ? {} : { minVersion: version, maxVersion: version }
    const offered = version === 'TLSv1.1' ? 'DEFAULT@SECLEVEL=0' : suites
    const ciphers = offered === undefined ? {} : { ciphers: offered }
    const socket = connect(
      { port, host: '127.0.0.1', rejectUnauthorized: false, ...versions, ...ciphers },
      () => {
        done({ name: String(socket.getPeerCertificate().subject.CN), version: socket.getProtocol() ?? '' })
        socket.destroy()
      },
    )
    socket.on('error', () => done(undefined))
  })

describe('TLS', { skip }, async () => {
  const files = { CAIRN_TLS_CERT: join(folder, 'live.crt'), CAIRN_TLS_KEY: join(folder, 'live.key') }
  const use = (name: string) => {
    copyFileSync(join(folder, `${name}.crt`), files.CAIRN_TLS_CERT)
    copyFileSync(join(folder, `${name}.key`), files.CAIRN_TLS_KEY)
  }

  it('is spoken in 1.2 and 1.3, and in nothing older; cookies are for https and this host alone', async () => {
    use('first')
    const port = await freePort()
    await testServer({ env: { CAIRN_PORT: String(port), ...files } })
    assert.equal((await agree(port, 'TLSv1.2'))?.version, 'TLSv1.2')
    assert.equal((await agree(port, 'TLSv1.3'))?.version, 'TLSv1.3')
    assert.equal(await agree(port, 'TLSv1.1'), undefined)
    const { status, cookies, hsts } = await get(port, '/auth/sign-in')
    assert.equal(status, 200)
    assert.match(cookies[0] ?? '', /^__Host-cairn-browser=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure/)
    assert.match(hsts ?? '', /max-age=31536000/)
  })

  it('is spoken in 1.2 without CBC, whatever the client offers, after a renewal too', async () => {
    use('first')
    const port = await freePort()
    const program = runProgram(['serve'], {
      CAIRN_PORT: String(port),
      CAIRN_DATABASE_URL: databaseUrl,
      CAIRN_SECRET_KEY: SECRET_KEY,
      ...files,
    })
    const CBC = [
      'ECDHE-ECDSA-AES128-SHA256',
      'ECDHE-ECDSA-AES256-SHA384',
      'ECDHE-ECDSA-AES128-SHA',
      'ECDHE-ECDSA-AES256-SHA',
    ]
    const GCM = [
      'ECDHE-ECDSA-AES128-GCM-SHA256',
      'ECDHE-ECDSA-AES256-GCM-SHA384',
      'ECDHE-ECDSA-CHACHA20-POLY1305',
    ]
    const check = async () => {
      for (const suite of CBC) assert.equal(await agree(port, 'TLSv1.2', suite), undefined, suite)
      for (const suite of GCM) assert.equal((await agree(port, 'TLSv1.2', suite))?.version, 'TLSv1.2', suite)
      assert.equal((await agree(port, 'TLSv1.3'))?.version, 'TLSv1.3')
    }
    try {
      await program.says('"ready"')
      await check()
      use('second')
      program.child.kill('SIGHUP')
      await eventually('the new certificate', async () => (await agree(port))?.name === 'second')
      await check()
    } finally {
      program.child.kill('SIGTERM')
      await program.ended
    }
  })

  it('takes a renewed certificate at SIGHUP, and keeps the one before if the new one cannot be used', async () => {
    use('first')
    const port = await freePort()
    const program = runProgram(['serve'], {
      CAIRN_PORT: String(port),
      CAIRN_DATABASE_URL: databaseUrl,
      CAIRN_SECRET_KEY: SECRET_KEY,
      ...files,
    })
    try {
      await program.says('"ready"')
      assert.equal((await agree(port))?.name, 'first')
      use('second')
      program.child.kill('SIGHUP')
      await eventually('the new certificate', async () => (await agree(port))?.name === 'second')
      writeFileSync(files.CAIRN_TLS_CERT, 'nonsense')
      program.child.kill('SIGHUP')
      await program.says('the previous one stays in use')
      assert.equal((await agree(port))?.name, 'second')
    } finally {
      program.child.kill('SIGTERM')
      await program.ended
    }
  })

  it('needs both files, and files that can be used', async () => {
    assert.throws(() => readConfig({ CAIRN_TLS_CERT: 'x.crt' }), /CAIRN_TLS_CERT and CAIRN_TLS_KEY: set both/)
    const wrong = { CAIRN_TLS_CERT: join(folder, 'first.crt'), CAIRN_TLS_KEY: join(folder, 'second.key') }
    await assert.rejects(testServer({ env: wrong }), /CAIRN_TLS_CERT and CAIRN_TLS_KEY cannot be used/)
  })

  it('needs a key in production that not every user of the machine can read', async () => {
    const [cert, key] = [join(folder, 'open.crt'), join(folder, 'open.key')]
    copyFileSync(join(folder, 'first.crt'), cert)
    copyFileSync(join(folder, 'first.key'), key)
    const start = async () => {
      const port = String(await freePort())
      return runProgram(['serve'], {
        CAIRN_ENV: 'production',
        CAIRN_DATABASE_DURABILITY: 'warn',
        CAIRN_PORT: port,
        CAIRN_DATABASE_URL: databaseUrl,
        CAIRN_SECRET_KEY: SECRET_KEY,
        CAIRN_TLS_CERT: cert,
        CAIRN_TLS_KEY: key,
      })
    }
    chmodSync(key, 0o644)
    const refused = await (await start()).ended
    assert.equal(refused.code, 1)
    assert.match(refused.stderr + refused.stdout, /every user of this machine can read .*open\.key/)
    chmodSync(key, 0o640)
    const taken = await start()
    await taken.says('"msg":"ready"')
    taken.child.kill('SIGTERM')
    assert.equal((await taken.ended).code, 0)
  })
})

it('production without TLS and without a proxy says so at its start', async () => {
  const settings = {
    CAIRN_ENV: 'production',
    CAIRN_DATABASE_DURABILITY: 'warn',
    CAIRN_PORT: String(await freePort()),
    CAIRN_DATABASE_URL: databaseUrl,
    CAIRN_SECRET_KEY: SECRET_KEY,
  }
  const program = runProgram(['serve'], settings)
  try {
    await program.says('are sent unencrypted')
  } finally {
    program.child.kill('SIGTERM')
    await program.ended
  }
})
