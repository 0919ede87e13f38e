/** The tables of the audit trail, for tests that look behind them. */
import { randomUUID } from 'node:crypto'
import { type AuditEvent, auditEvent } from '../../packages/server/src/audit/event.ts'
import { type TrailEvent, trailEvent, type WordNumbers } from '../../packages/server/src/audit/trail/row.ts'
import { appendEvents } from '../../packages/server/src/audit/trail/store.ts'
import { type Database, type Queries, sql } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
import type { RunningServer } from '../server.ts'

/** An event of a read, with some of its members set. */
export const readEvent = (given: Partial<AuditEvent>): AuditEvent => ({
  ...auditEvent(
    {
      requestId: 'test',
      method: 'GET',
      route: '',
      path: '/',
      ehrId: undefined,
      status: 200,
      clientId: 'app',
      person: undefined,
      address: '127.0.0.1',
    },
    Date.now(),
  ),
  ...given,
})

/** The same, as a trail records it. */
export const recordedRead = (given: Partial<AuditEvent>): TrailEvent => trailEvent(readEvent(given))

export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

/** Adds events as a server does, which then seals none of them. */
export const addEvents = (
  db: Queries,
  events: readonly Partial<AuditEvent>[],
  numbers?: WordNumbers,
): Promise<number[]> =>
  appendEvents(
    db,
    events.map(event => trailEvent(readEvent(event), numbers)),
  )

/** Without triggers, as who has the database itself can. */
export async function behindItsBack(db: Database, ...statements: readonly string[]): Promise<void> {
  await db.transaction(async queries => {
    for (const text of ['set local session_replication_role = replica', ...statements])
      await queries.execute(sql({ name: 'test.behind', prepare: false, text }))
  })
}

const COLUMNS = `event_id, at, request_id, client_id, address, method, route, path, ehr_id, action, status, outcome, person,
  contribution_id, detail`

/** Puts events where they would be if they had been there before the trail had partitions. */
export const makeOld = (db: Database, condition: string): Promise<void> =>
  behindItsBack(
    db,
    db.isDistributed
      ? `insert into cairn.audit_old_event (batch, ${COLUMNS})
           select md5(event_id::text)::uuid, ${COLUMNS} from cairn.audit_trail_event where ${condition}`
      : `insert into cairn.audit_old_event (${COLUMNS}) select ${COLUMNS} from cairn.audit_trail_event where ${condition}`,
    `delete from cairn.audit_trail where event_id in (select event_id from cairn.audit_old_event)`,
  )

/** Puts the EHRs that these events list where they were before lists had a form of their own. */
export const listInJson = (db: Database, condition: string): Promise<void> =>
  behindItsBack(
    db,
    `update cairn.audit_trail set more = decode(cairn.audit_more(more)::text, 'escape')
     where octet_length(more) > 32 and ${condition}`,
  )

/** Waits until the events so far are in the trail. */
export async function settled({ call, db }: Pick<RunningServer, 'call' | 'db'>): Promise<void> {
  const id = `settled-${randomUUID()}`
  await call('GET /nowhere', { headers: { 'X-Request-Id': id } })
  const find = sql<never, [id: string]>({
    name: 'test.settled',
    text: 'select from cairn.audit_event where request_id = $1',
  })
  await eventually('the events are stored', async () => (await db.query(find, [id])).length > 0)
}
