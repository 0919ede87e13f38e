/** Verification misses what was taken away, and finds contributions that were changed; operations of administrators leave no fault. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { auditIn } from '../../packages/server/src/versions/printed/short-envelope.ts'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { note, objectOf } from '../admin/records.ts'
import { contribution, version } from '../ehr/contribution-changes.ts'
import { idOf } from '../records.ts'
import { testServer } from '../server.ts'
import { faultsWhile, makeVersions, quoted, tamperWith } from './tampering.ts'

const server = await testServer()
const { db } = server
const { records, ehrId, first, second, third } = await makeVersions(server)
const { at, textOf } = tamperWith(db, ehrId)
const { call } = records

const contributionOf = async (uid: string): Promise<string> => {
  const text = `select contribution_id as id from cairn.version where ${at(uid)}`
  const [row] = await db.query(sql<{ id: string }>({ name: 'test.contribution', prepare: false, text }))
  return row?.id ?? ''
}

describe('versions that were taken away:', () => {
  const drop = (uid: string) => `delete from cairn.version where ${at(uid)}`

  it('the middle one: the next one says that it is missing', async () => {
    const faults = await faultsWhile(db, [drop(second)])
    assert.deepEqual(
      faults.filter(({ uid }) => uid === third).map(({ what }) => what),
      ['version 2 before it is missing'],
    )
    assert.deepEqual(
      faults.filter(({ uid }) => uid !== third).map(({ what }) => what),
      ['is a contribution without versions'],
    )
  })

  it('the first two', async () => {
    const faults = await faultsWhile(db, [drop(first), drop(second)])
    assert.deepEqual(
      faults.filter(({ uid }) => uid === third).map(({ what }) => what),
      ['versions 1 to 2 before it are missing'],
    )
  })

  it('the last one: its contribution is left without versions', async () => {
    const faults = await faultsWhile(db, [drop(third)])
    assert.deepEqual(
      faults.map(({ what }) => what),
      ['is a contribution without versions'],
    )
  })

  it('all of an object', async () => {
    const faults = await faultsWhile(db, [`delete from cairn.version where object_id = '${objectOf(first)}'`])
    assert.deepEqual(
      faults.filter(({ uid }) => uid === objectOf(first)).map(({ what }) => what),
      ['is an object without versions'],
    )
    assert.equal(faults.length, 4)
  })

  it('the last one together with its contribution: the audit trail misses it', async () => {
    const contribution = await contributionOf(third)
    const faults = await faultsWhile(db, [
      drop(third),
      `delete from cairn.contribution where contribution_id = '${contribution}'`,
    ])
    assert.deepEqual(faults, [
      {
        ehrId,
        uid: contribution,
        what: 'is a contribution that the audit trail has, and that does not exist',
      },
    ])
  })

  it('one of those of a contribution with several', async () => {
    const made = await call(
      `POST /ehr/${ehrId}/contribution`,
      contribution(['stays', 'goes'].map(says => version({ change: 'creation', data: note(says) }))),
      { Prefer: 'return=representation' },
    )
    const [, gone] = made.json().versions
    const of = `object_id = '${objectOf(gone.id.value)}'`
    const faults = await faultsWhile(db, [
      `delete from cairn.version where ${of}`,
      `delete from cairn.versioned_object where ${of}`,
    ])
    const what = 'is a contribution whose audit was changed, or of whose versions one is missing'
    assert.deepEqual(faults, [{ ehrId, uid: idOf(made), what }])
  })

  it('an EHR as a whole, with a made-up tombstone', async () => {
    const tables = ['version', 'versioned_object', 'contribution', 'ehr']
    const gone = await records.ehr()
    const faults = await faultsWhile(db, [
      `insert into cairn.erased_ehr (ehr_id, client_id, reason) values ('${gone}', 'nobody', 'none')`,
      ...tables.map(table => `delete from cairn.${table} where ehr_id = '${gone}'`),
    ])
    assert.deepEqual(faults, [
      { ehrId: gone, uid: gone, what: 'is an EHR that was erased, and the audit trail does not say by whom' },
    ])
  })

  it('the constraints of the database do not let a middle one go by itself', async () => {
    const remove = db.execute(sql({ name: 'test.drop', prepare: false, text: drop(second) }))
    await assert.rejects(remove, { code: '23503' })
  })
})

const secondAudit = auditIn(await textOf(second, 'envelope'))

describe('a contribution that was changed in the database:', () => {
  const changes: [what: string, statement: string, expected: string][] = [
    [
      'who committed it',
      `update cairn.contribution set audit = ${quoted(secondAudit.replace(server.client.id, 'somebody'))}`,
      'is a contribution whose audit was changed, or of whose versions one is missing',
    ],
    [
      'the time that it is filed under',
      `update cairn.contribution set committed_at = (committed_at at time zone 'UTC' - interval '1 day') at time zone 'UTC'`,
      'is a contribution filed under another time',
    ],
  ]
  for (const [what, statement, expected] of changes)
    it(what, async () => {
      const uid = await contributionOf(second)
      const faults = await faultsWhile(db, [`${statement} where contribution_id = '${uid}'`])
      assert.deepEqual(faults, [{ ehrId, uid, what: expected }])
    })

  it('that the audit trail does not have', async () => {
    const uid = await contributionOf(second)
    const made = randomUUID()
    const copied = randomUUID()
    const faults = await faultsWhile(db, [
      `insert into cairn.contribution select ehr_id, '${made}', committed_at, audit from cairn.contribution where contribution_id = '${uid}'`,
      `insert into cairn.versioned_object (ehr_id, object_id, kind, created_at) values ('${ehrId}', '${copied}', 'COMPOSITION', now())`,
      `insert into cairn.version (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, change_type, lifecycle, envelope, data, packed, preset_id)
       select ehr_id, '${copied}', 1, kind, system_id, '${made}', committed_at, change_type, lifecycle, envelope, data, packed, preset_id
       from cairn.version where ${at(first)}`,
    ])
    assert.deepEqual(
      faults.filter(fault => fault.uid === made).map(fault => fault.what),
      ['is a contribution that the audit trail does not have'],
    )
  })
})

describe('after admin operations', () => {
  it('moved versions are still as they were signed, and erased ones leave nothing to complain of', async () => {
    const [into, from, gone] = [await records.ehr(), await records.ehr(), await records.ehr()]
    const uid = await records.composition(from, 'moves')
    await records.update(from, uid, 'moves again')
    await records.composition(gone, 'goes')
    const empty = await records.ehr()
    for (const each of [from, empty])
      assert.equal((await call(`POST /admin/ehr/${into}/merge`, { from: each })).status, 200)
    assert.equal((await call(`DELETE /admin/ehr/${gone}`)).status, 204)
    const kept = await records.composition(into, 'erased by itself')
    await records.update(into, kept, 'with its history')
    assert.equal((await call(`DELETE /admin/ehr/${into}/composition/${objectOf(kept)}`)).status, 204)
    // The default episode of the merged EHR shares its contribution with a status that stays.
    const episodes = (await records.callAt(`GET /extra/v1/ehr/${into}/episode`)).json() as { uid: string }[]
    const destroyed = await Promise.all(
      episodes.map(({ uid }) =>
        records.callAt(`PUT /extra/v1/admin/ehr/${into}/episode/${uid}/destroy`).then(({ status }) => status),
      ),
    )
    assert.ok(destroyed.includes(200), destroyed.join())
    assert.deepEqual((await verifyRecords(db)).faults, [])
  })
})
