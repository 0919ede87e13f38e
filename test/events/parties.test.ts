/** The change feed has events of parties, for those who may read them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { party, postParty, uploadPartyTemplates } from '../demographic/parties.ts'
import { idOf, newEhr } from '../records.ts'
import { openTokens } from '../rights/tokens.ts'
import { testServer } from '../server.ts'
import { type FeedEvent, now, readAll, readFeed } from './feed-calls.ts'

const server = await testServer()
await uploadPartyTemplates(server)
const makeToken = await openTokens(server)
const start = await now(server)
const uids = {
  person: idOf(await postParty(server, 'person', party('person', 'Ada'))),
  organisation: idOf(await postParty(server, 'organisation', party('organisation', 'Ward'))),
}
await newEhr(server)
const updated = await server.call(`PUT /openehr/v1/demographic/person/${uids.person.split('::')[0]}`, {
  scopes: 'api.admin',
  headers: { 'Content-Type': 'application/json', 'If-Match': `"${uids.person}"` },
  body: JSON.stringify(party('person', 'Ada Lovelace')),
})
assert.ok(updated.status < 300, updated.text)

const IS_PARTY = /^(person|organisation|group|agent|role)\./

const shown = (events: readonly FeedEvent[]) =>
  events.filter(({ type }) => IS_PARTY.test(type)).map(({ type, subject }) => `${type} ${subject}`)

const allOf = [
  `person.created ${uids.person}`,
  `organisation.created ${uids.organisation}`,
  `person.updated ${idOf(updated)}`,
]

const readAs = async (scope: string, query = ''): Promise<readonly FeedEvent[]> => {
  const answer = await server.call(`GET /extra/v1/changes?after=${start}&limit=1000${query}`, {
    headers: { Authorization: `Bearer ${await makeToken({ scope })}` },
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.json().changes
}

describe('events of parties', () => {
  it('are shown to administrators, in their order', async () => {
    const { changes } = await readFeed(server, `after=${start}&limit=1000`, 'api.read api.admin')
    assert.deepEqual(shown(changes), allOf)
    const [first] = changes.filter(({ type }) => type === 'person.created')
    assert.equal(first?.data.ehr_id, undefined)
    assert.deepEqual([first?.data.object_id, first?.data.version], [uids.person.split('::')[0], 1])
    assert.equal(first?.data.template_id, 'Person')
    assert.equal(first?.data.content, undefined)
  })

  it('are not shown to those who may read records alone, and leave no trace', async () => {
    const events = await readAll(server, start)
    assert.deepEqual(shown(events), [])
    assert.ok(events.some(({ type }) => type === 'ehr.created'))
    assert.deepEqual(shown(await readAs('system/composition-*.rs')), [])
  })

  it('are shown by the kinds that the rights name, with content if it is asked for', async () => {
    const events = await readAs('system/composition-*.rs system/person-*.rs', '&include=data')
    assert.deepEqual(
      shown(events),
      allOf.filter(each => each.startsWith('person')),
    )
    const last = events.filter(({ type }) => type === 'person.updated').at(-1)
    assert.equal(last?.data.content._type, 'PERSON')
    assert.match(JSON.stringify(last?.data.content), /Ada Lovelace/)
  })

  it('are selected by their type', async () => {
    const { changes } = await readFeed(server, `after=${start}&type=organisation`, 'api.read api.admin')
    assert.deepEqual(shown(changes), [allOf[1]])
    assert.equal(changes.length, 1)
  })

  it('come without another change after them', async () => {
    const before = await now(server)
    const uid = idOf(await postParty(server, 'person', party('person', 'Grace')))
    const { changes } = await readFeed(server, `after=${before}`, 'api.read api.admin')
    assert.deepEqual(shown(changes), [`person.created ${uid}`])
  })
})
