/** docs/guides/backup.md, followed word for word: a base backup and WAL bring the database back to a random moment inside a write storm. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { becomes } from '../eventually.ts'
import { record } from '../hard-use/report.ts'
import { programServer } from '../program-server.ts'
import { bloodPressure, bloodPressureOpt } from '../records.ts'
import { SECRET_KEY } from '../server.ts'
import { guideIn } from './guide.ts'
import { noPostgres, ownFolder, PATH_WITH_TOOLS, text, USER } from './own-postgres.ts'

it('loses nothing that was acknowledged before the moment, and verifies', { skip: noPostgres }, async () => {
  const own = ownFolder()
  after(() => own.remove())
  const { folder } = own
  const [data, baseBackup, restored] = ['data', 'base', 'restored'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const archive = own.inside('archive')
  own.makeCluster(data)
  const base = {
    CAIRN_SECRET_KEY: SECRET_KEY,
    ARCHIVE: archive,
    PGDATA: data,
    BASE_BACKUP: baseBackup,
    RESTORED: restored,
    PATH: `${join(folder, 'bin')}:${PATH_WITH_TOOLS}`,
  }
  const guide = guideIn({ page: 'docs/guides/backup.md', folder, env: {}, user: USER })
  const follow = async (name: string, more: Readonly<Record<string, string>> = {}) => {
    const { code, out } = await guide(name, { ...base, ...more })
    assert.equal(code, 0, out)
    return out
  }
  await follow('archive')
  const first = await own.start(data)
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
  const archiveOf = async () => {
    const report = (await (await server.call('GET /admin/v1/system')).json()) as {
      replication: { archive: { is_on: boolean; base_backup_at?: string } }
    }
    return report.replication.archive
  }
  const { is_on, base_backup_at } = await archiveOf()
  assert.deepEqual([is_on, base_backup_at], [true, undefined])
  await follow('base-backup', { BACKUP_URL: first.url })
  assert.ok(Number.isFinite(Date.parse((await archiveOf()).base_backup_at ?? '')), 'names the base backup')
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
  await first.stop()

  await follow('restore-moment', {
    MOMENT: new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00'),
  })
  const began = performance.now()
  const second = await own.start(restored)
  const recovered = (performance.now() - began) / 1000
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
  const urls = { CAIRN_DATABASE_URL: second.url, NEW_DATABASE_URL: await second.create('copied') }
  await follow('dump', urls)
  assert.match(await follow('restore-dump', urls), /all as they were committed/)
  record({
    check: '79',
    subject: 'Recovery to a moment',
    method:
      'four writers during a base backup and after it, WAL archived; recovery to a random moment among them by the commands of the guide, then cairn verify, a dump and its restore',
    figure: `${told.length} of ${acknowledged.length} commits were acknowledged by that moment, all of them restored, the last one after it not; ${ids.size} objects ready ${recovered.toFixed(1)} s after the start, no fault in them`,
  })
})
