/** AQL over parties: rows, executors, rights and the audit trail. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { partyOpt } from '../../packages/openehr/fixtures/party-templates.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import {
  ADMIN,
  backendToken,
  newParty,
  type PartyName,
  party,
  partyRef,
  uploadPartyTemplates,
} from '../demographic/parties.ts'
import { eventually } from '../eventually.ts'
import { newEhr } from '../records.ts'
import { addPersonWith, openTokens } from '../rights/tokens.ts'
import { type Answer, testServer } from '../server.ts'

const server = await testServer()
await uploadPartyTemplates(server)
for (const kind of ['person', 'agent'])
  await server.call('POST /openehr/v1/definition/template/adl1.4', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: partyOpt(kind.toUpperCase(), `Staff.${kind}.v1`),
  })

const NAME = 'identities/details/items[at0002]/value/value'

const address = (town: string) =>
  data.locatable('CONTACT', 'at0010', {
    addresses: [
      data.root('openEHR-DEMOGRAPHIC-ADDRESS.address.v1', {
        details: data.locatable('ITEM_TREE', 'at0001', { items: [data.element('at0003', data.text(town))] }),
      }),
    ],
  })

const make = async (kind: PartyName, name: string, more = {}, templateId?: string): Promise<string> =>
  newParty(server, kind, party(kind, name, more, templateId))

const ada = await make('person', 'Ada', { contacts: [address('London'), address('Paris')] })
const grace = await make('person', 'Grace', {}, 'Staff.person.v1')
const hospital = await make('organisation', 'Hospital', { contacts: [address('Paris')] })
const team = await make('group', 'Night shift')
const pump = await make('agent', 'Pump')
const doctor = await make('role', 'Doctor', { performer: partyRef('PERSON', ada) })
await newEhr(server)

/** A query needs the scope for queries, and one for parties. */
const ALL = `api.read ${ADMIN}`

const idOf = (uid: string): string => uid.split('::')[0] ?? ''

const ask = (
  q: string,
  options: Parameters<typeof server.call>[1] = { scopes: ALL },
  more = '',
): Promise<Answer> => server.call(`GET /openehr/v1/query/aql?q=${encodeURIComponent(q)}${more}`, options)

const bearer = async (scopes: string) => ({
  headers: { Authorization: `Bearer ${await backendToken(server, scopes)}` },
})

async function rows(q: string, options?: Parameters<typeof server.call>[1]): Promise<unknown[][]> {
  const answer = await ask(q, options)
  assert.equal(answer.status, 200, answer.text)
  return answer.json().rows
}

describe('FROM', () => {
  it('finds each kind of party, and all of a class above them, in the order of commits', async () => {
    const kinds = {
      PERSON: [ada, grace],
      ORGANISATION: [hospital],
      GROUP: [team],
      AGENT: [pump],
      ROLE: [doctor],
    }
    for (const [kind, uids] of Object.entries(kinds))
      assert.deepEqual(
        await rows(`SELECT p/uid/value FROM ${kind} p`),
        uids.map(uid => [uid]),
      )
    const actors = [ada, grace, hospital, team, pump]
    assert.deepEqual((await rows('SELECT a/uid/value FROM ACTOR a')).flat(), actors)
    assert.deepEqual((await rows('SELECT p/uid/value FROM PARTY p')).flat(), [...actors, doctor])
  })

  it('finds parts of parties, inside them and by themselves', async () => {
    const towns = 'a/details/items[at0003]/value/value'
    assert.deepEqual(
      await rows(`SELECT p/uid/value, ${towns} FROM PERSON p CONTAINS CONTACT c CONTAINS ADDRESS a`),
      [
        [ada, 'London'],
        [ada, 'Paris'],
      ],
    )
    assert.deepEqual((await rows(`SELECT ${towns} FROM ADDRESS a`)).flat(), ['London', 'Paris', 'Paris'])
    assert.deepEqual((await rows('SELECT p/uid/value FROM PERSON p NOT CONTAINS ADDRESS a')).flat(), [grace])
  })

  it('finds versions, and whole parties', async () => {
    const [[uid, whole] = []] = await rows(
      `SELECT v/uid/value, p FROM VERSION v CONTAINS PERSON p WHERE p/${NAME} = 'Ada'`,
    )
    assert.equal(uid, ada)
    const stored = await server.call(`GET /openehr/v1/demographic/person/${ada}`, { scopes: ADMIN })
    assert.deepEqual(whole, stored.json())
  })

  it('combines parties, each with each', async () => {
    const q = `SELECT p/${NAME} AS name, r/${NAME} AS role FROM PERSON p AND ROLE r`
    assert.deepEqual(await rows(q), [
      ['Ada', 'Doctor'],
      ['Grace', 'Doctor'],
    ])
    const id = idOf(ada)
    assert.deepEqual(await rows(`SELECT r/uid/value FROM ROLE r WHERE r/performer/id/value = '${id}'`), [
      [doctor],
    ])
    assert.deepEqual(await rows(`SELECT p/uid/value FROM PERSON p WHERE p/uid/value = '${id}'`), [[ada]])
  })

  it('counts, and orders', async () => {
    assert.deepEqual(await rows('SELECT COUNT(*) FROM PARTY p'), [[6]])
    assert.deepEqual((await rows(`SELECT p/${NAME} AS n FROM PERSON p ORDER BY n DESC`)).flat(), [
      'Grace',
      'Ada',
    ])
  })

  it('finds no parties in records, and no records in parties', async () => {
    assert.deepEqual(await rows('SELECT c FROM CLUSTER c'), [])
    assert.equal((await rows('SELECT s/uid/value FROM EHR_STATUS s')).length, 1)
    assert.deepEqual(await rows("SELECT l/archetype_node_id FROM LOCATABLE l WHERE l/name/value = 'Ada'"), [])
  })

  it('refuses a party inside an EHR or a document, and both side by side', async () => {
    for (const [from, sentence] of [
      ['EHR e CONTAINS PERSON p', /an EHR never contains a PERSON: parties are in no EHR/],
      ['COMPOSITION c CONTAINS PERSON p', /a COMPOSITION never contains a PERSON/],
      ['PERSON p AND COMPOSITION c', /no party contains a COMPOSITION/],
    ] as const) {
      const answer = await ask(`SELECT p/uid/value FROM ${from}`)
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.text, sentence)
    }
  })

  it('refuses the EHR of a call', async () => {
    const answer = await ask('SELECT p FROM PERSON p', { scopes: ALL }, `&ehr_id=${randomUUID()}`)
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.json().code, 'query.of_parties')
  })
})

describe('executors', () => {
  const plan = async (q: string) => (await ask(q, { scopes: ALL }, '&explain=true')).text

  it('a query of parties is one statement on their tables', async () => {
    const text = await plan(
      `SELECT p/uid/value, p/${NAME} FROM VERSION v CONTAINS PERSON p CONTAINS CONTACT c`,
    )
    assert.match(text, /from \(?cairn_party\.root/)
    assert.doesNotMatch(text, /cairn\.(root|version|ehr)\b/)
  })

  it('or is evaluated over their documents', async () => {
    const text = await plan('SELECT v FROM VERSION v CONTAINS PERSON p')
    assert.match(text, /Not by SQL/)
    assert.match(text, /from cairn_party\.version/)
    assert.equal((await rows('SELECT v FROM VERSION v CONTAINS PERSON p')).length, 2)
  })
})

describe('rights', () => {
  const people = 'SELECT p/uid/value FROM PERSON p'

  it('a token for records, and one that may not read and search people, gets none', async () => {
    for (const options of [
      { scopes: 'api.read api.write' },
      await bearer('system/aql-*.s system/composition-*.rs'),
      await bearer('system/aql-*.s system/person-*.s'),
      await bearer('system/aql-*.s system/person-*.r'),
      await bearer('system/aql-*.s system/organisation-*.rs'),
    ]) {
      const answer = await ask(people, options)
      assert.equal(answer.status, 403, answer.text)
      assert.equal(answer.json().code, 'auth.right_denied')
      assert.match(answer.json().message, /person-\*\.rs/)
    }
    const noQuery = await ask(people, await bearer('system/person-*.rs'))
    assert.equal(noQuery.status, 403)
    assert.equal((await ask(people, {})).status, 401)
  })

  it('a token sees the kinds and the templates that it may read and search, by both executors', async () => {
    const both = await bearer('api.read system/person-*.rs')
    assert.deepEqual((await rows(people, both)).flat(), [ada, grace])
    const staff = await bearer('system/aql-*.s system/person-Staff.**.r system/person-*.s system/role-*.rs')
    assert.deepEqual((await rows(people, staff)).flat(), [grace])
    assert.deepEqual((await rows('SELECT p/uid/value FROM PARTY p', staff)).flat(), [grace, doctor])
    assert.deepEqual((await rows('SELECT COUNT(*) FROM PARTY p', staff)).flat(), [2])
    assert.equal((await rows('SELECT v FROM VERSION v CONTAINS PARTY p', staff)).length, 2)
    assert.deepEqual(await rows('SELECT a FROM ADDRESS a', staff), [])
  })

  it('a clinician sees people, and a researcher none, whatever the token says', async () => {
    const makeToken = await openTokens(server)
    const as = async (role: string) => {
      await addPersonWith(server, role, { roles: [role] })
      const scope = 'api.read user/person-*.rs user/aql-*.s'
      return { headers: { Authorization: `Bearer ${await makeToken({ scope, person: role })}` } }
    }
    assert.deepEqual((await rows(people, await as('clinician'))).flat(), [ada, grace])
    const denied = await ask(people, await as('researcher'))
    assert.equal(denied.status, 403, denied.text)
  })

  it('an export takes no query of parties', async () => {
    const answer = await server.call(`GET /admin/v1/export?q=${encodeURIComponent(people)}`, { scopes: ALL })
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.json().code, 'query.of_parties')
  })

  it('a stored query needs the same', async () => {
    const put = await server.call('PUT /openehr/v1/definition/query/org.example::people/1.0.0', {
      scopes: 'api.write',
      headers: { 'Content-Type': 'text/plain' },
      body: people,
    })
    assert.equal(put.status, 200, put.text)
    const run = async (scopes: string) =>
      server.call('GET /openehr/v1/query/org.example::people', await bearer(scopes))
    assert.equal((await run('system/aql-*.s system/composition-*.rs')).status, 403)
    const answer = await run('system/aql-org.example**.s system/person-*.rs')
    assert.deepEqual(answer.json().rows.flat(), [ada, grace])
  })
})

describe('the audit trail', () => {
  interface Event {
    readonly request_id: string
    readonly detail?: Readonly<Record<string, unknown>>
  }

  /** The event of a request, as the trail of a party has it. */
  const shownTo = async (uid: string, id: string): Promise<Event> => {
    const find = async () => {
      const trail = await server.call(`GET /admin/v1/audit?ehr_id=${idOf(uid)}`, { scopes: ADMIN })
      return (trail.json().events as Event[]).find(({ request_id }) => request_id === id)
    }
    await eventually('the event', async () => (await find()) !== undefined)
    return (await find()) ?? assert.fail('no event')
  }

  it('says that counts are of all parties', async () => {
    const id = (await ask('SELECT COUNT(*) FROM PERSON p')).headers.get('x-request-id') ?? ''
    const stored = sql<{ detail: { all_parties?: true } | null }, [id: string]>({
      name: 'test.detail',
      text: 'select detail from cairn.audit_event where request_id = $1',
    })
    await eventually('an event of all parties', async () =>
      (await server.db.query(stored, [id])).some(({ detail }) => detail?.all_parties === true),
    )
  })

  it('names the people of the rows: who looked at this person', async () => {
    for (const q of [`SELECT p/${NAME} FROM PERSON p`, 'SELECT v FROM VERSION v CONTAINS PERSON p']) {
      const id = (await ask(q)).headers.get('x-request-id') ?? ''
      for (const uid of [ada, grace])
        assert.deepEqual((await shownTo(uid, id)).detail?.['ehrs'], [idOf(ada), idOf(grace)])
    }
  })
})
