/** A live query shows what its reader may see, as long as the reader may see it, and the audit trail says so. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeJwt } from 'jose'
import { sql } from '../../packages/server/src/db/index.ts'
import { newClient } from '../auth/new-client.ts'
import { eventually } from '../eventually.ts'
import { adminCall, newPerson } from '../people/people.ts'
import { asking, newEhr, OBSERVATIONS, record, SYSTOLIC } from '../query/queries.ts'
import { addPersonWith, openTokens } from '../rights/tokens.ts'
import { testServer } from '../server.ts'
import { type LiveReader, openLive } from './live-calls.ts'

const asked = await asking({ env: { CAIRN_LIVE_INTERVAL_MS: '100' } })
const { server } = asked
const makeToken = await openTokens(server)
await newPerson(server, 'ana')
await newPerson(server, 'rosa', ['researcher'])
const [mine, other] = [await newEhr(server), await newEhr(server)]

const ALL = `SELECT e/ehr_id/value, ${SYSTOLIC} FROM EHR e CONTAINS ${OBSERVATIONS}`

const becomeRows = (reader: LiveReader, rows: readonly unknown[]) =>
  eventually(JSON.stringify(rows), () => JSON.stringify(reader.rows()) === JSON.stringify(rows))

describe('a live query', () => {
  it('of an app for one patient has the rows of this patient', async () => {
    const scope = 'patient/composition-*.rs patient/aql-*.s'
    const token = await makeToken({ scope, person: 'ana', ehrId: mine })
    const reader = await openLive(server, { q: ALL }, { token })
    assert.equal(reader.status, 200, reader.refused)
    await record(asked, other, [{ systolic: 101 }])
    await record(asked, mine, [{ systolic: 102 }])
    await becomeRows(reader, [[mine, 102]])
    await reader.close()
  })

  it('has the rows of EHRs that are assigned, as long as they are', async () => {
    await addPersonWith(server, 'nora', { assigned_roles: ['clinician'] })
    const token = await makeToken({ scope: 'api.read api.write', person: 'nora' })
    const ehrId = await newEhr(server)
    await record(asked, ehrId, [{ systolic: 103 }])
    const reader = await openLive(server, { q: ALL }, { token })
    assert.equal(reader.status, 200, reader.refused)
    const assigned = await adminCall(server, 'POST /admin/v1/person/nora/assignment', {
      ehr_id: ehrId,
      reason: 'on the ward',
    })
    await becomeRows(reader, [[ehrId, 103]])
    await adminCall(server, `DELETE /admin/v1/assignment/${assigned.json().assignment_id}`)
    await becomeRows(reader, [])
    await reader.close()
  })

  it('of a researcher has rows without identity', async () => {
    const token = await makeToken({ scope: 'user/composition-*.rs user/aql-*.s', person: 'rosa' })
    const ehrId = await newEhr(server)
    const reader = await openLive(server, { q: ALL }, { token })
    assert.equal(reader.status, 200, reader.refused)
    await record(asked, ehrId, [{ systolic: 104.125 }])
    await eventually('the row', () => JSON.stringify(reader.rows()).includes('104.125'))
    assert.equal(JSON.stringify(reader.events).includes(ehrId), false)
    assert.equal(reader.events[0]?.data.kept, 'query')
    await reader.close()
  })

  it('is refused to those who may not query', async () => {
    const token = await makeToken({ scope: 'user/composition-*.c', person: 'ana' })
    assert.equal((await openLive(server, { q: ALL }, { token })).status, 403)
  })

  it('ends with the client that reads it, and says so', async () => {
    const token = await newClient(server, 'api.read')
    const reader = await openLive(server, { q: ALL, ehr_id: mine }, { token })
    await eventually('rows', () => reader.events.length > 0)
    const disabled = await adminCall(server, `POST /admin/v1/client/${decodeJwt(token)['client_id']}/disable`)
    assert.ok(disabled.status < 300, disabled.text)
    await record(asked, mine, [{ systolic: 105.125 }])
    await eventually('the end', reader.isOver)
    assert.deepEqual(
      [reader.events.at(-1)?.event, reader.events.at(-1)?.data.code],
      ['end', 'auth.token_invalid'],
    )
    assert.equal(JSON.stringify(reader.events).includes('105.125'), false)
  })
})

const naming = sql<{ ehr_id: string | null; detail: Record<string, unknown> | null }, [client: string]>({
  name: 'test.liveEvents',
  text: `select ehr_id, detail from cairn.audit_event where client_id = $1 and detail ? 'query' order by event_id`,
})

describe('the audit trail', () => {
  it('has the EHRs of each answer of a live query', async () => {
    const token = await newClient(server, 'api.read')
    const ehrId = await newEhr(server)
    const q = `${ALL} WHERE ${SYSTOLIC} = 106.125`
    const reader = await openLive(server, { q }, { token })
    await eventually('no rows', () => reader.events.length === 1)
    await record(asked, ehrId, [{ systolic: 106.125 }])
    await becomeRows(reader, [[ehrId, 106.125]])
    await reader.close()
    const count = await openLive(
      server,
      { q: q.replace(/^SELECT .* FROM EHR/, 'SELECT COUNT(*) FROM EHR') },
      { token },
    )
    await eventually('a count', () => count.rows().length === 1)
    await count.close()
    const events = await server.db.query(naming, [String(decodeJwt(token)['client_id'])])
    assert.ok(events.some(({ ehr_id }) => ehr_id === ehrId))
    assert.ok(events.some(({ detail }) => detail?.['ehr_count'] === 0))
    assert.ok(events.some(({ detail }) => detail?.['all_ehrs'] === true))
    assert.equal(JSON.stringify(events).includes('106.125'), false)
  })
})

describe('a server', () => {
  it('refuses more live queries than a client may read, than it allows, and than it can keep', async () => {
    const small = await testServer({
      beside: server,
      env: { CAIRN_LIVE_MAX: '3', CAIRN_LIVE_PER_CLIENT: '2', CAIRN_LIVE_MAX_ROWS: '1' },
    })
    const tokens = [await newClient(small, 'api.read'), await newClient(small, 'api.read')]
    const open = (at: number) => openLive(small, { q: 'SELECT COUNT(*) FROM EHR e' }, { token: tokens[at] })
    const readers = [await open(0), await open(0), await open(0), await open(1), await open(1)]
    assert.deepEqual(
      readers.map(({ status }) => status),
      [200, 200, 429, 200, 503],
    )
    assert.match(readers[2]?.refused ?? '', /live\.too_many/)
    assert.match(readers[4]?.refused ?? '', /live\.overloaded/)
    await readers[0]?.close()
    const metrics = await small.call('GET /metrics')
    await eventually('a place again', async () => (await open(0).then(again => again.status)) === 200)
    assert.ok(metrics.status === 200 || metrics.status === 404)
    const large = await openLive(server, { q: 'SELECT e/ehr_id/value FROM EHR e' })
    assert.equal(large.status, 200)
    await large.close()
    for (const reader of readers.slice(1)) await reader.close()
    await eventually('room', async () => {
      const refused = await openLive(small, { q: 'SELECT e/ehr_id/value FROM EHR e' })
      return refused.status === 400 && /live\.too_large/.test(refused.refused)
    })
  })
})
