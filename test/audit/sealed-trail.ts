/** A trail of which every event has its seal, and ways to look at it while it is changed behind the server's back. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyTrail } from '../../packages/server/src/audit/index.ts'
import { type Database, sql } from '../../packages/server/src/db/index.ts'
import { openVerifier } from '../../packages/server/src/versions/index.ts'
import { newEhr, postComposition, uploadTemplate } from '../records.ts'
import type { RunningServer } from '../server.ts'
import { behindItsBack } from './trail.ts'

const TABLES = ['audit_trail', 'audit_act', 'audit_actor', 'audit_seal']

export async function openTrail(db: Database) {
  const { isSigned } = await openVerifier(db)

  /** Until every event has its seal. */
  async function sealed(): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      const { unsealed, events } = await verifyTrail(db, { isSigned })
      if (unsealed === 0 && events > 0) return
      await sleep(100)
    }
    assert.fail('the events are not sealed')
  }

  /** Does something to the trail, looks, and undoes it. */
  async function faultsWhile(...statements: readonly string[]): Promise<(readonly string[])[]> {
    await behindItsBack(
      db,
      ...TABLES.map(table => `create table cairn.kept_${table} as table cairn.${table}`),
    )
    try {
      await behindItsBack(db, ...statements)
      return (await verifyTrail(db, { isSigned })).faults.map(({ place, what }) => [place, what])
    } finally {
      for (const table of TABLES)
        await behindItsBack(
          db,
          `delete from cairn.${table}`,
          `insert into cairn.${table} overriding system value select * from cairn.kept_${table}`,
          `drop table cairn.kept_${table}`,
        )
    }
  }

  const newest = async () => {
    const { head } = await verifyTrail(db, { isSigned })
    assert.ok(head)
    return head
  }

  const rows = async <Row>(text: string) => db.query(sql<Row>({ name: 'test.rows', prepare: false, text }))

  return { isSigned, sealed, faultsWhile, newest, rows }
}

/** Reads and writes in three seals at least; the id of their EHR. */
export async function makeSeals(server: RunningServer, sealed: () => Promise<void>): Promise<string> {
  await uploadTemplate(server)
  const ehrId = await newEhr(server)
  for (let round = 0; round < 3; round++) {
    await Promise.all([
      ...Array.from({ length: 5 }, () => postComposition(server, ehrId)),
      ...Array.from({ length: 5 }, () => server.call(`GET /openehr/v1/ehr/${ehrId}`, { scopes: 'api.read' })),
      server.call(`GET /openehr/v1/query/aql?q=${encodeURIComponent('SELECT e/ehr_id/value FROM EHR e')}`, {
        scopes: 'api.read',
      }),
    ])
    await sealed()
  }
  return ehrId
}
