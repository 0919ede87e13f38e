/** docs/guides/backup.md, followed word for word: a base backup and WAL bring the database back to a random moment inside a write storm. */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool, sql } from '../../packages/server/src/db/index.ts'
import { becomes } from '../eventually.ts'
import { programServer } from '../program-server.ts'
import { bloodPressure, bloodPressureOpt } from '../records.ts'
import { freePort, SECRET_KEY } from '../server.ts'
import { guideIn, type User } from './guide.ts'

const TOOLS = ['initdb', 'postgres', 'pg_basebackup', 'pg_dump', 'pg_restore']

/** Folders of the path, and where Debian keeps the programs of PostgreSQL. */
function folderOfTools(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map(version => join(debian, version, 'bin')) : []
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...versions]
  return folders.find(folder => TOOLS.every(tool => existsSync(join(folder, tool))))
}

const bin = folderOfTools()
/** `nobody`, where the test runs as root. */
const user: User = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

const text = (statement: string) =>
  sql<Record<string, unknown>>({ name: 'test.pitr', text: statement, prepare: false })

it('loses nothing that was acknowledged before the moment, and verifies', {
  skip: bin ? false : `none of the folders of the path has ${TOOLS.join(', ')}`,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-pitr-'))
  chmodSync(folder, 0o755)
  const [data, archive, baseBackup, restored] = ['data', 'archive', 'base', 'restored'].map(name =>
    join(folder, name),
  ) as [string, string, string, string]
  const running: { kill(): Promise<void> }[] = []
  after(async () => {
    for (const each of running) await each.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  mkdirSync(archive)
  if (user.uid !== undefined) for (const each of [folder, archive]) lchownSync(each, user.uid, user.gid ?? 0)
  const run = (tool: string, args: readonly string[]) =>
    execFileSync(join(bin ?? '', tool), args, {
      ...user,
      cwd: folder,
      env: { HOME: folder, LANG: 'C' },
      stdio: 'pipe',
    })

  const startPostgres = async (dataFolder: string) => {
    const port = await freePort()
    const args = ['-D', dataFolder, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1']
    const child = spawn(join(bin ?? '', 'postgres'), args, { ...user, cwd: folder, stdio: 'ignore' })
    const ended = new Promise<void>(done => child.on('exit', () => done()))
    const kill = async () => {
      child.kill('SIGINT')
      await ended
    }
    running.push({ kill })
    const url = `postgres://cairn@127.0.0.1:${port}/postgres`
    const db = openPool(url, { max: 1, applicationName: 'cairn test', waitMs: 1000 })
    const isUp = () =>
      db.query(text('select not pg_is_in_recovery() as up')).then(
        ([row]) => row?.['up'] === true,
        () => false,
      )
    assert.ok(await becomes(isUp), 'PostgreSQL starts')
    return { url, db, kill }
  }

  run('initdb', ['-D', data, '-U', 'cairn', '--auth=trust', '--encoding=UTF8', '--locale=C'])
  const base = {
    CAIRN_SECRET_KEY: SECRET_KEY,
    ARCHIVE: archive,
    PGDATA: data,
    BASE_BACKUP: baseBackup,
    RESTORED: restored,
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
  }
  const guide = guideIn({ page: 'docs/guides/backup.md', folder, env: {}, user })
  const follow = async (name: string, more: Readonly<Record<string, string>> = {}) => {
    const { code, out } = await guide(name, { ...base, PATH: `${join(folder, 'bin')}:${base.PATH}`, ...more })
    assert.equal(code, 0, out)
    return out
  }
  await follow('archive')
  const first = await startPostgres(data)
  const server = await programServer({ CAIRN_DATABASE_URL: first.url })
  const post = (path: string, type: string, body?: string) =>
    server.call(
      `POST /openehr/v1${path}`,
      body === undefined ? {} : { headers: { 'Content-Type': type }, body },
    )
  assert.equal((await post('/definition/template/adl1.4', 'application/xml', bloodPressureOpt())).status, 201)
  const ehrId = ((await post('/ehr', '')).headers.get('etag') ?? '').replaceAll('"', '')

  const acknowledged: { readonly uid: string; readonly at: number }[] = []
  let isStorming = true
  const body = JSON.stringify(bloodPressure())
  const storm = Array.from({ length: 4 }, async () => {
    while (isStorming) {
      const answer = await post(`/ehr/${ehrId}/composition`, 'application/json', body)
      if (answer.status === 201)
        acknowledged.push({ uid: (answer.headers.get('etag') ?? '').replaceAll('"', ''), at: Date.now() })
    }
  })
  assert.ok(await becomes(() => acknowledged.length > 20))
  await follow('base-backup', { CAIRN_DATABASE_URL: first.url })
  await sleep(200 + Math.random() * 1500)
  const moment = Date.now()
  const before = acknowledged.length
  assert.ok(await becomes(() => acknowledged.length > before + 50))
  isStorming = false
  await Promise.all(storm)
  server.program.child.kill('SIGTERM')
  await server.program.ended
  const [{ name } = {}] = await first.db.query(text('select pg_walfile_name(pg_switch_wal()) as name'))
  assert.ok(await becomes(() => existsSync(join(archive, String(name)))), 'the last WAL is archived')
  await first.db.close()
  await first.kill()

  await follow('restore-moment', {
    MOMENT: new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00'),
  })
  const second = await startPostgres(restored)
  const found = await second.db.query(text('select object_id::text as id from cairn.version'))
  const ids = new Set(found.map(row => row['id']))
  const told = acknowledged.filter(({ at }) => at <= moment)
  assert.ok(told.length > 20 && told.length < acknowledged.length)
  assert.deepEqual(
    told.filter(({ uid }) => !ids.has(uid.split('::')[0])),
    [],
  )
  assert.ok(!ids.has(acknowledged.at(-1)?.uid.split('::')[0]), 'what came after the moment is not there')
  assert.match(await follow('verify', { CAIRN_DATABASE_URL: second.url }), /all as they were committed/)
  await second.db.execute(text('create database copied'))
  const urls = { CAIRN_DATABASE_URL: second.url, NEW_DATABASE_URL: second.url.replace(/postgres$/, 'copied') }
  await follow('dump', urls)
  assert.match(await follow('restore-dump', urls), /all as they were committed/)
  await second.db.close()
})
