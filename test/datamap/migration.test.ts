/** Records from before there were datamaps are listed like all others: the migration finds what commits keep since. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { MIGRATIONS_FOLDER } from '../../packages/server/src/db/migrations.ts'
import { bloodPressure, idOf, newEhr, postComposition, putComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()

const listed = sql<{ object_id: string; artefact_id: number | null }>({
  name: 'test.listed',
  text: 'select object_id, artefact_id from cairn.versioned_object order by object_id',
})

const run = (text: string) => server.db.execute(sql({ name: 'test.run', prepare: false, text }))

it('numbers templates and their records as commits do', async () => {
  await uploadTemplate(server)
  await uploadTemplate(server, 'Another')
  const ehr = await newEhr(server)
  const first = idOf(await postComposition(server, ehr, bloodPressure([{ systolic: 120 }])))
  const second = idOf(await postComposition(server, ehr, bloodPressure([{ systolic: 130 }])))
  await postComposition(server, ehr, bloodPressure([{ systolic: 140 }], 'Another'))
  const updated = await putComposition(server, ehr, first, bloodPressure([{ systolic: 121 }]))
  assert.ok(updated.status < 300, updated.text)
  const deleted = await server.call(`DELETE /openehr/v1/ehr/${ehr}/composition/${second}`, {
    scopes: 'api.write',
  })
  assert.equal(deleted.status, 204)
  const kept = await server.db.query(listed)
  assert.equal(kept.filter(({ artefact_id }) => artefact_id !== null).length, 2)

  const statements = readFileSync(join(MIGRATIONS_FOLDER, '0009_datamaps.sql'), 'utf8').split(/;\n/)
  const [fill, more] = statements.filter(text => /update cairn\.versioned_object/.test(text))
  assert.ok(fill !== undefined && more === undefined)
  await run('update cairn.versioned_object set artefact_id = null')
  await run(fill)
  assert.deepEqual(await server.db.query(listed), kept)
})
