/** The secret key of an installation is replaced by another: secrets, tokens and signatures stay good. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { checkedVault, replaceSecretKey } from '../../packages/server/src/auth/index.ts'
import { openSigner, resealRecordKeys } from '../../packages/server/src/versions/index.ts'
import { testFolder } from '../cli/program.ts'
import { runProgram } from '../http/program.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { askToken } from './token-request.ts'

const NEXT = 'another secret key that is long enough for a test'

const run = async (env: Readonly<Record<string, string>>) => {
  const settings = { CAIRN_DATABASE_URL: server.databaseUrl, CAIRN_LOG_LEVEL: 'silent', ...env }
  return runProgram(['key', 'replace-secret'], settings).ended
}

const server = await testServer()

describe('replacing the secret key', () => {
  it('needs the new key, and the one that is in force', async () => {
    const missing = await run({ CAIRN_SECRET_KEY: SECRET_KEY })
    assert.match(missing.stderr, /CAIRN_NEW_SECRET_KEY is missing/)
    assert.equal(missing.code, 1)
    const wrong = await run({ CAIRN_SECRET_KEY: NEXT, CAIRN_NEW_SECRET_KEY: SECRET_KEY })
    assert.match(wrong.stderr, /not the one that this database was set up with/)
  })

  it('keeps secrets of clients, tokens and signing keys, also when it is replaced again', async () => {
    const basic = `${server.client.id}:${server.client.secret}`
    const { jwks } = await openSigner(server.db, await checkedVault(server.db, SECRET_KEY))
    const before = await server.token('api.read')
    const done = await run({ CAIRN_SECRET_KEY: SECRET_KEY, CAIRN_NEW_SECRET_KEY: NEXT })
    assert.equal(done.code, 0, done.stderr)
    await assert.rejects(checkedVault(server.db, SECRET_KEY), /CAIRN_SECRET_KEY/)

    // The server runs on with what it has in memory.
    assert.equal((await askToken(server, { basic })).status, 200)

    await replaceSecretKey(server.db, NEXT, `${NEXT} once more`, [resealRecordKeys])
    const restarted = await testServer({
      beside: server,
      secretKey: `${NEXT} once more`,
      env: { CAIRN_BASE_URL: server.url },
    })
    const { access_token } = (
      await askToken(restarted, { basic, form: { audience: `${server.url}/openehr/v1` } })
    ).json()
    assert.equal(typeof access_token, 'string')
    const path = 'GET /openehr/v1/definition/template/adl1.4'
    const call = (token: string) => restarted.call(path, { headers: { Authorization: `Bearer ${token}` } })
    assert.equal((await call(access_token)).status, 200)
    assert.equal((await server.call(path, { headers: { Authorization: `Bearer ${before}` } })).status, 200)
    const { keys } = (await restarted.call('GET /.well-known/jwks.json')).json()
    for (const { kid } of jwks) assert.ok(keys.some((key: { kid: string }) => key.kid === kid))
  })
})

describe('a secret key that is lost', () => {
  const folder = testFolder()
  const file = join(folder, 'secret.key')
  const serve = () =>
    runProgram(['serve'], { CAIRN_DATABASE_URL: server.databaseUrl, CAIRN_DATA_DIR: folder }).ended

  it('is not replaced by another: the start says what to do', async () => {
    const { code, stderr } = await serve()
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^The secret key \S+secret\.key is missing, and the database was set up with it: .*\n$/,
    )
    assert.ok(!existsSync(file))
  })

  it('is not written into an empty file either', async () => {
    writeFileSync(file, '')
    assert.match((await serve()).stderr, /^The secret key \S+secret\.key is empty: .*\n$/)
    assert.equal(readFileSync(file, 'utf8'), '')
  })
})
