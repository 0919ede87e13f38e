/** `npm run release`: every file names the new version, the changelog has a part of its own, and there is a tag. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { type Manifest, PACKAGES, ROOT } from './published.ts'

const folder = mkdtempSync(join(tmpdir(), 'cairn-release-'))
after(() => rmSync(folder, { recursive: true }))

const FILES = [
  'package.json',
  'package-lock.json',
  '.gitignore',
  'examples/ward/package.json',
  'deploy/kubernetes/deployment.yaml',
  'deploy/helm/cairn/Chart.yaml',
  'deploy/helm/cairn/values.yaml',
  ...PACKAGES.map(name => `packages/${name}/package.json`),
]
for (const file of FILES) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  cpSync(join(ROOT, file), join(folder, file))
}
writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n### Added\n- This.\n')
writeFileSync(join(folder, 'UPGRADING.md'), '# Upgrading\n\n### Unreleased\n')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
git('init', '--quiet')
git('config', 'user.name', 'A maintainer')
git('config', 'user.email', 'maintainer@example.org')
const commit = () => {
  git('add', '--all')
  git('commit', '--quiet', '--message', 'a change')
}
commit()

const script = join(ROOT, 'scripts/release.ts')
const release = (version: string) =>
  spawnSync(process.execPath, ['--import', import.meta.resolve('tsx'), script, version], {
    cwd: folder,
    encoding: 'utf8',
  })

describe('npm run release', () => {
  it('wants a version, notes for operators, and a clean tree', () => {
    assert.match(release('next').stderr, /not a version of SEMVER/)
    assert.match(release('0.0.1').stderr, /not newer/)
    assert.match(release('7.0.0').stderr, /UPGRADING\.md has no notes for 7\.0\.0/)
    writeFileSync(join(folder, 'UPGRADING.md'), `${read('UPGRADING.md')}\n### 7.0.0\n\nNothing.\n`)
    assert.match(release('7.0.0').stderr, /Commit or put away/)
  })

  it('sets the version everywhere, closes the changelog, and tags', () => {
    commit()
    const { status, stderr, stdout } = release('7.0.0')
    assert.equal(status, 0, stderr)
    for (const name of PACKAGES) assert.ok(stdout.includes(`\n  cairn-ehr-${name}-7.0.0.tgz\n`), stdout)
    assert.match(stdout, /\n {2}npm install \S+\/release\/\*\.tgz && npx cairn serve\n/)
    const server = JSON.parse(read('packages/server/package.json')) as Manifest
    const ours = Object.entries({ ...server.dependencies, ...server.peerDependencies }).filter(([name]) =>
      name.startsWith(server.name.split('/')[0] ?? ''),
    )
    assert.deepEqual(
      [server.version, ...ours.map(([, range]) => range)],
      ['7.0.0', '7.0.0', '7.0.0', '7.0.0', '7.0.0'],
    )
    const lock = JSON.parse(read('package-lock.json'))
    assert.deepEqual([lock.version, lock.packages['packages/cli'].version], ['7.0.0', '7.0.0'])
    assert.equal(lock.packages['node_modules/fastify'].version[0], '5')
    assert.match(read('deploy/kubernetes/deployment.yaml'), /image: cairn:7\.0\.0/)
    assert.match(read('deploy/helm/cairn/Chart.yaml'), /^version: 7\.0\.0\nappVersion: 7\.0\.0$/m)
    assert.match(read('CHANGELOG.md'), /## Unreleased\n\n## 7\.0\.0 — \d{4}-\d\d-\d\d\n\n### \w+\n/)
    assert.equal(git('describe', '--exact-match').trim(), 'v7.0.0')
    assert.equal(git('status', '--porcelain'), '')
  })

  it('does not release what is not there', () => {
    writeFileSync(join(folder, 'UPGRADING.md'), `${read('UPGRADING.md')}\n### 7.0.1\n\nNothing.\n`)
    commit()
    assert.match(release('7.0.1').stderr, /nothing under "Unreleased"/)
    assert.match(release('7.0.0').stderr, /not newer/)
  })
})
