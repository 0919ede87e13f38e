/** `cairn verify`: reports exactly what was changed behind the server's back, and nothing else. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../packages/server/src/db/index.ts'
import { type Fault, verifyRecords } from '../packages/server/src/versions/index.ts'
import { note, objectOf, openRecords, status } from './admin/records.ts'
import { runProgram } from './http/program.ts'
import { idOf } from './records.ts'
import { SECRET_KEY, testServer } from './server.ts'

const server = await testServer()
const { db } = server
const records = await openRecords(server)
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
  return `object_id = '${object}' and version = ${version}`
}

/** Does something to the database, looks, and undoes it. */
async function faultsWhile(statements: readonly string[]): Promise<readonly Fault[]> {
  const keep = ['version', 'contribution', 'versioned_object']
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

const textOf = async (uid: string, column: 'data' | 'envelope'): Promise<string> => {
  const [row] = await db.query(
    sql<{ text: string }>({
      name: 'test.text',
      prepare: false,
      text: `select ${column} as text from cairn.version where ${at(uid)}`,
    }),
  )
  return row?.text ?? ''
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

async function change(
  uid: string,
  column: 'data' | 'envelope',
  edit: (text: string) => string,
): Promise<string> {
  const [before, after] = [await textOf(uid, column), edit(await textOf(uid, column))]
  assert.notEqual(before, after, 'the change changes something')
  return `update cairn.version set ${column} = ${quoted(after)} where ${at(uid)}`
}

const SIGNATURE = 'does not match its signature'

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
      async () => `update cairn.version set data = null where ${at(third)}`,
      [SIGNATURE],
    ],
    [
      'data where there were none',
      removed,
      async () => `update cairn.version set data = ${quoted(JSON.stringify(note('x')))} where ${at(removed)}`,
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
      async () =>
        `update cairn.version set committed_at = committed_at + interval '1 day' where ${at(third)}`,
      ['is filed under …, and was committed at …'],
    ],
    [
      'the lifecycle state that queries go by',
      third,
      async () => `update cairn.version set lifecycle = 553 where ${at(third)}`,
      ['is filed under another lifecycle state'],
    ],
    [
      'the change type',
      third,
      async () => `update cairn.version set change_type = 250 where ${at(third)}`,
      ['is filed under another change type'],
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
      const ofVersions = faults.filter(fault => !fault.what.startsWith('is a contribution without'))
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

  it('the constraints of the database do not let a middle one go by itself', async () => {
    const remove = db.execute(sql({ name: 'test.drop', prepare: false, text: drop(second) }))
    await assert.rejects(remove, { code: '23503' })
  })
})

describe('after admin operations', () => {
  it('moved versions are still as they were signed, and erased ones leave nothing to complain of', async () => {
    const [into, from, gone] = [await records.ehr(), await records.ehr(), await records.ehr()]
    const uid = await records.composition(from, 'moves')
    await records.update(from, uid, 'moves again')
    await records.composition(gone, 'goes')
    assert.equal((await call(`POST /admin/ehr/${into}/merge`, { from })).status, 200)
    assert.equal((await call(`DELETE /admin/ehr/${gone}`)).status, 204)
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
    const { versions, objects, seconds, faults } = JSON.parse(stdout)
    assert.ok(versions > objects && objects > 5 && seconds > 0)
    assert.deepEqual(faults, [])
  })

  it('names every bad version and what is wrong, and ends with 1', async () => {
    const original = await textOf(second, 'data')
    await behindItsBack([await change(second, 'data', text => text.replace('120', '121'))])
    try {
      const { code, stdout, stderr } = await run([])
      assert.equal(code, 1)
      const [line, summary = ''] = stdout.trimEnd().split('\n')
      assert.equal(line, `${second}  ${SIGNATURE}  EHR ${ehrId}`)
      assert.match(
        summary,
        /^[\d,]+ versions of [\d,]+ objects checked in [\d.]+ s, [\d,]+ a second: 1 fault$/,
      )
      assert.equal(stderr, 'The records are not all as they were committed.\n')
    } finally {
      await behindItsBack([`update cairn.version set data = ${quoted(original)} where ${at(second)}`])
    }
  })
})
