/** The files of a release: every version in them, and the parts of changelog and notes that it closes. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { releasedFiles } from '../../scripts/release/files.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const packages = readdirSync(join(ROOT, 'packages'))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const filesOf = (changelog: string, upgrading: string, version = '9.0.0') =>
  releasedFiles(
    path => (path === 'CHANGELOG.md' ? changelog : path === 'UPGRADING.md' ? upgrading : read(path)),
    { version, date: '2030-01-02', packages },
  )

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- new\n\n## 8.0.0 — 2029-01-01\n\n- old\n'
const UPGRADING = '# Upgrading\n\n### Unreleased\n\nDo this.\n\n### 8.0.0\n\nDid that.\n'

describe('a release', () => {
  it('sets its version in every manifest, and in what they need of each other', () => {
    const files = filesOf(CHANGELOG, UPGRADING)
    const manifests = ['', 'examples/ward/', ...packages.map(name => `packages/${name}/`)]
    for (const folder of manifests) {
      const text = files.get(`${folder}package.json`) ?? ''
      assert.equal(JSON.parse(text).version, '9.0.0', folder)
      for (const [, range] of text.matchAll(/"@cairn-ehr\/\w+": "(.*)"/g))
        assert.equal(range, '9.0.0', folder)
    }
    const { version } = JSON.parse(read('package.json'))
    const lock = JSON.parse(files.get('package-lock.json') ?? '')
    for (const folder of manifests)
      assert.equal(lock.packages[folder.replace(/\/$/, '')].version, '9.0.0', `${folder} was ${version}`)
  })

  it('closes the parts of the changelog and of the notes that are not released', () => {
    const files = filesOf(CHANGELOG, UPGRADING)
    assert.equal(
      files.get('CHANGELOG.md'),
      '# Changelog\n\n## Unreleased\n\n## 9.0.0 — 2030-01-02\n\n- new\n\n## 8.0.0 — 2029-01-01\n\n- old\n',
    )
    assert.match(
      files.get('UPGRADING.md') ?? '',
      /### Unreleased\n\n### 9\.0\.0\n\nDo this\.\n\n### 8\.0\.0\n/,
    )
  })

  it('adds to a part of its version that is written already', () => {
    const files = filesOf(CHANGELOG, UPGRADING, '8.0.0')
    assert.equal(
      files.get('CHANGELOG.md'),
      '# Changelog\n\n## Unreleased\n\n## 8.0.0 — 2030-01-02\n\n- old\n\n- new\n',
    )
  })

  it('needs something to release, and notes for operators', () => {
    assert.throws(() => filesOf('## Unreleased\n\n## 8.0.0\n', UPGRADING), /nothing under "Unreleased"/)
    assert.throws(() => filesOf(CHANGELOG, '### Unreleased\n\n### 8.0.0\n'), /UPGRADING\.md has no notes/)
  })
})

it('every manifest has the same version now', () => {
  const { version } = JSON.parse(read('package.json'))
  for (const name of packages)
    assert.equal(JSON.parse(read(`packages/${name}/package.json`)).version, version)
  assert.equal(JSON.parse(read('examples/ward/package.json')).version, version)
  assert.match(read('deploy/kubernetes/deployment.yaml'), new RegExp(`image: cairn:${version}\\b`))
  assert.match(read('CHANGELOG.md'), new RegExp(`^## ${version} — \\d{4}-\\d\\d-\\d\\d$`, 'm'))
})
