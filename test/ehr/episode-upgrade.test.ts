/** EHRs that are older than episodes: the migration gives each its default one. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { migrate, openPool, sql } from '../../packages/server/src/db/index.ts'
import { testDatabase } from '../database.ts'
import { episodeOf } from './episodes.ts'

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
