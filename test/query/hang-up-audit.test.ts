/** An answer that flows and that nobody reads to its end was asked for all the same: the audit trail has it. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../packages/server/src/db/index.ts'
import { requestLine } from '../http/raw.ts'
import { asking, newEhr, record } from './queries.ts'

const asked = await asking()
const { server } = asked
const ehr = await newEhr(server)
for (let count = 0; count < 12; count++) await record(asked, ehr)

/** 12 to the power of 4 rows of whole compositions: far more than a socket takes before somebody reads. */
const MUCH =
  'SELECT a, b, c, d FROM EHR e CONTAINS (COMPOSITION a AND COMPOSITION b AND COMPOSITION c AND COMPOSITION d)'

const statusOf = sql<{ status: number }, [id: string]>({
  name: 'test.status',
  text: 'select status from cairn.audit_event where request_id = $1',
})

it('a caller that hangs up in the middle of a long answer is in the audit trail', async () => {
  const [id, token] = ['half-read', await server.token('api.read')]
  const target = `/openehr/v1/query/aql?fetch=20000&q=${encodeURIComponent(MUCH)}`
  const headers = [`Authorization: Bearer ${token}`, `X-Request-Id: ${id}`]
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname, () =>
    socket.write(requestLine(server.url, `GET ${target} HTTP/1.1`, headers)),
  )
  const begun = await new Promise<Buffer>(done => socket.once('data', done))
  assert.match(begun.toString(), /^HTTP\/1\.1 200 /)
  socket.destroy()
  for (let tries = 0; tries < 100; tries++) {
    const [event] = await server.db.query(statusOf, [id])
    if (event) return assert.equal(event.status, 200)
    await sleep(50)
  }
  assert.fail('no event was written')
})
