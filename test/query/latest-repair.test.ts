/** Latest versions that refused writes once took out of queries: the migration puts them back, and nothing else. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { MIGRATIONS_FOLDER } from '../../packages/server/src/db/migrations.ts'
import { bloodPressure, idOf, newEhr, postComposition, putComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()

const latest = sql<{ commit_number: number; num: number; latest: boolean }>({
  name: 'test.latest',
  text: 'select commit_number, num, latest from cairn.root order by commit_number, num',
})

const run = (text: string) => server.db.execute(sql({ name: 'test.run', prepare: false, text }))

it('finds the latest versions again', async () => {
  await uploadTemplate(server)
  const ehr = await newEhr(server)
  const first = idOf(await postComposition(server, ehr))
  const second = idOf(await postComposition(server, ehr))
  await putComposition(server, ehr, first, bloodPressure([{ systolic: 121 }]))
  await server.call(`DELETE /openehr/v1/ehr/${ehr}/composition/${second}`, { scopes: 'api.write' })
  const before = await server.db.query(latest)
  assert.deepEqual([...new Set(before.map(row => row.latest))].sort(), [false, true])
  await run('update cairn.root set latest = false')
  await run(readFileSync(join(MIGRATIONS_FOLDER, '0010_refused_writes.sql'), 'utf8'))
  assert.deepEqual(await server.db.query(latest), before)
})
