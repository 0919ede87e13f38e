/** Records to tamper with: each change goes around the server, as who has the database itself can do it. */
import assert from 'node:assert/strict'
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { canonicalize } from '@cairn-ehr/openehr/format'
import { type Database, sql } from '../../packages/server/src/db/index.ts'
import type { EhrId, ObjectId } from '../../packages/server/src/ids/index.ts'
import { openVault } from '../../packages/server/src/seals/vault.ts'
import { findVersion, type StoredVersion } from '../../packages/server/src/versions/index.ts'
import { printVersion } from '../../packages/server/src/versions/printed/index.ts'
import type { Fault } from '../../packages/server/src/versions/verify/fault.ts'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { openRecords, status } from '../admin/records.ts'
import { behindItsBack } from '../audit/trail.ts'
import { idOf, uploadTemplate } from '../records.ts'
import { type RunningServer, SECRET_KEY } from '../server.ts'

/** The fault of a version of which a signed part was changed. */
export const SIGNATURE = 'does not match its signature'

/** Some records to hide the bad one among: three versions of one composition, a deleted one, two statuses. */
export async function makeVersions(server: RunningServer) {
  const records = await openRecords(server)
  await uploadTemplate(server, 'Other.v1')
  const { call } = records
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
  return { records, ehrId, first, second, third, removed, statusUid }
}

const KEPT = ['version', 'contribution', 'versioned_object', 'ehr', 'erased_ehr']

/** Does something to the database, looks, and undoes it. */
export async function faultsWhile(db: Database, statements: readonly string[]): Promise<readonly Fault[]> {
  await behindItsBack(db, ...KEPT.map(table => `create table cairn.kept_${table} as table cairn.${table}`))
  try {
    await behindItsBack(db, ...statements)
    return (await verifyRecords(db)).faults
  } finally {
    const columns = sql<{ names: string }, [table: string]>({
      name: 'test.columns',
      text: `select string_agg(attname, ', ') as names from pg_attribute
             where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    })
    for (const table of KEPT) {
      const [row] = await db.query(columns, [`cairn.${table}`])
      await behindItsBack(
        db,
        `delete from cairn.${table}`,
        `insert into cairn.${table} (${row?.names}) overriding system value select ${row?.names} from cairn.kept_${table}`,
        `drop table cairn.kept_${table}`,
      )
    }
  }
}

export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

type TextColumn = 'data' | 'envelope'

/** Reads versions of an EHR, and writes the statements that change them. */
export function tamperWith(db: Database, ehrId: string) {
  const at = (uid: string) => {
    const [object, , version] = uid.split('::')
    return `ehr_id = '${ehrId}' and object_id = '${object}' and version = ${version}`
  }

  const versionOf = (uid: string) => {
    const [object = '', , number] = uid.split('::')
    return findVersion(db, ehrId as EhrId, object as ObjectId, Number(number))
  }

  /** Texts of a version as they were signed, in whichever form they are stored. */
  const textOf = async (uid: string, column: TextColumn): Promise<string> =>
    (await versionOf(uid))?.[column] ?? ''

  /** A document that is put in place of another stands there as text, whatever form the other had. */
  const setText = (uid: string, column: TextColumn, text: string): string =>
    `update cairn.version set ${column} = ${quoted(text)}${column === 'data' ? ', packed = null, preset_id = null' : ''} where ${at(uid)}`

  async function change(uid: string, column: TextColumn, edit: (text: string) => string): Promise<string> {
    const [before, after] = [await textOf(uid, column), edit(await textOf(uid, column))]
    assert.notEqual(before, after, 'the change changes something')
    return setText(uid, column, after)
  }

  return { at, versionOf, textOf, setText, change }
}

/** The envelope of a version with a signature as they were made before decision 0032: its header has only alg and kid. */
export async function olderSignature(db: Database, stored: StoredVersion | undefined): Promise<string> {
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
  return stored.envelope.replace(
    /"signature":"[^"]*"/,
    `"signature":"${header}..${signature.toString('base64url')}"`,
  )
}
