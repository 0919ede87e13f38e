/** Versions that were stored before documents had one printed form (decision 0095): in the order of their client, with the same signature. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { canonicalize } from '@cairn-ehr/openehr/format'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { openRecords } from '../admin/records.ts'
import { behindItsBack } from '../audit/trail.ts'
import { reversed } from '../records.ts'
import { type RunningServer, testServer } from '../server.ts'
import { tamperWith } from '../verify/tampering.ts'

const ADMIN = 'api.read api.write api.admin'

const server = await testServer()
const records = await openRecords(server)
const ehrId = await records.ehr()
const uid = await records.composition(ehrId, 'earlier')
const { textOf, setText } = tamperWith(server.db, ehrId)
const canonical = await textOf(uid, 'data')
const earlier = JSON.stringify(reversed(JSON.parse(canonical)))
await behindItsBack(server.db, setText(uid, 'data', earlier))

const exported = async () => {
  const { text } = await server.call('GET /admin/v1/export', { scopes: ADMIN })
  const lines = text.trimEnd().split('\n')
  return { origin: JSON.parse(lines[0] ?? '').origin, body: lines.slice(1, -1).join('\n') }
}

async function importInto(target: RunningServer) {
  const { origin, body } = await exported()
  const answer = await target.call(`POST /admin/v1/import?origin=${origin}`, {
    scopes: ADMIN,
    headers: { 'Content-Type': 'application/x-ndjson' },
    body,
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.json()
}

describe('a version in the order of its client', () => {
  it('is another text of the same data', () => {
    assert.notEqual(earlier, canonical)
    assert.equal(canonicalize(JSON.parse(earlier)), canonical)
  })

  it('is sent as it is stored, and verified', async () => {
    const { text } = await records.call(`GET /ehr/${ehrId}/composition/${uid}`)
    assert.equal(text, earlier)
    assert.deepEqual((await verifyRecords(server.db)).faults, [])
  })

  it('is there already for the server that has it', async () => {
    const { rejected = [] } = await importInto(server)
    assert.deepEqual(rejected, [])
  })

  it('is stored in the one form by another server, with its signature', async () => {
    const other = await testServer()
    await importInto(other)
    const { text } = await other.call(`GET /openehr/v1/ehr/${ehrId}/composition/${uid}`, {
      scopes: 'api.read',
    })
    assert.equal(text, canonical)
    assert.deepEqual((await verifyRecords(other.db)).faults, [])
  })

  it('whose data were changed is found', async () => {
    await behindItsBack(server.db, setText(uid, 'data', earlier.replace('"earlier"', '"changed"')))
    assert.equal((await verifyRecords(server.db)).faults.length, 1)
    const answer = await importInto(server)
    assert.match(JSON.stringify(answer), /does not match its signature|another version/)
  })
})
