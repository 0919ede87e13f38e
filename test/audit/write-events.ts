/** Calls that write, while nothing but the transaction of a write can reach the audit trail: each must find its own event there. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../packages/server/src/db/index.ts'
import { idOf } from '../records.ts'
import type { Answer, RunningServer } from '../server.ts'

const SCOPES = 'api.read api.write api.admin'

const eventIn = sql<never, [id: string]>({
  name: 'test.eventIn',
  text: 'select from cairn.audit_event where request_id = $1',
})

const refuseBuffered = sql({
  name: 'test.function',
  text: `create function cairn.refuse_buffered() returns trigger language plpgsql as $$
    begin
      if current_setting('application_name') = 'cairn audit' then raise exception 'audit_trail: the buffer is blocked'; end if;
      return new;
    end $$`,
})

const refuseBufferedRows = sql({
  name: 'test.trigger',
  text: `create trigger refuse_buffered before insert on cairn.audit_trail
    for each row execute function cairn.refuse_buffered()`,
})

/** Stores the events so far, and from then on refuses those that come by the connections of the buffer. */
async function blockBuffer({ db, call, token }: RunningServer): Promise<void> {
  await token(SCOPES)
  await call('GET /nowhere', { headers: { 'X-Request-Id': 'before' } })
  while ((await db.query(eventIn, ['before'])).length === 0) await sleep(50)
  await db.execute(refuseBuffered)
  await db.execute(refuseBufferedRows)
}

interface StoredEvent {
  status: number
  outcome: string
  ehr_id: string | null
  has_contribution: boolean
}

const storedEvents = sql<StoredEvent, [id: string]>({
  name: 'test.eventsOf',
  text: `select status, outcome, ehr_id, exists (
           select from (select xmin, contribution_id from cairn.contribution
             union all select xmin, contribution_id from cairn_party.contribution) c
           join cairn.audit_trail t on t.xmin = c.xmin
           where c.contribution_id = e.contribution_id and t.event_id = e.event_id) as has_contribution
         from cairn.audit_event e where request_id = $1`,
})

export interface WriteCall {
  /** Method and path as the description of the API has them. */
  readonly operation: string
  readonly target: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly ehrId?: string | null
  /** True for a commit. */
  readonly commits?: boolean
  /** True if the answer names the contribution, and not what it creates. */
  readonly isContribution?: boolean
}

/** Operations that have written are added to `done`. */
export async function openWriteEvents(server: RunningServer) {
  await blockBuffer(server)
  const done = new Set<string>()
  let count = 0

  const eventsOf = (id: string): Promise<readonly StoredEvent[]> => server.db.query(storedEvents, [id])

  async function write(call: WriteCall): Promise<Answer> {
    const { operation, target, body, headers = {}, ehrId = null, commits = false } = call
    const id = `write-${count++}`
    const isText = typeof body === 'string'
    const answer = await server.call(`${operation.split(' ')[0]} ${target}`, {
      scopes: SCOPES,
      headers: {
        'X-Request-Id': id,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    })
    assert.ok(answer.status < 300, `${operation}: ${answer.status} ${answer.text}`)
    const expected = { status: answer.status, outcome: 'success', ehr_id: ehrId, has_contribution: commits }
    assert.deepEqual(await eventsOf(id), [expected], operation)
    done.add(operation)
    return answer
  }

  /** A new EHR or party, whose id only the answer tells. */
  async function created({ operation, target, body, isContribution }: WriteCall): Promise<Answer> {
    const id = `write-${count++}`
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const answer = await server.call(`POST ${target}`, {
      scopes: SCOPES,
      headers: { 'X-Request-Id': id, ...json },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    assert.equal(answer.status, 201, answer.text)
    const events = await eventsOf(id)
    const ehrId = isContribution ? events[0]?.ehr_id : idOf(answer).split('::')[0]
    const expected = { status: 201, outcome: 'success', ehr_id: ehrId, has_contribution: true }
    assert.deepEqual(events, [expected], operation)
    done.add(operation)
    return answer
  }

  return { done, eventsOf, write, created }
}

export type WriteEvents = Awaited<ReturnType<typeof openWriteEvents>>
