/** EHRs that are older than episodes: the migration gives each its default one, whose versions begin with the first change. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { migrate, openPool, sql } from '../../packages/server/src/db/index.ts'
import { verifyRecords } from '../../packages/server/src/versions/index.ts'
import { testDatabase } from '../database.ts'
import { idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { episodeOf, openEpisodes } from './episodes.ts'

const MIGRATIONS = new URL('../../packages/server/migrations/', import.meta.url)

describe('the migration', () => {
  it('gives every EHR its default episode, numbered by age, from its beginning on', async () => {
    const { url } = await testDatabase({ empty: true })
    const folder = mkdtempSync(join(tmpdir(), 'cairn-before-episodes-'))
    after(() => rmSync(folder, { recursive: true }))
    for (const file of readdirSync(MIGRATIONS))
      if (file < '0008') cpSync(new URL(file, MIGRATIONS), join(folder, file))
    await migrate(url, { folder })
    const db = openPool(url, { max: 1, applicationName: 'cairn test' })
    try {
      const run = (text: string) => db.execute(sql({ name: 'test.run', prepare: false, text }))
      const ids = [randomUUID(), randomUUID(), randomUUID()]
      for (const [at, id] of ids.entries()) {
        await run(`insert into cairn.ehr (ehr_id, system_id, created_at, status_id, access_id, is_modifiable, is_queryable)
          values ('${id}', 'x', '202${9 - at}-01-01T00:00:00.25+01:00', gen_random_uuid(), gen_random_uuid(), true, true)`)
        await run(`insert into cairn.versioned_object (ehr_id, object_id, kind, created_at)
          values ('${id}', '${id}', 'COMPOSITION', now())`)
      }
      await migrate(url)
      const [, , oldest] = ids
      assert.deepEqual(await episodeOf(db, oldest ?? ''), {
        episode_uid: (await episodeOf(db, oldest ?? '')).episode_uid,
        episode_id: 'E0000001',
        episode_status: 'active',
        episode_start: '2026-12-31 23:00:00',
        episode_end: '9999-12-31 23:59:59',
      })
      const all = await Promise.all(ids.map(id => episodeOf(db, id)))
      assert.deepEqual(
        all.map(each => each.episode_id),
        ['E0000003', 'E0000002', 'E0000001'],
      )
      assert.equal(new Set(all.map(each => each.episode_uid)).size, 3)
      const texts = sql<{ starts_text: string; same: boolean }>({
        name: 'test.texts',
        text: `select starts_text, starts_text::timestamptz = starts_at as same from cairn.episode order by number limit 1`,
      })
      assert.deepEqual(await db.query(texts), [{ starts_text: '2026-12-31T23:00:00.250+00:00', same: true }])
    } finally {
      await db.close()
    }
  })
})

describe('a default episode without versions', async () => {
  const server = await testServer()
  await uploadTemplate(server)
  const { call, defaultOf, destroy, list } = openEpisodes(server)

  /** An EHR as the migration leaves it. */
  async function oldEhr() {
    const ehrId = await newEhr(server)
    const { uid } = await defaultOf(ehrId)
    for (const table of ['version', 'versioned_object'])
      await server.db.execute(
        sql<never, [ehrId: string, uid: string]>({
          name: `test.forget.${table}`,
          text: `delete from cairn.${table} where ehr_id = $1 and object_id = $2`,
        }),
        [ehrId, uid],
      )
    return { ehrId, uid, at: `/ehr/${ehrId}/episode/${uid}` }
  }

  /** Verification sees that versions were taken from contributions; what the tests do later must not add to that. */
  const faults = async () => (await verifyRecords(server.db)).faults.map(({ uid, what }) => `${uid} ${what}`)

  it('is shown without an ETag, and takes records', async () => {
    const { ehrId, uid, at } = await oldEhr()
    const read = await call(`GET ${at}`)
    assert.equal(read.status, 200)
    assert.equal(read.headers.get('etag'), null)
    const record = await postComposition(server, ehrId, undefined, { 'cairn-episode': uid })
    assert.equal(record.status, 201, record.text)
    assert.equal((await episodeOf(server.db, idOf(record))).episode_uid, uid)
  })

  it('gets its first version with its first change, and the next ones after it', async () => {
    const { at } = await oldEhr()
    const before = await faults()
    const stale = await call(`PUT ${at}/deactivate`, undefined, { 'If-Match': `${randomUUID()}::x::1` })
    assert.equal(stale.status, 412)
    const first = await call(`PUT ${at}/deactivate`, undefined, { 'If-Match': '*' })
    assert.equal(first.status, 200, first.text)
    assert.match(idOf(first), /::1$/)
    const second = await call(`PUT ${at}`, { name: 'Named' })
    assert.match(idOf(second), /::2$/)
    assert.deepEqual([second.json().active, second.json().default], [false, true])
    assert.deepEqual(await faults(), before)
  })

  it('changed by two at once has two versions', async () => {
    const { at } = await oldEhr()
    const answers = await Promise.all([call(`PUT ${at}/deactivate`), call(`PUT ${at}/activate`)])
    assert.deepEqual(answers.map(each => idOf(each).split('::')[2]).sort(), ['1', '2'])
  })

  it('of a merged EHR can be deleted, and destroyed', async () => {
    const [into, { ehrId, uid }] = [await newEhr(server), await oldEhr()]
    const before = await faults()
    const merged = await server.call(`POST /openehr/v1/admin/ehr/${into}/merge`, {
      scopes: 'api.admin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ from: ehrId }),
    })
    assert.equal(merged.status, 200, merged.text)
    assert.equal((await list(into)).length, 2)
    assert.equal((await call(`DELETE /ehr/${into}/episode/${uid}`)).status, 200)
    assert.equal((await list(into)).length, 1)
    assert.equal((await destroy(into, uid)).status, 200)
    assert.deepEqual((await faults()).sort(), before.sort())
  })
})
