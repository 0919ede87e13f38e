/** Before the program starts: a Node that is too old is told so, and a build of the same files is not made again. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { notBuilt } from '../http/program.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'cairn-prepare-'))
after(() => rmSync(folder, { recursive: true }))

describe('a Node that is too old', () => {
  const pretend = join(folder, 'pretend.cjs')
  const versions =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.2.1' } })"
  writeFileSync(pretend, versions)

  const ENTRIES = ['packages/cli/bin/cairn.cjs', 'scripts/prepare.cjs', 'packages/server/dist/main.js']
  for (const entry of ENTRIES)
    it(`is told so in one sentence by ${entry}`, { skip: entry.includes('dist/') && notBuilt }, () => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['--require', pretend, join(ROOT, entry), '--help'],
        { encoding: 'utf8' },
      )
      assert.deepEqual([status, stdout], [1, ''])
      assert.match(stderr, /^Cairn needs Node 20\.19 or newer, and this is 20\.2\.1: \S+ has newer ones\.\n$/)
    })

  it('can read the files that tell it', () => {
    for (const file of [
      'packages/cli/bin/cairn.cjs',
      'scripts/prepare.cjs',
      'packages/server/node-version.cjs',
    ])
      assert.doesNotMatch(
        readFileSync(join(ROOT, file), 'utf8'),
        /\?\?|\?\.|\bimport\b|\basync\b|node:/,
        file,
      )
  })
})

describe('npm start', () => {
  const copy = join(folder, 'copy')
  const built = join(copy, 'dist/built.txt')
  const source = join(copy, 'packages/server/src/main.ts')

  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  const prepared = (): number => {
    const { status, stderr } = spawnSync(process.execPath, [join(copy, 'scripts/prepare.cjs')], {
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr)
    return readFileSync(built, 'utf8').length
  }

  it('builds when something has changed, and only then', () => {
    for (const file of [
      'scripts/prepare.cjs',
      'scripts/build-if-changed.cjs',
      'packages/server/node-version.cjs',
    ])
      cpSync(join(ROOT, file), join(copy, file), { recursive: true })
    cpSync(join(ROOT, 'packages/server/package.json'), join(copy, 'packages/server/package.json'))
    for (const name of ['typescript', 'tsx', 'vite'])
      put(join(copy, 'node_modules', name, 'package.json'), '{}')
    for (const file of ['server/dist/main.js', 'cli/dist/main.js', 'console/dist/index.html'])
      put(join(copy, 'packages', file), '')
    put(join(copy, 'package.json'), JSON.stringify({ scripts: { build: 'printf b >> dist/built.txt' } }))
    put(built, '')
    put(source, 'export {}')

    assert.equal(prepared(), 1)
    assert.equal(prepared(), 1)
    utimesSync(source, new Date(0), new Date(0))
    assert.equal(prepared(), 1)
    put(source, 'export const one = 1')
    assert.equal(prepared(), 2)
    rmSync(join(copy, 'packages/server/dist/main.js'))
    assert.equal(prepared(), 3)
  })
})
