/** The uid that a client chose for a party: one of several creations at once succeeds, by whatever way they come. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { contribution, version } from '../ehr/contribution-changes.ts'
import { bloodPressure, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { type Answer, testServer } from '../server.ts'
import { ADMIN, KINDS, newParty, party, postParty, uploadPartyTemplates } from './parties.ts'

const server = await testServer()
await uploadPartyTemplates(server)
await uploadTemplate(server)

const uidOf = (value: string) => ({ uid: { _type: 'HIER_OBJECT_ID', value } })

const commit = (body: unknown): Promise<Answer> =>
  server.call('POST /openehr/v1/demographic/contribution', {
    scopes: ADMIN,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

const inContribution = (id: string): Promise<Answer> =>
  commit(contribution([version({ change: 'creation', data: party('person', 'Ada', uidOf(id)) })]))

describe('a uid that several creations of parties bring at once', () => {
  it('is created by one of eight, and the others are told', async () => {
    for (let round = 0; round < 5; round++) {
      const id = randomUUID()
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => postParty(server, 'person', party('person', 'Ada', uidOf(id)))),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array<number>(7).fill(409)])
      for (const { status, text } of answers) if (status === 409) assert.match(text, /version\.exists/)
    }
  })

  it('belongs to one kind of party', async () => {
    for (let round = 0; round < 5; round++) {
      const id = randomUUID()
      const kinds = KINDS.filter(kind => kind !== 'role')
      const answers = await Promise.all(
        kinds.map(kind => postParty(server, kind, party(kind, 'One', uidOf(id)))),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409])
    }
  })

  it('is created alone or in a contribution, and not twice', async () => {
    for (let round = 0; round < 5; round++) {
      const id = randomUUID()
      const answers = await Promise.all([
        inContribution(id),
        postParty(server, 'person', party('person', 'Ada', uidOf(id))),
        inContribution(id),
      ])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
    }
  })

  it('is looked for among parties alone: a composition may have the same', async () => {
    const id = randomUUID()
    const ehrId = await newEhr(server)
    const made = await Promise.all([
      postComposition(server, ehrId, { ...bloodPressure(), ...uidOf(id) }),
      postParty(server, 'person', party('person', 'Ada', uidOf(id))),
    ])
    assert.deepEqual(
      made.map(({ status }) => status),
      [201, 201],
    )
    for (const [path, type] of [
      [`ehr/${ehrId}/composition`, 'COMPOSITION'],
      ['demographic/person', 'PERSON'],
    ]) {
      const read = await server.call(`GET /openehr/v1/${path}/${id}`, { scopes: 'api.read api.admin' })
      assert.equal(read.json()._type, type, read.text)
    }
  })
})

describe('an empty uid counts as absent', () => {
  for (const uid of [{ _type: 'OBJECT_VERSION_ID', value: '' }, { value: '' }, {}, ''])
    it(`${JSON.stringify(uid)} of a party, of a contribution and its versions`, async () => {
      const made = await postParty(server, 'person', party('person', 'Ada', { uid }))
      assert.equal(made.status, 201, made.text)
      const rest = { uid, preceding_version_uid: uid }
      const creation = version({ change: 'creation', data: party('person', 'Ada', { uid }), rest })
      const sent = await commit(contribution([creation], { uid }))
      assert.equal(sent.status, 201, sent.text)
    })
})

it('a change of a party at the address of a version says what the address has to name', async () => {
  const uid = await newParty(server, 'person', party('person', 'Ada'))
  const changed = await server.call(`PUT /openehr/v1/demographic/person/${encodeURIComponent(uid)}`, {
    scopes: ADMIN,
    headers: { 'Content-Type': 'application/json', 'If-Match': `"${uid}"` },
    body: JSON.stringify(party('person', 'Ada Meyer')),
  })
  assert.equal(changed.status, 400, changed.text)
  assert.match(changed.text, /must name the object by its id/)
})
