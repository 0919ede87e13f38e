/** Changes of one row behind the back of the servers: `cairn verify` must name the EHR, the object or the audit trail, and finds nothing else. */
import assert from 'node:assert/strict'
import { type Verification, verifyAll } from '../../packages/server/src/admin/index.ts'
import { checkedVault } from '../../packages/server/src/auth/index.ts'
import { type Database, sql } from '../../packages/server/src/db/index.ts'
import { behindItsBack } from '../audit/trail.ts'
import { SECRET_KEY } from '../server.ts'
import { quoted } from '../verify/tampering.ts'

interface Tampering {
  readonly table: string
  readonly keys: readonly string[]
  /** Rows that can be chosen; all if it is left out. */
  readonly where?: string
  readonly column: string
  /** SQL of the new value. */
  readonly value: string
  /** The key that a fault names; if it is left out, the EHR, or the audit trail where there is none. */
  readonly names?: string
}

const ROOT = { table: 'root', keys: ['ehr_id', 'commit_number', 'num', 'cap'] } as const

export const TAMPERINGS = {
  'a value of the query index': {
    ...ROOT,
    where: `leaves::text like '%mm[Hg]%'`,
    column: 'leaves',
    value: `replace(leaves::text, 'mm[Hg]', 'kPa')::jsonb`,
  },
  'the mark of the latest version': { ...ROOT, column: 'latest', value: 'not latest' },
  'is_queryable of an EHR': { table: 'ehr', keys: ['ehr_id'], column: 'is_queryable', value: 'false' },
  'is_modifiable of an EHR': { table: 'ehr', keys: ['ehr_id'], column: 'is_modifiable', value: 'false' },
  'the subject of an EHR': {
    table: 'ehr_subject',
    keys: ['ehr_id', 'subject_id'],
    column: 'namespace',
    value: `'elsewhere'`,
  },
  'the time of a version': {
    table: 'version',
    keys: ['ehr_id', 'object_id', 'version'],
    column: 'committed_at',
    value: `committed_at - interval '1 hour'`,
  },
  'an episode': {
    table: 'episode',
    keys: ['ehr_id', 'episode_id'],
    column: 'name',
    value: `'Other'`,
  },
  'a tag': {
    table: 'item_tag',
    keys: ['ehr_id', 'object_id', 'version', 'key'],
    where: 'value is not null',
    column: 'value',
    value: `value || ' changed'`,
    names: 'object_id',
  },
  'the text of a stored query': {
    table: 'stored_query',
    keys: ['name', 'major', 'minor', 'patch'],
    column: 'q',
    value: `q || ' '`,
    names: 'name',
  },
  'a datamap': { table: 'datamap', keys: ['name'], column: 'version', value: 'version + 1', names: 'name' },
  'a client': {
    table: 'client',
    keys: ['client_id'],
    column: 'name',
    value: `name || ' '`,
    names: 'client_id',
  },
  'the address of a webhook': {
    table: 'subscription',
    keys: ['subscription_id'],
    where: `name <> 'all'`,
    column: 'url',
    value: `'https://elsewhere.example.org'`,
    names: 'subscription_id',
  },
  'an event of the audit trail': {
    table: 'audit_trail',
    keys: ['event_id'],
    where: 'ehr is not null and event_id in (select event_id from cairn.audit_sealed)',
    column: 'ehr',
    value: 'null',
  },
} as const satisfies Readonly<Record<string, Tampering>>

const rowsOf = (db: Database, text: string) =>
  db.query(sql<Record<string, string>>({ name: 'simulation.rows', prepare: false, text }))

export async function verifyNow(db: Database): Promise<Verification> {
  const { stateKey } = await checkedVault(db, SECRET_KEY)
  return verifyAll(db, { stateKey, known: undefined }, () => {})
}

/** All faults of a verification, as lines. */
export const faultsIn = ({ records, indexFaults, state, trail }: Verification): string[] => [
  ...[...records.faults, ...indexFaults].map(({ uid, what, ehrId }) => `${uid} ${what} (EHR ${ehrId})`),
  ...records.changedPresets.map(id => `preset ${id} was changed`),
  ...state.faults.map(({ kind, id, what }) => `${kind} ${id} ${what}`),
  ...trail.faults.map(({ place, what }) => `audit trail, ${place}: ${what}`),
]

/** Changes one row, the `choice`-th of those that can be, expects that it is found, and puts it back. */
export async function tamper(db: Database, name: keyof typeof TAMPERINGS, choice: number): Promise<void> {
  const { table, keys, where = 'true', column, value, names }: Tampering = TAMPERINGS[name]
  const shown = [...keys, column].map(each => `${each}::text`).join(', ')
  const rows = await rowsOf(
    db,
    `select ${shown} from cairn.${table} where ${where} order by ${keys.join(', ')}`,
  )
  const row = rows[choice % rows.length]
  if (row === undefined) return
  const condition = keys.map(key => `${key} = ${quoted(row[key] ?? '')}`).join(' and ')
  const change = (to: string) =>
    // The row is put back for good, whatever happens to the database next.
    behindItsBack(
      db,
      'set local synchronous_commit = on',
      `update cairn.${table} set ${column} = ${to} where ${condition}`,
    )
  await change(value)
  try {
    const faults = faultsIn(await verifyNow(db))
    const named = (names && row[names]) ?? (row['ehr_id'] ? `(EHR ${row['ehr_id']})` : 'audit trail')
    assert.ok(faults.length > 0, `verify does not find the change of ${name}: ${condition}`)
    const others = faults.filter(fault => !fault.includes(named))
    assert.deepEqual(others, [], `verify finds more than the change of ${name}: ${condition}`)
  } finally {
    await change(quoted(row[column] ?? ''))
  }
}
