/** `cairn export` and `cairn import`: folders, files and pipes, broken ones, and an import that is killed again and again. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { note } from '../admin/records.ts'
import { cairnIn, PROGRAM, settingsOf, testFolder } from '../cli/program.ts'
import { type RunningServer, testServer } from '../server.ts'
import { ALL, contentOf, makeWorld } from './world.ts'

const folder = testFolder()
const source = await testServer()
const world = await makeWorld(source)
const fromSource = cairnIn(folder, { ...settingsOf(source), CAIRN_SCOPE: ALL })
const into = (server: RunningServer) => cairnIn(folder, { ...settingsOf(server), CAIRN_SCOPE: ALL })

const readJson = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))

async function assertSame(target: RunningServer): Promise<void> {
  for (const ehrId of world.ehrs)
    assert.deepEqual(await contentOf(target, ehrId), await contentOf(source, ehrId))
  assert.deepEqual((await verifyRecords(target.db)).faults, [])
}

describe('cairn export and cairn import', () => {
  it('take a folder with a manifest from one server to another', async () => {
    const exported = await fromSource(['export', 'hospital', '--json'])
    assert.equal(exported.code, 0, exported.err)
    assert.deepEqual(readdirSync(join(folder, 'hospital')), ['manifest.json', 'part-00001.ndjson'])
    const { counts, files, sha256 } = readJson('hospital/manifest.json')
    assert.deepEqual(JSON.parse(exported.out), { record: 'manifest', counts, sha256 })
    assert.equal(files.length, 1)
    assert.match(exported.err, /contributions, [\d,]+ a second/)

    const target = await testServer()
    const imported = await into(target)(['import', 'hospital'])
    assert.equal(imported.code, 0, imported.err)
    assert.match(imported.out, /records added, 0 were there already, 0 rejected/)
    await assertSame(target)
    const again = await into(target)(['import', 'hospital', '--json'])
    const { added, rejected } = JSON.parse(again.out)
    assert.deepEqual([added, rejected], [0, 0])
    assert.equal((await fromSource(['export', 'hospital'])).code, 1, 'a folder that is not empty')
  })

  it('take one file, or a pipe', async () => {
    const [first = ''] = world.ehrs
    const exported = await fromSource(['export', 'one.ndjson', '--ehr', first])
    assert.equal(exported.code, 0, exported.err)
    const target = await testServer()
    assert.equal((await into(target)(['import', 'one.ndjson'])).code, 0)
    assert.deepEqual(await contentOf(target, first), await contentOf(source, first))

    const piped = await fromSource(['export', '-'])
    const other = await testServer()
    const imported = await into(other)(['import', '-'], { input: piped.out })
    assert.equal(imported.code, 0, imported.err)
    await assertSame(other)
  })

  it('refuse an export that was changed, cut off, or is none', async () => {
    assert.equal((await fromSource(['export', 'whole.ndjson'])).code, 0)
    const text = readFileSync(join(folder, 'whole.ndjson'), 'utf8')
    writeFileSync(join(folder, 'changed.ndjson'), text.replace('"deleted"', '"Deleted"'))
    writeFileSync(join(folder, 'cut.ndjson'), text.slice(0, text.length / 2))
    writeFileSync(join(folder, 'other.ndjson'), 'nothing\n')
    const target = await testServer()
    for (const [file, message] of [
      ['changed.ndjson', /was changed since it was exported/],
      ['cut.ndjson', /no complete export/],
      ['other.ndjson', /no complete export/],
      ['missing', /There is no file or folder/],
    ] as const) {
      const ended = await into(target)(['import', file])
      assert.equal(ended.code, 1)
      assert.match(ended.err, message)
    }
  })

  it('leave nothing behind where the server refuses', async () => {
    for (const out of ['refused', 'refused.ndjson']) {
      const ended = await fromSource(['export', out, '--aql', 'SELECT'])
      assert.equal(ended.code, 1)
      assert.match(ended.err, /^expected a path[^\n]+\n$/)
    }
    assert.deepEqual(
      readdirSync(folder).filter(name => name.startsWith('refused')),
      [],
    )
  })

  it('say in one line that a file cannot be written', async () => {
    for (const args of [
      ['export', 'nowhere/one.ndjson'],
      ['aql', 'SELECT e/ehr_id/value AS id FROM EHR e', '--out', 'nowhere/rows.csv'],
    ]) {
      const ended = await fromSource(args)
      assert.equal(ended.code, 1, ended.out)
      assert.match(ended.err, /^\S*nowhere\S+: there is no such file or folder\.\n$/)
    }
  })

  it('write rejected records to a file, each with its line and its reason', async () => {
    assert.equal((await fromSource(['export', 'some.ndjson'])).code, 0)
    const file = join(folder, 'some.ndjson')
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    const bad = lines.findIndex(line => line.includes('by the new template'))
    const changed = lines.map((line, at) =>
      at === bad ? line.replace('by the new template', 'changed') : line,
    )
    rmSync(file)
    appendFileSync(file, `${changed.join('\n')}\n`)
    const target = await testServer()
    const ended = await into(target)(['import', 'some.ndjson', '--no-check'])
    assert.equal(ended.code, 1)
    const rejected = readFileSync(`${file}.rejected.ndjson`, 'utf8').trimEnd().split('\n')
    assert.equal(rejected.length, 1)
    const { line, reason, rejected: record } = JSON.parse(rejected[0] ?? '')
    assert.equal(line, bad + 1)
    assert.match(reason, /does not match its signature/)
    assert.deepEqual(record, JSON.parse(changed[bad] ?? ''))
  })
})

describe('a server that takes less at a time', () => {
  it('is sent less, and what alone is too large is rejected with what to do', async () => {
    assert.equal((await fromSource(['export', 'limits.ndjson'])).code, 0)
    const lines = readFileSync(join(folder, 'limits.ndjson'), 'utf8').split('\n')
    const longest = Math.max(...lines.map(line => Buffer.byteLength(line)))
    const limited = (kilobytes: number) => testServer({ env: { CAIRN_BODY_LIMIT: `${kilobytes}KB` } })
    const enough = await limited(Math.ceil(longest / 1024) + 1)
    const whole = await into(enough)(['import', 'limits.ndjson'])
    assert.equal(whole.code, 0, whole.err)
    await assertSame(enough)

    const less = await limited(Math.floor(longest / 1024) - 1)
    const ended = await into(less)(['import', 'limits.ndjson'])
    assert.equal(ended.code, 1)
    const rejected = readFileSync(join(folder, 'limits.ndjson.rejected.ndjson'), 'utf8').trimEnd().split('\n')
    const tooLarge = rejected
      .map(line => JSON.parse(line))
      .filter(({ reason }) => /CAIRN_BODY_LIMIT/.test(reason))
    assert.ok(tooLarge.length > 0)
    for (const { line, rejected: record } of tooLarge)
      assert.equal(JSON.stringify(record), JSON.stringify(JSON.parse(lines[line - 1] ?? '')))
  })
})

describe('an import that is killed', () => {
  it('loses nothing and adds nothing twice, ten times', async () => {
    const ehrId = await world.records.ehr()
    const version = (says: string) => ({
      data: note(says),
      lifecycle_state: '532',
      commit_audit: { change_type: '249', committer: { name: 'Dr A' } },
    })
    const audit = { change_type: '249', committer: { name: 'Dr A' } }
    for (let at = 0; at < 150; at++) {
      const versions = [version(`a ${at}`), version(`b ${at}`)]
      const made = await world.records.call(`POST /ehr/${ehrId}/contribution`, { audit, versions })
      assert.equal(made.status, 201, made.text)
    }
    assert.equal((await fromSource(['export', 'large'])).code, 0)
    const target = await testServer()
    const { PATH = '' } = process.env
    const env = { PATH, HOME: folder, ...settingsOf(target), CAIRN_SCOPE: ALL }
    const args = [PROGRAM, 'import', 'large', '--batch', '15000']
    const progress = join(folder, 'large', 'import.progress.json')
    const offset = () => (existsSync(progress) ? JSON.parse(readFileSync(progress, 'utf8')).offset : 0)
    for (let kill = 0; kill < 10; kill++) {
      const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore' })
      const ended = once(child, 'exit')
      const before = offset()
      while (child.exitCode === null && offset() === before) await sleep(2)
      await sleep(Math.random() * 30)
      child.kill('SIGKILL')
      await ended
    }
    const last = await into(target)(['import', 'large', '--batch', '15000', '--json'])
    assert.equal(last.code, 0, last.err)
    assert.equal(JSON.parse(last.out).rejected, 0)
    await assertSame(target)
    assert.deepEqual(await contentOf(target, ehrId), await contentOf(source, ehrId))
    assert.equal(existsSync(progress), false)
  })
})
