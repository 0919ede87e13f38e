/** Parties in an export: versions, contributions, tags, references, links to EHRs and tombstones are as they were. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { newParty, party, partyRef, uploadPartyTemplates } from '../demographic/parties.ts'
import { found, person, putDefinition } from '../demographic/people.ts'
import { eventually } from '../eventually.ts'
import { idOf } from '../records.ts'
import { type RunningServer, testServer } from '../server.ts'

const source = await testServer()
const target = await testServer({ jobPace: 50 })
await uploadPartyTemplates(source)
await putDefinition(target)

const callOn =
  (server: RunningServer) =>
  (request: string, headers: Readonly<Record<string, string>> = {}, body?: unknown) =>
    server.call(request, {
      scopes: 'api.read api.write api.admin',
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
const [there, here] = [callOn(source), callOn(target)]

const objectOf = (uid: string): string => uid.split('::')[0] ?? ''
const at = (kind: string, id: string) => `/openehr/v1/demographic/${kind}/${id}`

const first = await newParty(source, 'person', person({ family: 'Berg', born: '1970-01-02' }))
const ada = objectOf(first)
await there(`PUT ${at('person', ada)}`, { 'If-Match': first }, person({ family: 'Bergmann', given: ['Ada'] }))
await there(`PUT ${at('person', ada)}/tags`, {}, [{ key: 'vip', value: 'yes' }])
const performer = partyRef('PERSON', ada)
const role = objectOf(await newParty(source, 'role', party('role', 'Doctor', { performer })))
const gone = await newParty(source, 'person', person({ family: 'Gone' }))
await there(`DELETE ${at('person', gone)}`)
const erased = objectOf(await newParty(source, 'person', person({ family: 'Erased' })))
await there(`DELETE /openehr/v1/admin/party/${erased}`)
const ehrId = idOf(await there('POST /openehr/v1/ehr', { 'cairn-person-uid': ada }))
const twin = objectOf(await newParty(source, 'person', person({ family: 'Bergman' })))
const merging = { into: ada, from: twin, reason: 'same passport' }
await there('POST /extra/v1/person/merge', {}, merging)
const passed = objectOf(await newParty(source, 'person', person({ family: 'Passed' })))
const passedEhr = idOf(await there('POST /openehr/v1/ehr', { 'cairn-person-uid': passed }))
const stays = objectOf(await newParty(source, 'person', person({ family: 'Stays' })))
await there('POST /extra/v1/person/merge', {}, { into: stays, from: passed })
const other = idOf(await there('POST /openehr/v1/ehr'))

const exported = async (query = ''): Promise<readonly { record: string; kid?: string; origin?: string }[]> =>
  (await there(`GET /admin/v1/export${query}`)).text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

async function importAll(server: typeof here, lines: readonly { record: string; origin?: string }[]) {
  const origin = lines.find(({ record }) => record === 'export')?.origin ?? ''
  const body = lines
    .filter(({ record }) => record !== 'export' && record !== 'manifest')
    .map(line => JSON.stringify(line))
    .join('\n')
  const answer = await server(
    `POST /admin/v1/import?origin=${origin}`,
    { 'Content-Type': 'application/x-ndjson' },
    body,
  )
  assert.equal(answer.status, 200, answer.text)
  return answer.json() as { added: number; skipped: number; rejected: readonly unknown[] }
}

const lines = await exported()

test('an import has everything of the parties', async () => {
  const result = await importAll(here, lines)
  assert.deepEqual(result.rejected, [])
  for (const path of [
    at('person', ada),
    `${at('person', ada)}/tags`,
    at('person', first),
    at('role', role),
    `/openehr/v1/demographic/versioned_party/${ada}/revision_history`,
  ]) {
    const [before, after] = [await there(`GET ${path}`), await here(`GET ${path}`)]
    assert.equal(after.status, 200, path)
    assert.deepEqual(after.json(), before.json(), path)
  }
  assert.equal((await here(`GET ${at('person', objectOf(gone))}`)).status, 204)
  assert.deepEqual((await verifyRecords(target.db)).faults, [])
})

test('links, references and tombstones hold on the other server', async () => {
  const linked = await here(`GET /openehr/v1/ehr?person_uid=${ada}`)
  assert.equal(linked.json().ehr_id.value, ehrId)
  const latest = (await here(`GET ${at('person', ada)}`)).headers.get('etag')?.replaceAll('"', '')
  const refused = await here(`DELETE ${at('person', latest ?? '')}`)
  assert.equal(refused.status, 409)
  assert.match(refused.json().message, new RegExp(`ROLE ${role}, 1 EHR, 1 merged person`))
  const reused = { ...person({ family: 'New' }), uid: { _type: 'HIER_OBJECT_ID', value: erased } }
  assert.equal((await here('POST /openehr/v1/demographic/person', {}, reused)).status, 409)
})

test('people are merged as they were, and can be separated', async () => {
  const list = async (call: typeof here) =>
    (await call('GET /extra/v1/person/merge'))
      .json()
      .data.map(({ intoName: _into, fromName: _from, ...each }: Record<string, unknown>) => each)
  const merges = await list(here)
  assert.equal(merges.length, 2)
  assert.deepEqual(merges, await list(there))
  assert.equal((await here(`DELETE /extra/v1/person/merge/${passed}`)).status, 204)
  const linked = await here(`GET /openehr/v1/ehr?person_uid=${passed}`)
  assert.equal(linked.json().ehr_id.value, passedEhr)
  assert.equal((await here('POST /extra/v1/person/merge', {}, { into: stays, from: passed })).status, 204)
})

test('people are found by the definitions of the other server', async () => {
  await eventually('the entry is made', async () => (await found(target, { name: 'bergmann' })).length === 1)
})

test('a second import adds nothing', async () => {
  const result = await importAll(here, lines)
  assert.deepEqual([result.added, result.rejected], [0, []])
})

test('an export of one EHR has its person, and no other party', async () => {
  const kinds = async (id: string) =>
    (await exported(`?ehr_id=${id}`)).map(({ record }) => record).filter(kind => /part|person/.test(kind))
  assert.deepEqual(await kinds(ehrId), [
    ...['party_contribution', 'party_contribution', 'party_contribution'],
    ...['person_link', 'person_merge'],
  ])
  assert.deepEqual(await kinds(other), [])
  const templates = (await exported(`?ehr_id=${ehrId}`)).filter(({ record }) => record === 'template')
  assert.equal(templates.length, 1, 'that of the person')
})
