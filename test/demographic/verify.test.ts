/** Verification of parties: each change behind the server's back is found, and the indexes are made again. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { acceptObject, verifyAll } from '../../packages/server/src/admin/index.ts'
import { checkedVault } from '../../packages/server/src/auth/index.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { retireAllUnused } from '../../packages/server/src/roots/index.ts'
import { behindItsBack } from '../audit/trail.ts'
import { runProgram } from '../http/program.ts'
import { idOf } from '../records.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { newParty, party, partyRef, uploadPartyTemplates } from './parties.ts'
import { newPerson, person, putDefinition } from './people.ts'

const server = await testServer()
await uploadPartyTemplates(server)
await putDefinition(server)

const json = { 'Content-Type': 'application/json' }
const call = (request: string, headers: Readonly<Record<string, string>> = {}, body?: unknown) =>
  server.call(request, {
    scopes: 'api.read api.write api.admin',
    headers: { ...(body === undefined ? {} : json), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const first = await newParty(server, 'person', person({ family: 'Berg', born: '1970-01-02' }))
const ada = first.split('::')[0] ?? ''
const changed = person({ family: 'Bergmann', given: ['Ada'], born: '1970-01-02', sex: 'female' })
await call(`PUT /openehr/v1/demographic/person/${ada}`, { 'If-Match': first }, changed)
await call(`PUT /openehr/v1/demographic/person/${ada}/tags`, {}, [{ key: 'vip', value: 'yes' }])
const deleted = await newParty(server, 'person', person({ family: 'Gone' }))
await call(`DELETE /openehr/v1/demographic/person/${deleted}`)
const ward = (await newParty(server, 'organisation', party('organisation', 'Ward'))).split('::')[0]
const performer = partyRef('PERSON', ada)
const role = (await newParty(server, 'role', party('role', 'Doctor', { performer }))).split('::')[0]
const about = {
  _type: 'EHR_STATUS',
  archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
  name: { _type: 'DV_TEXT', value: 'EHR Status' },
  archetype_details: {
    _type: 'ARCHETYPED',
    archetype_id: { _type: 'ARCHETYPE_ID', value: 'openEHR-EHR-EHR_STATUS.generic.v1' },
    rm_version: '1.1.0',
  },
  subject: { _type: 'PARTY_SELF', external_ref: partyRef('PERSON', ada) },
  is_queryable: true,
  is_modifiable: true,
}
const ehrId = idOf(await call('POST /openehr/v1/ehr', { 'cairn-person-uid': ada }, about))
const other = await newPerson(server, { family: 'Other' })
const unlinked = idOf(await call('POST /openehr/v1/ehr'))

await call(
  'PUT /extra/v1/person-definition/openEHR-DEMOGRAPHIC-PERSON.other.v1',
  {},
  { name: ['/identities/details'] },
)

const { stateKey } = await checkedVault(server.db, SECRET_KEY)

/** All faults of a run, as `<object> <what>`. */
async function verify(): Promise<readonly string[]> {
  const { records, indexFaults, state } = await verifyAll(server.db, { stateKey, known: undefined }, () => {})
  return [
    ...[...records.faults, ...indexFaults].map(({ uid, what }) => `${uid.split('::')[0]} ${what}`),
    ...state.faults.map(({ id, what }) => `${id} ${what}`),
  ]
}

test('what nobody touched is as it was committed', async () => assert.deepEqual(await verify(), []))

const of = (id: string) => `where ehr_id = '${id}'`

/** A link that is moved to another person: a cluster does not change the column by which a table is divided. */
const relinked = (person: string): string =>
  `delete from cairn_party.person_link where linked_ehr_id = '${ehrId}';
   insert into cairn_party.person_link (ehr_id, linked_ehr_id, link_id)
   select '${person}', linked_ehr_id, link_id from kept_person_link where linked_ehr_id = '${ehrId}'`

/** A change in a table, and the fault of the person that it makes. */
const TAMPERED: readonly [what: string, table: string, statement: string, fault: RegExp][] = [
  [
    'a document',
    'version',
    `update cairn_party.version set data = '{}', packed = null, preset_id = null ${of(ada)} and version = 1`,
    new RegExp(`^${ada} does not match its signature`),
  ],
  [
    'the time of a version',
    'version',
    `update cairn_party.version set committed_at = (committed_at at time zone 'UTC' - interval '1 day') at time zone 'UTC' ${of(ada)} and version = 1`,
    new RegExp(`^${ada} `),
  ],
  [
    'a version that was taken away',
    'version',
    `delete from cairn_party.version ${of(ada)} and version = 1`,
    /version 1 before it is missing|does not exist/,
  ],
  [
    'the time of a contribution',
    'contribution',
    `update cairn_party.contribution set committed_at = (committed_at at time zone 'UTC' - interval '1 day') at time zone 'UTC' ${of(ada)}`,
    /is a contribution filed under another time/,
  ],
  [
    'the audit of a contribution',
    'contribution',
    `update cairn_party.contribution set audit = '{"_type":"AUDIT_DETAILS"}' ${of(ada)}`,
    /is a contribution whose audit was changed/,
  ],
  [
    'a value of the query index',
    'root',
    `update cairn_party.root set leaves = replace(leaves::text, 'Bergmann', 'Hansen')::jsonb ${of(ada)}`,
    new RegExp(`^${ada} has other values in the query index`),
  ],
  [
    'rows of the query index that were taken away',
    'root',
    `delete from cairn_party.root ${of(ada)}`,
    new RegExp(`^${ada} has no rows in the query index`),
  ],
  [
    'the name of a search entry',
    'person_entry',
    `update cairn_party.person_entry set name = 'Hansen' ${of(ada)}`,
    new RegExp(`^${ada} has another search entry than its document`),
  ],
  [
    'the keys of a search entry',
    'person_entry',
    `update cairn_party.person_entry set keys = '{}' ${of(ada)}`,
    new RegExp(`^${ada} has another search entry than its document`),
  ],
  [
    'a search entry under an archetype without a definition, which no job renews',
    'person_entry',
    `update cairn_party.person_entry set archetype_id = 'x', revision = -1, name = '' ${of(ada)}`,
    new RegExp(`^${ada} has another search entry than its document`),
  ],
  [
    'a search entry that was taken away',
    'person_entry',
    `delete from cairn_party.person_entry ${of(ada)}`,
    new RegExp(`^${ada} has no search entry`),
  ],
  [
    'the search entry of a deleted person',
    'person_entry',
    `insert into cairn_party.person_entry (ehr_id, archetype_id, revision) values ('${deleted.split('::')[0]}', 'x', 0)`,
    /is deleted, and has a search entry/,
  ],
  [
    'the search entry of an organisation',
    'person_entry',
    `insert into cairn_party.person_entry (ehr_id, name, archetype_id, revision) values ('${ward}', 'Ward', 'x', 0)`,
    /is no person, and has a search entry/,
  ],
  [
    'a reference that was taken away',
    'party_reference',
    `delete from cairn_party.party_reference where target_id = '${ada}'`,
    new RegExp(`^${role} has other references than its document`),
  ],
  [
    'a reference that was added',
    'party_reference',
    `insert into cairn_party.party_reference values ('${ada}', '${role}', 'other')`,
    new RegExp(`^${ada} has other references than its document`),
  ],
  [
    'a tag',
    'item_tag',
    `update cairn_party.item_tag set value = 'no' ${of(ada)}`,
    new RegExp(`^${ada} were changed in the database`),
  ],
  [
    'a tag that was taken away with its seal',
    'item_tag',
    `delete from cairn_party.item_tag ${of(ada)};
     update cairn_party.versioned_object set tag_revision = null, tag_seal = null ${of(ada)}`,
    new RegExp(`^${ada} were set back to an earlier state`),
  ],
  [
    'the paths of a definition of people',
    'person_definition',
    `update cairn_party.person_definition set definition = '{"name": ["/details"]}' where archetype_id like '%other%'`,
    /^openEHR-DEMOGRAPHIC-PERSON\.other\.v1 was changed in the database$/,
  ],
  [
    'a definition of people that was added',
    'person_definition',
    `insert into cairn_party.person_definition (archetype_id, definition, saved_by) values ('planted', '{}', 'x')`,
    /^planted was added in the database$/,
  ],
  [
    'a link that was changed to another EHR of no other person',
    'person_link',
    `update cairn_party.person_link set linked_ehr_id = '${unlinked}' where linked_ehr_id = '${ehrId}'`,
    /^[-0-9a-f]{36} was changed in the database$/,
  ],
  [
    'a link that was taken away',
    'person_link',
    `delete from cairn_party.person_link where linked_ehr_id = '${ehrId}'`,
    /^[-0-9a-f]{36} was removed in the database$/,
  ],
  [
    'a link that was added',
    'person_link',
    `insert into cairn_party.person_link (ehr_id, linked_ehr_id) values ('${other}', '${unlinked}')`,
    /^[-0-9a-f]{36} was added in the database$/,
  ],
  [
    'a link to a person that does not exist',
    'person_link',
    relinked(randomUUID()),
    /is linked to an EHR, and is no person/,
  ],
  [
    'a link to an EHR that does not exist',
    'person_link',
    `update cairn_party.person_link set linked_ehr_id = '${randomUUID()}' where linked_ehr_id = '${ehrId}'`,
    /is a person that is linked to an EHR that does not exist/,
  ],
  [
    'a link to another person than the EHR_STATUS names',
    'person_link',
    relinked(other),
    new RegExp(`^${ehrId} is linked to another person`),
  ],
]

/** The columns of a table that can be written. */
const WRITTEN = (table: string) =>
  `(select string_agg(attname, ', ' order by attnum) from pg_attribute where attrelid = 'cairn_party.${table}'::regclass
    and attnum > 0 and not attisdropped and attgenerated = '')`

for (const [what, table, statement, fault] of TAMPERED)
  test(`${what}: verification finds the change`, async () => {
    const kept = [...new Set([table, 'versioned_object'])]
    await behindItsBack(
      server.db,
      ...kept.map(each => `create table kept_${each} as table cairn_party.${each}`),
      ...statement.split(';'),
    )
    try {
      const faults = await verify()
      assert.ok(
        faults.some(each => fault.test(each)),
        JSON.stringify(faults),
      )
    } finally {
      await behindItsBack(
        server.db,
        ...kept.flatMap(each => [
          `delete from cairn_party.${each}`,
          `do $$ begin execute 'insert into cairn_party.${each} (' || ${WRITTEN(each)} || ') overriding system value select '
             || ${WRITTEN(each)} || ' from kept_${each}'; end $$`,
          `drop table kept_${each}`,
        ]),
      )
    }
    assert.deepEqual(await verify(), [])
  })

test('cairn index rebuild makes the query index and the search entries again', async () => {
  await behindItsBack(
    server.db,
    `delete from cairn_party.root ${of(ada)}`,
    `update cairn_party.person_entry set name = 'Hansen', keys = '{}' ${of(ada)}`,
    'delete from cairn_party.party_reference',
    `insert into cairn_party.person_entry (ehr_id, name, archetype_id, revision) values ('${ward}', 'Ward', 'x', 0)`,
  )
  const { code, stdout, stderr } = await runProgram(['index', 'rebuild', '--json'], {
    CAIRN_DATABASE_URL: server.databaseUrl,
    CAIRN_SECRET_KEY: SECRET_KEY,
  }).ended
  assert.equal(code, 0, stderr)
  const { entries, references } = JSON.parse(stdout)
  assert.deepEqual([entries, references], [2, 1])
  assert.deepEqual(await verify(), [])
})

test('tags of a party that were changed can be accepted', async () => {
  await behindItsBack(server.db, `update cairn_party.item_tag set value = 'no' ${of(ada)}`)
  assert.deepEqual(await verify(), [`${ada} were changed in the database`])
  assert.ok(await acceptObject(server.db, stateKey, 'tags', ada))
  assert.deepEqual(await verify(), [])
})

test('the dictionary keeps the paths of parties', async () => {
  await newParty(server, 'agent', party('agent', 'Pump'))
  assert.equal(await retireAllUnused(server.db), 0)
})

test('a party that was removed with its contributions is noticed by the audit trail', async () => {
  // A cluster truncates its shards by a trigger, which a change behind the back of triggers would leave out.
  const text = 'truncate cairn_party.ehr cascade'
  await server.db.execute(sql({ name: 'test.truncate', prepare: false, text }))
  assert.match((await verify()).join('\n'), /audit trail has, and that does not exist/)
})
