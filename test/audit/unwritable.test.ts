/** While the audit trail cannot be written, nothing is served; afterwards the server goes on by itself. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, sql } from '../../packages/server/src/db/index.ts'
import { newEhr, postComposition, uploadTemplate } from '../records.ts'
import { type Answer, testServer } from '../server.ts'

// Less than the default, so that the test does not wait as long as a server would.
const server = await testServer({ env: { CAIRN_AUDIT_WAIT_MS: '3000' } })
await uploadTemplate(server)
const ehrId = await newEhr(server)

const run = (text: string) => server.db.execute(sql({ name: 'test.run', prepare: false, text }))
const read = (id?: string) =>
  server.call(`GET /openehr/v1/ehr/${ehrId}`, {
    scopes: 'api.read',
    ...(id === undefined ? {} : { headers: { 'X-Request-Id': id } }),
  })
const ready = async () => (await server.call('GET /health/ready')).status

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await holds()) return
    await sleep(100)
  }
  assert.fail(what)
}

const countOf = sql<{ events: number }, [id: string]>({
  name: 'test.countOf',
  text: 'select count(*) as events from cairn.audit_event where request_id = $1',
})

function assertUnavailable(answer: Answer): void {
  assert.equal(answer.status, 503, answer.text)
  assert.equal(answer.json().code, 'service.audit_unavailable')
  assert.ok(answer.headers.get('retry-after'))
}

/** Locks the table of events; the result unlocks it. */
async function lockTrail(database: Database = server.db): Promise<() => Promise<void>> {
  let unlock = () => {}
  let locked = () => {}
  const isLocked = new Promise<void>(done => {
    locked = done
  })
  const lasting = new Promise<void>(done => {
    unlock = done
  })
  const lock = database.transaction(async queries => {
    await queries.execute(
      sql({ name: 'test.lock', prepare: false, text: 'lock table cairn.audit_trail in exclusive mode' }),
    )
    locked()
    await lasting
  })
  await isLocked
  return async () => {
    unlock()
    await lock
  }
}

/** `break` makes the table unwritable until `mend`. */
async function check(name: string, breaking: () => Promise<unknown>, mend: () => Promise<unknown>) {
  assert.equal((await read()).status, 200)
  await breaking()
  const served: string[] = []
  await until(async () => {
    const id = `${name}-${served.length}`
    const answer = await read(id)
    if (answer.status !== 200) return true
    served.push(id)
    return false
  }, 'reads go on without a trail')
  assert.ok(served.length <= 256, `${served.length} answers left without a stored event`)
  for (let tries = 0; tries < 20; tries++) assertUnavailable(await read())
  assertUnavailable(await postComposition(server, ehrId))
  assertUnavailable(
    await server.call('GET /openehr/v1/query/aql?q=SELECT%20e%20FROM%20EHR%20e', { scopes: 'api.read' }),
  )
  assert.equal(await ready(), 503)
  const live = await server.call('GET /health/live')
  assert.equal(live.status, 200)
  await mend()
  await until(async () => (await ready()) === 200, 'it does not recover')
  assert.equal((await read('after')).status, 200)
  assert.equal((await postComposition(server, ehrId)).status, 201)
  for (const id of served)
    await until(async () => (await server.db.query(countOf, [id]))[0]?.events === 1, `${id} has no event`)
}

describe('a table of events that', () => {
  it('is gone: 503 for everything, and back again with all events', () =>
    check(
      'gone',
      () => run('alter table cairn.audit_trail rename to audit_away'),
      () => run('alter table cairn.audit_away rename to audit_trail'),
    ))

  it('is locked by somebody', async () => {
    let unlock = async () => {}
    await check(
      'locked',
      async () => {
        unlock = await lockTrail()
      },
      () => unlock(),
    )
  })

  it('refuses the event of a write: the write is refused too, and nothing of it is stored', async () => {
    const before = await versions()
    await run('alter table cairn.audit_trail rename to audit_away')
    const answer = await postComposition(server, ehrId)
    await run('alter table cairn.audit_away rename to audit_trail')
    assertUnavailable(answer)
    assert.equal(await versions(), before)
  })
})

describe('events that are written slowly', () => {
  it('let answers wait for CAIRN_AUDIT_WAIT_MS before anything is refused', async () => {
    const patient = await testServer()
    const ehr = await newEhr(patient)
    const readPatiently = () => patient.call(`GET /openehr/v1/ehr/${ehr}`, { scopes: 'api.read' })
    assert.equal((await readPatiently()).status, 200)
    const unlock = await lockTrail(patient.db)
    const early = readPatiently()
    // Longer than a batch had before there was a setting for it: two seconds, and three for the answer.
    await sleep(4000)
    const late = readPatiently()
    await sleep(200)
    await unlock()
    const statuses = new Set((await Promise.all([early, late])).map(({ status }) => status))
    assert.deepEqual([...statuses], [200])
  })
})

async function versions(): Promise<number> {
  const count = sql<{ count: number }>({
    name: 'test.versions',
    text: 'select count(*) as count from cairn.version',
  })
  return (await server.db.query(count))[0]?.count ?? 0
}
