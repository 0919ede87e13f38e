/** A read as of a time that has passed has the same answer later, whatever is committed meanwhile. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { exclusiveLock } from '../../packages/server/src/versions/ehr-lock.ts'
import { eventually } from '../eventually.ts'
import { bloodPressure, idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { addPersonWith, openTokens } from '../rights/tokens.ts'
import { type RunningServer, testServer } from '../server.ts'

const here = await testServer()
/** Another machine, whose clock is behind by ten seconds. */
const behind = await testServer({ beside: here, now: () => Date.now() - 10_000 })
await uploadTemplate(here)

const run = <Row = never>(text: string) => here.db.query(sql<Row>({ name: 'test.run', prepare: false, text }))

/** A composition that the machine behind has committed. */
async function recordOf(server: RunningServer): Promise<{ ehrId: string; uid: string; path: string }> {
  const ehrId = await newEhr(server)
  const uid = idOf(await postComposition(server, ehrId))
  return { ehrId, uid, path: `/openehr/v1/ehr/${ehrId}/composition/${uid.split('::')[0]}` }
}

const put = (server: RunningServer, path: string, uid: string, headers: Record<string, string> = {}) =>
  server.call(`PUT ${path}`, {
    ...('Authorization' in headers ? {} : { scopes: 'api.write' }),
    headers: { 'Content-Type': 'application/json', 'If-Match': uid, ...headers },
    body: JSON.stringify(bloodPressure([{ systolic: 121 }])),
  })

const readAt = async (server: RunningServer, path: string, time: string): Promise<string> => {
  const answer = await server.call(`GET ${path}?version_at_time=${encodeURIComponent(time)}`, {
    scopes: 'api.read',
  })
  assert.equal(answer.status, 200, answer.text)
  return idOf(answer)
}

const secondsAgo = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString()

describe('a read as of a time', () => {
  it('has the same answer after a commit by a machine whose clock is behind', async () => {
    const { path, uid } = await recordOf(behind)
    const time = secondsAgo(5)
    assert.equal(await readAt(here, path, time), uid)
    const changed = await put(behind, path, uid)
    assert.equal(changed.status, 204, changed.text)
    assert.equal(await readAt(here, path, time), uid)
    assert.equal(await readAt(here, path, secondsAgo(-60)), idOf(changed))
  })

  it('has the same answer after a commit by a person with limited rights', async () => {
    const { path, uid, ehrId } = await recordOf(behind)
    await addPersonWith(here, 'nora', { assigned_roles: ['nurse'] })
    const assigned = await here.call('POST /admin/v1/person/nora/assignment', {
      scopes: 'api.admin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ehr_id: ehrId }),
    })
    assert.equal(assigned.status, 201, assigned.text)
    const token = await (await openTokens(behind))({ scope: 'api.read api.write', person: 'nora' })
    const time = secondsAgo(5)
    assert.equal(await readAt(here, path, time), uid)
    const changed = await put(behind, path, uid, { Authorization: `Bearer ${token}` })
    assert.equal(changed.status, 204, changed.text)
    assert.equal(await readAt(here, path, time), uid)
  })

  it('waits for a commit that is under way, and shows it', async () => {
    const { path, uid } = await recordOf(here)
    await run('create table public.gate (id integer primary key)')
    await run('insert into public.gate values (1)')
    await run(`create function public.wait_at_gate() returns trigger language plpgsql security definer as $$
      begin perform 1 from public.gate for share; return null; end $$`)
    await run(
      `create trigger gate after insert on cairn.version for each statement execute function public.wait_at_gate()`,
    )
    const { changed, read, time } = await here.db.transaction(async queries => {
      await queries.query(sql({ name: 'test.shut', text: 'select from public.gate for update' }))
      const changed = put(here, path, uid)
      await eventually('the commit waits', async () => (await waiting('gate')) === 1)
      const time = new Date().toISOString()
      await new Promise(done => setTimeout(done, 2))
      const read = readAt(here, path, time)
      await eventually('the read waits', async () => (await waiting('advisory')) === 1)
      return { changed, read, time }
    })
    const newest = idOf(await changed)
    assert.equal(await read, newest)
    assert.equal(await readAt(here, path, time), newest)
    await run('drop trigger gate on cairn.version')
  })

  it('is before a commit that has waited for it', async () => {
    const { path, uid, ehrId } = await recordOf(behind)
    const time = secondsAgo(5)
    const { changed } = await here.db.transaction(async queries => {
      const lock = `select ${exclusiveLock('ehr_id')} from cairn.ehr where ehr_id = '${ehrId}'`
      for (const text of [
        lock,
        `select from cairn.ehr where ehr_id = '${ehrId}' for update`,
        `update cairn.ehr set read_to = '${time}' where ehr_id = '${ehrId}'`,
      ])
        await queries.query(sql({ name: 'test.read', prepare: false, text }))
      const changed = put(behind, path, uid)
      await eventually('the commit waits', async () => (await waiting('advisory')) === 1)
      return { changed }
    })
    assert.equal((await changed).status, 204)
    assert.equal(await readAt(here, path, time), uid)
  })
})

/** Sessions that wait for a lock: on the row of the gate, or on an EHR. */
async function waiting(what: 'gate' | 'advisory'): Promise<number> {
  const event = what === 'gate' ? `wait_event in ('tuple', 'transactionid')` : `wait_event = 'advisory'`
  const [row] = await run<{ sessions: number }>(
    `select count(*)::int as sessions from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and ${event}`,
  )
  return row?.sessions ?? 0
}
