/** People of one server whose database is distributed: each is on one node with the events of its commits, and all that is done with them goes on. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { verifyAll } from '../../packages/server/src/admin/index.ts'
import { checkedVault } from '../../packages/server/src/auth/index.ts'
import { distribute } from '../../packages/server/src/db/distribution/index.ts'
import { migrate, openPool, sql } from '../../packages/server/src/db/index.ts'
import { ADMIN, newParty, party, partyRef, uploadPartyTemplates } from '../demographic/parties.ts'
import { find, found, newPerson, putDefinition } from '../demographic/people.ts'
import { idOf } from '../records.ts'
import { type RunningServer, SECRET_KEY, testServer } from '../server.ts'
import { tasksOf, withoutCitus } from './cluster.ts'
import { newCitusDatabase } from './new-database.ts'

const own = withoutCitus === false ? await newCitusDatabase() : undefined

after(() => own?.drop())

const link = (server: RunningServer, person: string) =>
  server.call('POST /openehr/v1/ehr', {
    scopes: 'api.read api.write api.admin',
    headers: { 'cairn-person-uid': person },
  })

const ehrOf = (server: RunningServer, person: string) =>
  server.call(`GET /openehr/v1/ehr?person_uid=${person}`, { scopes: 'api.read api.admin' })

async function faults({ db }: RunningServer): Promise<unknown> {
  const { stateKey } = await checkedVault(db, SECRET_KEY)
  const { records, indexFaults, state } = await verifyAll(db, { stateKey, known: undefined }, () => {})
  return [...records.faults, ...indexFaults, ...state.faults]
}

it('people and their links are there after the database was distributed', {
  skip: withoutCitus,
}, async () => {
  if (!own) return
  await migrate(own.url)
  const [ada, ehrId, role] = await own.serving(false, async server => {
    await uploadPartyTemplates(server)
    await putDefinition(server)
    const person = await newPerson(server, { family: 'Lovelace', given: ['Ada'] })
    const made = await link(server, person)
    assert.equal(made.status, 201, made.text)
    const performer = partyRef('PERSON', person)
    return [
      person,
      idOf(made),
      await newParty(server, 'role', party('role', 'Doctor', { performer })),
    ] as const
  })
  const database = openPool(own.url, { max: 2, applicationName: 'cairn test' })
  await distribute(database, { shards: 4, say: () => {} }).finally(() => database.close())
  await own.serving(true, async server => {
    assert.deepEqual(
      (await found(server, { name: 'lovelacy' })).map(({ personUid }) => personUid),
      [ada],
    )
    assert.equal((await ehrOf(server, ada)).json().ehr_id.value, ehrId)
    const read = await server.call(`GET /openehr/v1/demographic/role/${role}`, { scopes: ADMIN })
    assert.equal(read.status, 200, read.text)
    const removed = await server.call(`DELETE /openehr/v1/demographic/person/${ada}::x::1`, { scopes: ADMIN })
    assert.notEqual(removed.status, 204)
    const other = await newPerson(server, { family: 'Babbage' })
    assert.equal((await link(server, other)).status, 201)
    assert.deepEqual(await faults(server), [])
  })
})

describe('people of a distributed database', { skip: withoutCitus }, async () => {
  if (withoutCitus !== false) return
  const server = await testServer()
  await uploadPartyTemplates(server)
  await putDefinition(server)

  it('each is on the node of its commits’ events, and asked for there alone', async () => {
    const tables = ['ehr', 'version', 'root', 'person_entry', 'person_link'].map(
      table => `cairn_party.${table}`,
    )
    const rows = await server.db.query(
      sql<{ groups: number; tables: number }, [tables: readonly string[]]>({
        name: 'test.groups',
        text: `select count(distinct colocationid)::integer as groups, count(*)::integer as tables from pg_dist_partition
               where partmethod = 'h' and logicalrelid = any($1::regclass[])`,
        prepare: false,
      }),
      [[...tables, 'cairn.audit_trail']],
    )
    assert.deepEqual(rows, [{ groups: 1, tables: 6 }])
    const person = await newPerson(server, { family: 'Alone' })
    const text =
      'select v.data from cairn_party.version v join cairn_party.ehr e using (ehr_id) where ehr_id = $1'
    assert.deepEqual((await tasksOf(server, text, [person])).tasks, [1])
  })

  it('of links of one EHR to two people at once, one holds', async () => {
    const people = [
      await newPerson(server, { family: 'First' }),
      await newPerson(server, { family: 'Second' }),
    ]
    const made = await server.call('POST /openehr/v1/ehr', { scopes: 'api.write' })
    const ehrId = idOf(made)
    const status = await server.call(`GET /openehr/v1/ehr/${ehrId}/ehr_status`, { scopes: 'api.read' })
    const { uid: _uid, ...body } = status.json()
    const answers = await Promise.all(
      people.map(person =>
        server.call(`PUT /openehr/v1/ehr/${ehrId}/ehr_status`, {
          scopes: 'api.read api.write api.admin',
          headers: {
            'Content-Type': 'application/json',
            'If-Match': `"${idOf(status)}"`,
            'cairn-person-uid': person,
          },
          body: JSON.stringify(body),
        }),
      ),
    )
    const statuses = answers.map(each => each.status).sort()
    assert.equal(statuses[0] === 200 || statuses[0] === 204, true, answers.map(({ text }) => text).join('\n'))
    assert.ok([409, 412].includes(statuses[1] ?? 0), String(statuses))
    const winner = people[answers.findIndex(({ status: each }) => each < 300)] ?? ''
    const loser = people.find(each => each !== winner) ?? ''
    assert.equal((await ehrOf(server, winner)).json().ehr_id.value, ehrId)
    assert.equal((await ehrOf(server, loser)).status, 404)
    // Later too: the EHR has its person already.
    const later = await server.call(`GET /openehr/v1/ehr/${ehrId}/ehr_status`, { scopes: 'api.read' })
    const again = await server.call(`PUT /openehr/v1/ehr/${ehrId}/ehr_status`, {
      scopes: 'api.read api.write api.admin',
      headers: {
        'Content-Type': 'application/json',
        'If-Match': `"${idOf(later)}"`,
        'cairn-person-uid': loser,
      },
      body: JSON.stringify(body),
    })
    assert.deepEqual([again.status, again.json().code], [409, 'person.linked'])
  })

  it('they are merged with their EHR, listed, separated, verified, and erased', async () => {
    const [into, from] = [
      await newPerson(server, { family: 'Hopper', given: ['Grace'] }),
      await newPerson(server, { family: 'Murray', given: ['Grace'] }),
    ]
    const ehrId = idOf(await link(server, from))
    const merge = () =>
      server.call('POST /extra/v1/person/merge', {
        scopes: ADMIN,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ into, from, reason: 'married' }),
      })
    assert.equal((await merge()).status, 204)
    const list = await server.call(`GET /extra/v1/person/merge?person_uid=${from}`, { scopes: ADMIN })
    assert.equal(list.status, 200, list.text)
    assert.deepEqual(
      list
        .json()
        .data.map((each: { from: string; into: string; ehrUid: string; fromName: string }) => [
          each.from,
          each.into,
          each.ehrUid,
          each.fromName,
        ]),
      [[from, into, ehrId, 'Grace Murray']],
    )
    assert.deepEqual(
      (await found(server, { name: 'murray' })).map(({ personUid }) => personUid),
      [into],
    )
    assert.equal((await server.call(`DELETE /extra/v1/person/merge/${from}`, { scopes: ADMIN })).status, 204)
    assert.equal((await ehrOf(server, from)).json().ehr_id.value, ehrId)
    assert.equal((await merge()).status, 204)
    assert.deepEqual(await faults(server), [])
    const erased = await server.call(`DELETE /openehr/v1/admin/ehr/${ehrId}`, { scopes: ADMIN })
    assert.equal(erased.status, 204, erased.text)
    assert.deepEqual((await find(server, { name: 'hopper' })).json().data, [])
    assert.deepEqual((await find(server, { name: 'murray' })).json().data, [])
    assert.deepEqual(await faults(server), [])
  })
})
