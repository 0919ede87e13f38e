/** Verification finds exactly the versions that were changed behind the server's back, and no others. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { note, objectOf } from '../admin/records.ts'
import { behindItsBack } from '../audit/trail.ts'
import { testServer } from '../server.ts'
import { faultsWhile, makeVersions, olderSignature, quoted, SIGNATURE, tamperWith } from './tampering.ts'

const server = await testServer()
const { db } = server
const { ehrId, first, second, third, removed } = await makeVersions(server)
const { at, versionOf, textOf, setText, change } = tamperWith(db, ehrId)

/** A version whose envelope is stored whole, as older ones are: it repeats what its columns say. */
const changeColumn = async (uid: string, change: string): Promise<string> =>
  `update cairn.version set envelope = ${quoted(await textOf(uid, 'envelope'))}, ${change} where ${at(uid)}`

const OTHER_TEMPLATE = `(select template_key from cairn.template where template_id = 'Other.v1')`

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
