/** Physical deletion of single objects: nothing of them remains but a tombstone, and the rest of the EHR stays as it was. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { cairnIn, settingsOf, testFolder } from '../cli/program.ts'
import { testServer } from '../server.ts'
import { everyTable } from './catalogue.ts'
import { addPublishedRow } from './published-row.ts'
import { folder, note, objectOf, openRecords } from './records.ts'

const server = await testServer()
const records = await openRecords(server)
const { call, callAt } = records

const tombstone = sql<{ kind: string; client_id: string; reason: string }, [ehrId: string, objectId: string]>(
  {
    name: 'test.objectTombstone',
    text: 'select kind, client_id, reason from cairn.erased_object where ehr_id = $1 and object_id = $2',
  },
)

const count = async (ehrId: string) => {
  const q = encodeURIComponent('SELECT count(c/uid/value) FROM EHR e CONTAINS COMPOSITION c')
  return (await call(`GET /query/aql?q=${q}&ehr_id=${ehrId}`)).json().rows[0][0]
}

describe('DELETE /admin/ehr/{ehr_id}/composition/{uid_based_id}', () => {
  it('leaves nothing in any table but a tombstone, be it in use or deleted already', async () => {
    for (const isDeleted of [false, true]) {
      const marker = `marker-${randomUUID()}`
      const ehrId = await records.ehr()
      const kept = await records.composition(ehrId, 'kept')
      const first = await records.faulty(ehrId, marker)
      const tagged = await call(`PUT /ehr/${ehrId}/composition/${objectOf(first)}/tags`, [{ key: marker }])
      assert.equal(tagged.status, 204, tagged.text)
      const second = await records.update(ehrId, first, `${marker} again`)
      await addPublishedRow(server, ehrId, objectOf(first), marker)
      if (isDeleted) assert.equal((await call(`DELETE /ehr/${ehrId}/composition/${second}`)).status, 204)

      const answer = await call(
        `DELETE /admin/ehr/${ehrId}/composition/${isDeleted ? objectOf(first) : first}?reason=wrong%20patient`,
      )
      assert.deepEqual([answer.status, answer.text], [204, ''])

      for (const table of await everyTable(server.db)) {
        assert.equal(await table.rowsWith(marker), 0, table.name)
        const expected = ['erased_object', 'change_note'].includes(table.name) ? 1 : 0
        assert.equal(await table.rowsWith(objectOf(first)), expected, table.name)
      }
      const [row] = await server.db.query(tombstone, [ehrId, objectOf(first)])
      assert.deepEqual(row, { kind: 'COMPOSITION', client_id: server.client.id, reason: 'wrong patient' })
      for (const uid of [first, second, objectOf(first)])
        assert.equal((await call(`GET /ehr/${ehrId}/composition/${uid}`)).status, 404)
      assert.equal((await call(`GET /ehr/${ehrId}/composition/${kept}`)).status, 200)
      assert.equal(await count(ehrId), 1)
    }
  })

  it('keeps a contribution for what else was committed by it', async () => {
    const ehrId = await records.ehr()
    const audit = { change_type: '249', committer: { name: 'Dr A' } }
    const version = (data: unknown) => ({ data, lifecycle_state: '532', commit_audit: audit })
    const made = await call(
      `POST /ehr/${ehrId}/contribution`,
      { audit, versions: [version(note('goes')), version(note('stays'))] },
      { Prefer: 'return=representation' },
    )
    assert.equal(made.status, 201, made.text)
    const { uid, versions } = made.json()
    const [goes, stays] = versions.map((each: { id: { value: string } }) => each.id.value)
    assert.equal((await call(`DELETE /admin/ehr/${ehrId}/composition/${goes}`)).status, 204)
    const left = (await call(`GET /ehr/${ehrId}/contribution/${uid.value}`)).json().versions
    assert.deepEqual(
      left.map((each: { id: { value: string } }) => each.id.value),
      [stays],
    )
  })

  it('is 404 for what is not there, of another kind, or in another EHR', async () => {
    const ehrId = await records.ehr()
    const uid = await records.composition(ehrId, 'x')
    const directory = await call(`POST /ehr/${ehrId}/directory`, folder('root'))
    assert.equal(directory.status, 201, directory.text)
    const other = await records.ehr()
    const folderId = objectOf((directory.headers.get('etag') ?? '').replaceAll('"', ''))
    for (const path of [
      `${ehrId}/composition/${randomUUID()}`,
      `${ehrId}/composition/${folderId}`,
      `${ehrId}/directory/${objectOf(uid)}`,
      `${other}/composition/${uid}`,
      `${randomUUID()}/composition/${uid}`,
      `${ehrId}/composition/nonsense`,
    ])
      assert.equal((await call(`DELETE /admin/ehr/${path}`)).status, 404, path)
    assert.equal((await call(`GET /ehr/${ehrId}/composition/${uid}`)).status, 200)
  })

  it('needs api.admin', async () => {
    const ehrId = await records.ehr()
    const uid = await records.composition(ehrId, 'x')
    const answer = await server.call(`DELETE /openehr/v1/admin/ehr/${ehrId}/composition/${uid}`, {
      scopes: 'api.read api.write',
    })
    assert.equal(answer.status, 403)
  })
})

describe('DELETE /admin/ehr/{ehr_id}/directory/{uid_based_id}', () => {
  it('takes the directory away, so that another can be made', async () => {
    const ehrId = await records.ehr()
    const made = await call(`POST /ehr/${ehrId}/directory`, folder('root'))
    const uid = (made.headers.get('etag') ?? '').replaceAll('"', '')
    assert.equal((await call(`DELETE /admin/ehr/${ehrId}/directory/${uid}`)).status, 204)
    assert.equal((await call(`GET /ehr/${ehrId}/directory`)).status, 404)
    assert.equal((await call(`POST /ehr/${ehrId}/directory`, folder('next'))).status, 201)
  })
})

describe('cairn composition erase', () => {
  const cairn = cairnIn(testFolder(), settingsOf(server))

  it('deletes by its reason, leaves the trail and a clean verification', async () => {
    const ehrId = await records.ehr()
    const uid = await records.composition(ehrId, 'of somebody else')
    const without = await cairn(['composition', 'erase', uid, '--ehr', ehrId])
    assert.equal(without.code, 2)
    assert.match(without.err, /--reason is missing/)
    const erased = await cairn(['composition', 'erase', uid, '--ehr', ehrId, '--reason', 'wrong patient'])
    assert.equal(erased.code, 0, erased.err)
    assert.equal((await call(`GET /ehr/${ehrId}/composition/${uid}`)).status, 404)
    const [row] = await server.db.query(tombstone, [ehrId, objectOf(uid)])
    assert.equal(row?.reason, 'wrong patient')
    const { events } = (await callAt(`GET /admin/v1/audit?ehr_id=${ehrId}&action=D`)).json()
    assert.equal(events.length, 1)
    assert.deepEqual(Object.values(events[0].detail.removed), [1])
    assert.deepEqual((await verifyRecords(server.db)).faults, [])
  })
})
