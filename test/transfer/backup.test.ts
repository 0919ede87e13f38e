/** docs/guides/backup.md, followed word for word: export and import, dump and restore, and erasures that are done again. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { objectOf } from '../admin/records.ts'
import { cairnIn, testFolder } from '../cli/program.ts'
import { testDatabase } from '../database.ts'
import { type RunningServer, SECRET_KEY, testServer } from '../server.ts'
import { cannotDump } from './dump-tool.ts'
import { guideIn } from './guide.ts'
import { ALL, contentOf, makeWorld } from './world.ts'

const folder = testFolder()
const log = join(folder, 'erasures.ndjson')
const source = await testServer({ env: { CAIRN_ERASURE_LOG: log } })
const world = await makeWorld(source)
const guide = (env: Readonly<Record<string, string>>) =>
  guideIn({ page: 'docs/guides/backup.md', folder, env })

async function signIn(name: string, { url, client }: RunningServer): Promise<void> {
  const cairn = cairnIn(folder, {})
  const ended = await cairn(['login', url, '--client-id', client.id, '--profile', name, '--scope', ALL], {
    input: `${client.secret}\n`,
  })
  assert.equal(ended.code, 0, ended.err)
}

describe('docs/guides/backup.md', () => {
  it('moves everything to another database by export and import', async () => {
    const target = await testServer()
    await signIn('old', source)
    await signIn('new', target)
    const run = guide({ CAIRN_DATABASE_URL: target.databaseUrl, CAIRN_SECRET_KEY: SECRET_KEY })
    const exported = await run('export')
    assert.equal(exported.code, 0, exported.out)
    const imported = await run('import')
    assert.equal(imported.code, 0, imported.out)
    assert.match(imported.out, /all as they were committed/)
    for (const ehrId of world.ehrs)
      assert.deepEqual(await contentOf(target, ehrId), await contentOf(source, ehrId))
  })

  it('dumps and restores with the tools of PostgreSQL', async t => {
    const reason = await cannotDump(source.db)
    if (reason) return t.skip(reason)
    const { url } = await testDatabase({ empty: true })
    const run = guide({
      CAIRN_DATABASE_URL: source.databaseUrl,
      NEW_DATABASE_URL: url,
      CAIRN_SECRET_KEY: SECRET_KEY,
    })
    assert.equal((await run('dump')).code, 0)
    const restored = await run('restore-dump')
    assert.equal(restored.code, 0, restored.out)
    assert.match(restored.out, /all as they were committed/)
  })

  it('erases again what a restored backup has brought back', async () => {
    const { records } = world
    const [whole, part] = [await records.ehr(), await records.ehr()]
    await records.composition(whole, 'goes with its EHR')
    const goes = await records.composition(part, 'goes alone')
    const stays = await records.composition(part, 'stays')
    // An import into another server stands for the restored backup.
    const restored = await testServer()
    const exported = await source.call('GET /admin/v1/export', { scopes: ALL })
    const lines = exported.text.trimEnd().split('\n')
    const { origin } = JSON.parse(lines[0] ?? '')
    const imported = await restored.call(`POST /admin/v1/import?origin=${origin}`, {
      scopes: ALL,
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: lines.slice(1, -1).join('\n'),
    })
    assert.equal(imported.json().rejected.length, 0, imported.text)

    assert.equal((await records.call(`DELETE /admin/ehr/${whole}?reason=asked`)).status, 204)
    assert.equal(
      (await records.call(`DELETE /admin/ehr/${part}/composition/${goes}?reason=wrong`)).status,
      204,
    )
    const kept = readFileSync(log, 'utf8')
    assert.ok(kept.includes(whole) && kept.includes(objectOf(goes)))

    const run = guide({ CAIRN_DATABASE_URL: restored.databaseUrl, CAIRN_SECRET_KEY: SECRET_KEY })
    // A server that was killed while it wrote leaves half a line; the others count all the same.
    writeFileSync(log, `{"record":"erased_ehr","ehr_\n${kept}`)
    const applied = await run('apply-erasures')
    assert.equal(applied.code, 1, applied.out)
    assert.match(applied.out, /^2 erased again/m)
    assert.match(applied.out, /lines that are no erasures \(1\)/)
    writeFileSync(log, kept)
    const status = async (path: string) =>
      (await restored.call(`GET /openehr/v1/ehr/${path}`, { scopes: ALL })).status
    assert.deepEqual(
      [
        await status(whole),
        await status(`${part}/composition/${goes}`),
        await status(`${part}/composition/${stays}`),
      ],
      [404, 404, 200],
    )
    assert.deepEqual((await verifyRecords(restored.db)).faults, [])
    const again = await run('apply-erasures')
    assert.equal(again.code, 0, again.out)
    assert.match(again.out, /^0 erased again/m)
  })
})
