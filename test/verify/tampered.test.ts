/** Verification finds exactly what was changed behind the server's back, and nothing else. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { verifyRecords } from '../../packages/server/src/versions/index.ts'
import { auditIn } from '../../packages/server/src/versions/short-envelope.ts'
import { note, objectOf } from '../admin/records.ts'
import { behindItsBack } from '../audit/trail.ts'
import { contribution, version } from '../ehr/contribution-changes.ts'
import { idOf } from '../records.ts'
import { testServer } from '../server.ts'
import { faultsWhile, makeVersions, olderSignature, quoted, SIGNATURE, tamperWith } from './tampering.ts'

const server = await testServer()
const { db } = server
const { records, ehrId, first, second, third, removed } = await makeVersions(server)
const { at, versionOf, textOf, setText, change } = tamperWith(db, ehrId)
const { call } = records

/** A version whose envelope is stored whole, as older ones are: it repeats what its columns say. */
const changeColumn = async (uid: string, change: string): Promise<string> =>
  `update cairn.version set envelope = ${quoted(await textOf(uid, 'envelope'))}, ${change} where ${at(uid)}`

const OTHER_TEMPLATE = `(select template_key from cairn.template where template_id = 'Other.v1')`

const contributionOf = async (uid: string): Promise<string> => {
  const text = `select contribution_id as id from cairn.version where ${at(uid)}`
  const [row] = await db.query(sql<{ id: string }>({ name: 'test.contribution', prepare: false, text }))
  return row?.id ?? ''
}

describe('records that nobody touched', () => {
  it('are all as they were committed', async () => {
    const { versions, objects, faults } = await verifyRecords(db)
    assert.deepEqual(faults, [])
    // EHR_STATUS of two EHRs, one in two versions; five compositions in eight.
    assert.deepEqual([versions, objects], [11, 7])
  })
})

describe('one version that was changed in the database is reported, and no other:', () => {
  const [flipAt, flipped] = [/"magnitude":120/, '"magnitude":121']
  const signatureOf = (envelope: string) => (JSON.parse(envelope) as { signature: string }).signature
  const changes: [what: string, uid: string, statement: () => Promise<string>, faults: string[]][] = [
    [
      'one byte of the data',
      second,
      () => change(second, 'data', text => text.replace(flipAt, flipped)),
      [SIGNATURE],
    ],
    [
      'any byte of the data, to something that is not JSON',
      third,
      () => change(third, 'data', text => `}${text.slice(1)}`),
      [SIGNATURE],
    ],
    ['a member more', first, () => change(first, 'data', text => `{"x":1,${text.slice(1)}`), [SIGNATURE]],
    [
      'its data gone',
      third,
      async () => `update cairn.version set data = null, packed = null, preset_id = null where ${at(third)}`,
      [SIGNATURE],
    ],
    [
      'data where there were none',
      removed,
      async () => setText(removed, 'data', JSON.stringify(note('x'))),
      [SIGNATURE],
    ],
    [
      'who committed it',
      second,
      () => change(second, 'envelope', text => text.replace(server.client.id, 'somebody')),
      [SIGNATURE],
    ],
    [
      'when it was committed, in the audit',
      second,
      () => change(second, 'envelope', text => text.replace(/"value":"\d{4}/, '"value":"1999')),
      [SIGNATURE],
    ],
    [
      'the signature of another version',
      first,
      async () => {
        const foreign = signatureOf(await textOf(third, 'envelope'))
        return change(first, 'envelope', text => text.replace(signatureOf(text), foreign))
      },
      [SIGNATURE],
    ],
    [
      'no signature',
      first,
      () => change(first, 'envelope', text => text.replace(/"signature":"[^"]*",/, '')),
      [SIGNATURE],
    ],
    [
      'a signature by an unknown key',
      first,
      () =>
        change(first, 'envelope', text => {
          const header = Buffer.from('{"alg":"EdDSA","kid":"other"}').toString('base64url')
          return text.replace(/"signature":"[^.]*/, `"signature":"${header}`)
        }),
      [SIGNATURE],
    ],
    [
      'the contribution that it came with',
      second,
      async () =>
        `update cairn.version set contribution_id = (select contribution_id from cairn.version where ${at(first)}) where ${at(second)}`,
      [SIGNATURE],
    ],
    [
      'the system that it came from',
      third,
      async () => `update cairn.version set system_id = 'elsewhere' where ${at(third)}`,
      [SIGNATURE],
    ],
    [
      'the time that reads go by',
      third,
      () =>
        changeColumn(
          third,
          "committed_at = (committed_at at time zone 'UTC' + interval '1 day') at time zone 'UTC'",
        ),
      ['is filed under …, and was committed at …'],
    ],
    [
      'the lifecycle state that queries go by',
      third,
      () => changeColumn(third, 'lifecycle = 553'),
      ['is filed under another lifecycle state'],
    ],
    [
      'the change type',
      third,
      () => changeColumn(third, 'change_type = 250'),
      ['is filed under another change type'],
    ],
    [
      'the template that it was made by',
      first,
      () => changeColumn(first, `template_key = ${OTHER_TEMPLATE}`),
      ['is filed under another template'],
    ],
    [
      'no template where there was one',
      first,
      () => changeColumn(first, 'template_key = null'),
      ['is filed under another template'],
    ],
    ...[
      "committed_at = (committed_at at time zone 'UTC' + interval '1 day') at time zone 'UTC'",
      'lifecycle = 553',
      'change_type = 250',
      `template_key = ${OTHER_TEMPLATE}`,
      'template_key = null',
    ].map((change): (typeof changes)[number] => [
      `a column that is part of its envelope: ${change.split(' ')[0]}`,
      third,
      async () => `update cairn.version set ${change} where ${at(third)}`,
      [SIGNATURE],
    ]),
    [
      'the compressed document of another version',
      third,
      async () =>
        `update cairn.version set packed = (select packed from cairn.version where ${at(first)}) where ${at(third)}`,
      [SIGNATURE],
    ],
    [
      'its compressed document, to something else',
      third,
      async () => `update cairn.version set packed = 'no such thing' where ${at(third)}`,
      ['cannot be read: its compressed bytes were changed'],
    ],
    [
      'the preset of its document, which is not there',
      third,
      async () => `update cairn.version set preset_id = 4711 where ${at(third)}`,
      ['cannot be read: its preset 4711 is missing or was changed'],
    ],
    [
      'its kind',
      first,
      async () => `update cairn.version set kind = 'FOLDER' where ${at(first)}`,
      ['is filed as FOLDER, and is COMPOSITION'],
    ],
  ]
  for (const [what, uid, statement, expected] of changes)
    it(what, async () => {
      const faults = await faultsWhile(db, [await statement()])
      const ofVersions = faults.filter(fault => !fault.what.startsWith('is a contribution '))
      const shown = ofVersions.map(fault => fault.what.replace(/\d{4}-\S+(?=,|$)/g, '…'))
      assert.deepEqual([...new Set(ofVersions.map(fault => fault.uid))].map(objectOf), [objectOf(uid)])
      if (!what.startsWith('the system'))
        assert.deepEqual([...new Set(ofVersions.map(fault => fault.uid))], [uid])
      assert.deepEqual(shown, expected)
      assert.ok(ofVersions.every(fault => fault.ehrId === ehrId))
    })
})

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

describe('a preset that was changed', () => {
  it('is reported with all versions that need it', async () => {
    const needing = `select object_id || '::' || system_id || '::' || version as uid from cairn.version where preset_id = (
      select preset_id from cairn.version where ${at(third)})`
    const uids = await db.query(sql<{ uid: string }>({ name: 'test.needing', prepare: false, text: needing }))
    const one = `preset_id = (select preset_id from cairn.version where ${at(third)})`
    await behindItsBack(db, `update cairn.document_preset set text = 'x' || text where ${one}`)
    try {
      const { faults, changedPresets } = await verifyRecords(db)
      assert.equal(changedPresets.length, 1)
      const what = `cannot be read: its preset ${changedPresets[0]} is missing or was changed`
      assert.deepEqual(
        faults.map(fault => [fault.uid, fault.what]).sort(),
        uids.map(({ uid }) => [uid, what]).sort(),
      )
    } finally {
      await behindItsBack(db, `update cairn.document_preset set text = substr(text, 2) where ${one}`)
    }
  })
})

describe('signatures of the older form', () => {
  it('are good, are counted, and cover what they covered', async () => {
    const count = (await verifyRecords(db)).olderSignatures
    assert.equal(count, 0)
    const older = await olderSignature(db, await versionOf(second))
    const keep = await textOf(second, 'envelope')
    await behindItsBack(db, `update cairn.version set envelope = ${quoted(older)} where ${at(second)}`)
    try {
      const { faults, olderSignatures } = await verifyRecords(db)
      assert.deepEqual([faults, olderSignatures], [[], 1])
      const changed = await faultsWhile(db, [
        await change(second, 'data', text => text.replace('"magnitude":120', '"magnitude":121')),
      ])
      assert.deepEqual(
        changed.map(({ uid, what }) => [uid, what]),
        [[second, SIGNATURE]],
      )
    } finally {
      await behindItsBack(db, `update cairn.version set envelope = ${quoted(keep)} where ${at(second)}`)
    }
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
