/** `cairn verify`: reports exactly what was changed behind the server's back, and nothing else. */

import assert from 'node:assert/strict'
import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto'
import { describe, it } from 'node:test'
import { canonicalize } from '@cairn-ehr/openehr/format'
import { sql } from '../packages/server/src/db/index.ts'
import type { EhrId, ObjectId } from '../packages/server/src/ids.ts'
import { openVault } from '../packages/server/src/vault.ts'
import type { Fault } from '../packages/server/src/versions/fault.ts'
import { findVersion, printVersion, verifyRecords } from '../packages/server/src/versions/index.ts'
import { auditIn } from '../packages/server/src/versions/short-envelope.ts'
import { note, objectOf, openRecords, status } from './admin/records.ts'
import { runProgram } from './http/program.ts'
import { idOf, uploadTemplate } from './records.ts'
import { SECRET_KEY, testServer } from './server.ts'

const server = await testServer()
const { db } = server
const records = await openRecords(server)
await uploadTemplate(server, 'Other.v1')
const { call } = records

/** Some records to hide the bad one among: three versions of one composition, a deleted one, two statuses. */
const ehrId = await records.ehr()
const first = await records.composition(ehrId, 'first')
const second = await records.update(ehrId, first, 'second')
const third = await records.update(ehrId, second, 'third')
const deleted = await records.composition(ehrId, 'deleted')
const removed = idOf(await call(`DELETE /ehr/${ehrId}/composition/${deleted}`))
const statusUid = idOf(await call(`GET /ehr/${ehrId}/ehr_status`))
await call(`PUT /ehr/${ehrId}/ehr_status`, status(), { 'If-Match': statusUid })
const others = await records.ehr()
for (const says of ['a', 'b', 'c']) await records.composition(others, says)

/** Without triggers and foreign keys, as who has the database itself can. */
async function behindItsBack(statements: readonly string[]): Promise<void> {
  await db.transaction(async queries => {
    for (const text of ['set local session_replication_role = replica', ...statements])
      await queries.execute(sql({ name: 'test.behind', prepare: false, text }))
  })
}

const at = (uid: string) => {
  const [object, , version] = uid.split('::')
  return `ehr_id = '${ehrId}' and object_id = '${object}' and version = ${version}`
}

/** Does something to the database, looks, and undoes it. */
async function faultsWhile(statements: readonly string[]): Promise<readonly Fault[]> {
  const keep = ['version', 'contribution', 'versioned_object', 'ehr', 'erased_ehr']
  await behindItsBack(keep.map(table => `create table cairn.kept_${table} as table cairn.${table}`))
  try {
    await behindItsBack(statements)
    return (await verifyRecords(db)).faults
  } finally {
    const columns = sql<{ names: string }, [table: string]>({
      name: 'test.columns',
      text: `select string_agg(attname, ', ') as names from pg_attribute
             where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    })
    for (const table of keep) {
      const [row] = await db.query(columns, [`cairn.${table}`])
      await behindItsBack([
        `delete from cairn.${table}`,
        `insert into cairn.${table} (${row?.names}) overriding system value select ${row?.names} from cairn.kept_${table}`,
        `drop table cairn.kept_${table}`,
      ])
    }
  }
}

/** Texts of a version as they were signed, in whichever form they are stored. */
async function textOf(uid: string, column: 'data' | 'envelope'): Promise<string> {
  const [object = '', , number] = uid.split('::')
  const version = await findVersion(db, ehrId as EhrId, object as ObjectId, Number(number))
  return version?.[column] ?? ''
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** A document that is put in place of another stands there as text, whatever form the other had. */
const setText = (uid: string, column: 'data' | 'envelope', text: string): string =>
  `update cairn.version set ${column} = ${quoted(text)}${column === 'data' ? ', packed = null, preset_id = null' : ''} where ${at(uid)}`

async function change(
  uid: string,
  column: 'data' | 'envelope',
  edit: (text: string) => string,
): Promise<string> {
  const [before, after] = [await textOf(uid, column), edit(await textOf(uid, column))]
  assert.notEqual(before, after, 'the change changes something')
  return setText(uid, column, after)
}

/** A version whose envelope is stored whole, as older ones are: it repeats what its columns say. */
const changeColumn = async (uid: string, change: string): Promise<string> =>
  `update cairn.version set envelope = ${quoted(await textOf(uid, 'envelope'))}, ${change} where ${at(uid)}`

const OTHER_TEMPLATE = `(select template_key from cairn.template where template_id = 'Other.v1')`

const SIGNATURE = 'does not match its signature'

const contributionOf = async (uid: string): Promise<string> => {
  const text = `select contribution_id as id from cairn.version where ${at(uid)}`
  const [row] = await db.query(sql<{ id: string }>({ name: 'test.contribution', prepare: false, text }))
  return row?.id ?? ''
}

/** The envelope of a version with a signature as they were made before decision 0032: its header has only alg and kid. */
async function olderSignature(uid: string): Promise<string> {
  const envelope = await textOf(uid, 'envelope')
  const [object = '', , number] = uid.split('::')
  const stored = await findVersion(db, ehrId as EhrId, object as ObjectId, Number(number))
  assert.ok(stored)
  const { signature: _signature, ...signed } = JSON.parse(printVersion(stored, 'openehr'))
  const keys = sql<{ kid: string; private_key: Buffer }>({
    name: 'test.recordKey',
    text: 'select kid, private_key from cairn.record_key',
  })
  const [key] = await db.query(keys)
  assert.ok(key)
  const der = openVault(SECRET_KEY).unseal(key.private_key)
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid: key.kid })).toString('base64url')
  const digest = createHash('sha256').update(canonicalize(signed)).digest('base64url')
  const signature = sign(
    null,
    Buffer.from(`${header}.${digest}`),
    createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
  )
  return envelope.replace(
    /"signature":"[^"]*"/,
    `"signature":"${header}..${signature.toString('base64url')}"`,
  )
}

describe('records that nobody touched', () => {
  it('are all as they were committed', async () => {
    const { versions, objects, faults } = await verifyRecords(db)
    assert.deepEqual(faults, [])
    // EHR_STATUS, EHR_ACCESS and default episode of two EHRs, one status in two versions; five compositions in eight.
    assert.deepEqual([versions, objects], [15, 11])
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
      const faults = await faultsWhile([await statement()])
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
    const faults = await faultsWhile([drop(second)])
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
    const faults = await faultsWhile([drop(first), drop(second)])
    assert.deepEqual(
      faults.filter(({ uid }) => uid === third).map(({ what }) => what),
      ['versions 1 to 2 before it are missing'],
    )
  })

  it('the last one: its contribution is left without versions', async () => {
    const faults = await faultsWhile([drop(third)])
    assert.deepEqual(
      faults.map(({ what }) => what),
      ['is a contribution without versions'],
    )
  })

  it('all of an object', async () => {
    const faults = await faultsWhile([`delete from cairn.version where object_id = '${objectOf(first)}'`])
    assert.deepEqual(
      faults.filter(({ uid }) => uid === objectOf(first)).map(({ what }) => what),
      ['is an object without versions'],
    )
    assert.equal(faults.length, 4)
  })

  it('the last one together with its contribution: the audit trail misses it', async () => {
    const contribution = await contributionOf(third)
    const faults = await faultsWhile([
      drop(third),
      `delete from cairn.contribution where contribution_id = '${contribution}'`,
    ])
    assert.deepEqual(faults, [
      { ehrId, uid: contribution, what: 'is a contribution that the audit trail has, and that is not there' },
    ])
  })

  it('one of those of a contribution with several', async () => {
    const faults = await faultsWhile([
      `delete from cairn.version where ehr_id = '${ehrId}' and kind = 'EHR_ACCESS'`,
      `delete from cairn.versioned_object where ehr_id = '${ehrId}' and kind = 'EHR_ACCESS'`,
    ])
    const what = 'is a contribution whose audit was changed, or of whose versions one is missing'
    assert.deepEqual(faults, [{ ehrId, uid: await contributionOf(statusUid), what }])
  })

  it('an EHR as a whole, with a made-up tombstone', async () => {
    const tables = ['version', 'versioned_object', 'contribution', 'ehr']
    const gone = await records.ehr()
    const faults = await faultsWhile([
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
      const faults = await faultsWhile([`${statement} where contribution_id = '${uid}'`])
      assert.deepEqual(faults, [{ ehrId, uid, what: expected }])
    })

  it('that the audit trail does not have', async () => {
    const uid = await contributionOf(second)
    const made = randomUUID()
    const copied = randomUUID()
    const faults = await faultsWhile([
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
    await behindItsBack([`update cairn.document_preset set text = 'x' || text where ${one}`])
    try {
      const { faults, changedPresets } = await verifyRecords(db)
      assert.equal(changedPresets.length, 1)
      const what = `cannot be read: its preset ${changedPresets[0]} is missing or was changed`
      assert.deepEqual(
        faults.map(fault => [fault.uid, fault.what]).sort(),
        uids.map(({ uid }) => [uid, what]).sort(),
      )
    } finally {
      await behindItsBack([`update cairn.document_preset set text = substr(text, 2) where ${one}`])
    }
  })
})

describe('signatures of the older form', () => {
  it('are good, are counted, and cover what they covered', async () => {
    const count = (await verifyRecords(db)).olderSignatures
    assert.equal(count, 0)
    const older = await olderSignature(second)
    const keep = await textOf(second, 'envelope')
    await behindItsBack([`update cairn.version set envelope = ${quoted(older)} where ${at(second)}`])
    try {
      const { faults, olderSignatures } = await verifyRecords(db)
      assert.deepEqual([faults, olderSignatures], [[], 1])
      const changed = await faultsWhile([
        await change(second, 'data', text => text.replace('"magnitude":120', '"magnitude":121')),
      ])
      assert.deepEqual(
        changed.map(({ uid, what }) => [uid, what]),
        [[second, SIGNATURE]],
      )
    } finally {
      await behindItsBack([`update cairn.version set envelope = ${quoted(keep)} where ${at(second)}`])
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

describe('the command', () => {
  const run = (args: readonly string[]) =>
    runProgram(['verify', ...args], {
      CAIRN_DATABASE_URL: server.databaseUrl,
      CAIRN_SECRET_KEY: SECRET_KEY,
    }).ended

  it('says how much it checked, for programs as JSON, and ends with 0 where nothing is wrong', async () => {
    const { code, stdout, stderr } = await run(['--json'])
    assert.equal(code, 0, stderr)
    const { versions, objects, seconds, faults, audit } = JSON.parse(stdout)
    assert.ok(versions > objects && objects > 5 && seconds > 0)
    assert.deepEqual(faults, [])
    assert.ok(audit.events > versions / 3 && audit.seals > 0)
    assert.deepEqual(audit.faults, [])
  })

  it('names every bad version and what is wrong, and ends with 1', async () => {
    const original = await textOf(second, 'data')
    await behindItsBack([await change(second, 'data', text => text.replace('120', '121'))])
    try {
      const { code, stdout, stderr } = await run([])
      assert.equal(code, 1)
      const [line, summary = '', trail = '', ...notes] = stdout.trimEnd().split('\n')
      assert.equal(line, `${second}  ${SIGNATURE}  EHR ${ehrId}`)
      assert.match(
        summary,
        /^[\d,]+ versions of [\d,]+ objects checked in [\d.]+ s, [\d,]+ a second: 1 fault$/,
      )
      assert.match(trail, /^[\d,]+ audit events and [\d,]+ seals: all as they were sealed$/)
      assert.match(notes.at(-1) ?? '', /^end of the trail: --head \d+:[0-9a-f]{64}$/)
      assert.equal(stderr, 'The records are not all as they were committed.\n')
    } finally {
      await behindItsBack([setText(second, 'data', original)])
    }
  })
})

describe('the API', () => {
  const verify = (query = '') => server.call(`GET /admin/v1/verification${query}`, { scopes: 'api.admin' })
  const linesOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))

  it('tells its progress, and at the end what it checked', async () => {
    const answer = await verify()
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers.get('Content-Type'), 'application/x-ndjson')
    const lines = linesOf(answer.text)
    const { record, versions, objects, faults, audit } = lines.at(-1)
    assert.equal(record, 'result')
    assert.ok(versions > objects && objects > 5)
    assert.deepEqual([faults, audit.faults], [[], []])
    const progress = lines.slice(0, -1)
    assert.deepEqual([...new Set(progress.map(({ part }) => part))], ['versions', 'seals'])
    for (const { done, total } of progress) assert.ok(done > 0 && done <= total)
    assert.equal(progress.findLast(({ part }) => part === 'versions').done, versions)
    const again = linesOf((await verify(`?head=${audit.head}`)).text).at(-1)
    assert.deepEqual(again.audit.faults, [])
  })

  it('lists every fault', async () => {
    const original = await textOf(second, 'data')
    await behindItsBack([await change(second, 'data', text => text.replace('120', '121'))])
    try {
      const { faults } = linesOf((await verify()).text).at(-1)
      assert.deepEqual(faults, [{ ehr_id: ehrId, uid: second, what: SIGNATURE }])
    } finally {
      await behindItsBack([setText(second, 'data', original)])
    }
    const lost = linesOf((await verify(`?head=9999:${'0'.repeat(64)}`)).text).at(-1)
    assert.deepEqual(
      lost.audit.faults.map(({ place }: { place: string }) => place),
      ['seal 9999'],
    )
  })

  it('refuses a head that no run has told, and a second run at the same time', async () => {
    const malformed = await verify('?head=12')
    assert.deepEqual([malformed.status, malformed.json().code], [400, 'request.malformed'])
    const turn = sql<never>({
      name: 'test.verificationTurn',
      text: "select pg_advisory_xact_lock(hashtextextended('cairn.verification', 0))",
    })
    await db.transaction(async queries => {
      await queries.execute(turn)
      const second = await verify()
      assert.deepEqual([second.status, second.json().code], [409, 'verification.running'])
    })
    assert.equal((await verify()).status, 200)
  })
})
