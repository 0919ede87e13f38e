/** Physical deletion of parties: with the EHR of a person, or by themselves. Nothing remains but a tombstone. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { everyTable, tablesOfParties } from '../admin/catalogue.ts'
import { runProgram } from '../http/program.ts'
import { idOf } from '../records.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { newParty, party, partyRef, postParty, uploadPartyTemplates } from './parties.ts'
import { found, person, putDefinition } from './people.ts'

const log = join(mkdtempSync(join(tmpdir(), 'cairn-erasures-')), 'erasures.ndjson')
const server = await testServer({ env: { CAIRN_ERASURE_LOG: log } })
await uploadPartyTemplates(server)
await putDefinition(server)

const call = (request: string, headers: Readonly<Record<string, string>> = {}, body?: unknown) =>
  server.call(request, {
    scopes: 'api.read api.write api.admin',
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const objectOf = (uid: string): string => uid.split('::')[0] ?? ''

/** A person with rows in every table of parties; `linked`: with an EHR. */
async function fullPerson(family: string, linked: boolean) {
  const ward = await newParty(server, 'organisation', party('organisation', 'Ward'))
  const data = person({ family, given: ['Ada'], born: '1970-01-02', address: ['1 Road', family] })
  const employer = { roles: [] as unknown[] }
  const role = await newParty(
    server,
    'role',
    party('role', 'Doctor', { performer: partyRef('ORGANISATION', ward) }),
  )
  employer.roles.push(partyRef('ROLE', role))
  const first = await newParty(server, 'person', { ...data, ...employer })
  const id = objectOf(first)
  await call(`PUT /openehr/v1/demographic/person/${id}`, { 'If-Match': first }, { ...data, ...employer })
  await call(`PUT /openehr/v1/demographic/person/${id}/tags`, {}, [{ key: family }])
  await server.db.execute(
    sql<never, [string]>({
      name: 'test.finding',
      text: `insert into cairn_party.finding (ehr_id, object_id, version, total, findings) values ($1, $1, 1, 1, '[]')`,
    }),
    [id],
  )
  const ehrId = linked ? idOf(await call('POST /openehr/v1/ehr', { 'cairn-person-uid': id })) : ''
  const twin = objectOf(await newParty(server, 'person', person({ family })))
  await call('POST /extra/v1/person/merge', {}, { into: id, from: twin, reason: family })
  return { id, ehrId, twin, role: objectOf(role) }
}

async function assertGone(id: string, marker: string): Promise<void> {
  for (const table of await tablesOfParties(server.db)) assert.equal(await table.rowsOf(id), 0, table.name)
  for (const table of await everyTable(server.db)) {
    assert.equal(await table.rowsWith(marker), 0, `${table.name} still has its data`)
    if (table.name !== 'cairn_party.erased_ehr')
      assert.equal(await table.rowsWith(id), 0, `${table.name} still has its id`)
  }
  assert.deepEqual(await found(server, { name: marker }), [])
  assert.equal((await call(`GET /openehr/v1/demographic/person/${id}`)).status, 404)
  assert.deepEqual((await verifyRecords(server.db)).faults, [])
}

const tombstone = sql<{ client_id: string; reason: string }, [id: string]>({
  name: 'test.partyTombstone',
  text: 'select client_id, reason from cairn_party.erased_ehr where ehr_id = $1',
})

test('erasing an EHR erases its person, and nothing of it remains in any table', async () => {
  const marker = 'Unforgettable'
  const { id, ehrId, twin } = await fullPerson(marker, true)
  for (const table of await tablesOfParties(server.db))
    assert.ok(
      (await table.rowsOf(id)) + (await table.rowsOf(twin)) > 0,
      `this test is to fill ${table.name}, and party-erasure.ts to empty it`,
    )
  const erased = await call(`DELETE /openehr/v1/admin/ehr/${ehrId}?reason=asked`)
  assert.equal(erased.status, 204, erased.text)
  for (const each of [id, twin]) {
    await assertGone(each, marker)
    assert.deepEqual(await server.db.query(tombstone, [each]), [
      { client_id: server.client.id, reason: 'asked' },
    ])
  }
  const again = await postParty(server, 'person', {
    ...person({ family: 'Other' }),
    uid: { _type: 'HIER_OBJECT_ID', value: id },
  })
  assert.equal(again.status, 409, 'its id is not used again')
})

test('several EHRs are erased with their people', async () => {
  const [one, two] = [await fullPerson('Firstborn', true), await fullPerson('Secondborn', true)]
  const erased = await call(`DELETE /openehr/v1/admin/ehr/all?ehr_id=${one.ehrId}&ehr_id=${two.ehrId}`)
  assert.equal(erased.status, 204, erased.text)
  await assertGone(one.id, 'Firstborn')
  await assertGone(two.id, 'Secondborn')
})

test('a person without an EHR is erased by itself; one with an EHR is not', async () => {
  const { id } = await fullPerson('Lonely', false)
  const linked = await fullPerson('Linked', true)
  const refused = await call(`DELETE /openehr/v1/admin/party/${linked.id}`)
  assert.deepEqual([refused.status, refused.json().code], [409, 'party.referenced'])
  assert.equal((await call(`DELETE /openehr/v1/admin/party/${randomUUID()}`)).status, 404)
  assert.equal((await call(`DELETE /openehr/v1/admin/party/${id}`)).status, 204)
  await assertGone(id, 'Lonely')
  assert.equal((await call(`DELETE /openehr/v1/admin/party/${id}`)).status, 404)
})

test('a party that others refer to is erased; they keep the reference', async () => {
  const { id, role } = await fullPerson('Referring', false)
  assert.equal((await call(`DELETE /openehr/v1/admin/party/${role}`)).status, 204)
  const kept = await call(`GET /openehr/v1/demographic/person/${id}`)
  assert.equal(kept.json().roles[0].id.value, role)
  const changed = await call(
    `PUT /openehr/v1/demographic/person/${id}`,
    { 'If-Match': kept.headers.get('etag') ?? '' },
    kept.json(),
  )
  assert.equal(changed.status, 204, changed.text)
  assert.deepEqual((await verifyRecords(server.db)).faults, [])
})

test('the audit trail names the person', async () => {
  const { id, ehrId } = await fullPerson('Audited', true)
  await call(`DELETE /openehr/v1/admin/ehr/${ehrId}`)
  const events = await call(`GET /admin/v1/audit?ehr_id=${id}`)
  assert.ok(events.text.includes('/admin/ehr/'), events.text)
})

test('an erasure of which the trail has nothing is a fault', async () => {
  const id = randomUUID()
  await server.db.execute(
    sql<never, [string]>({
      name: 'test.silent',
      text: `insert into cairn_party.erased_ehr (ehr_id, client_id, reason) values ($1, 'x', 'x')`,
    }),
    [id],
  )
  const { faults } = await verifyRecords(server.db)
  assert.deepEqual(
    faults.map(({ uid, what }) => [uid, what]),
    [[id, 'is a party that was erased, and the audit trail does not say by whom']],
  )
  await server.db.execute(
    sql<never, [string]>({
      name: 'test.unsilent',
      text: 'delete from cairn_party.erased_ehr where ehr_id = $1',
    }),
    [id],
  )
})

test('a restored backup is erased again by the erasure log', async () => {
  const { id } = await fullPerson('Restored', false)
  await call(`DELETE /openehr/v1/admin/party/${id}`)
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  assert.ok(lines.some(line => line.includes('"erased_party"') && line.includes(id)))
  const restored = await fullPerson('Restored', false)
  const file = `${log}.restored`
  writeFileSync(
    file,
    `${JSON.stringify({ record: 'erased_party', ehr_id: restored.id, erased_at: new Date(), client_id: 'x', reason: 'x' })}\n`,
  )
  const { code, stdout, stderr } = await runProgram(['apply-erasures', file, '--json'], {
    CAIRN_DATABASE_URL: server.databaseUrl,
    CAIRN_SECRET_KEY: SECRET_KEY,
  }).ended
  assert.equal(code, 0, stderr)
  assert.equal(JSON.parse(stdout).erased, 1)
  await assertGone(restored.id, 'Restored')
})
