/** The change feed: events of every kind of change, in one order, by pages. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  bloodPressure,
  bloodPressureOpt,
  idOf,
  newEhr,
  postComposition,
  TEMPLATE_ID,
  uploadTemplate,
} from '../records.ts'
import { testServer } from '../server.ts'
import { type FeedEvent, now, readAll, readFeed } from './feed-calls.ts'

const server = await testServer()
await uploadTemplate(server)

const JSON_TYPE = { 'Content-Type': 'application/json' }
const ADMIN = 'api.admin'
const WRITE = 'api.write'

const call = async (
  request: string,
  body?: unknown,
  headers: Record<string, string> = {},
  scopes = WRITE,
) => {
  const answer = await server.call(request, {
    scopes,
    headers: { ...(body === undefined ? {} : JSON_TYPE), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  assert.ok(answer.status < 300, `${request}: ${answer.status} ${answer.text}`)
  return answer
}

const typesOf = (events: readonly FeedEvent[]) => events.map(({ type }) => type)

/** The events of what is done. */
async function eventsOf(work: () => Promise<unknown>, query = ''): Promise<readonly FeedEvent[]> {
  const from = await now(server)
  await work()
  return readAll(server, from, query)
}

describe('the change feed', () => {
  it('begins with the first change, and pages of any size have the same events', async () => {
    const ehrId = await newEhr(server)
    for (let count = 0; count < 5; count++) await postComposition(server, ehrId)
    const whole = await readFeed(server, 'limit=1000')
    assert.equal(whole.more, false)
    assert.equal(whole.changes[0]?.type, 'template.created')
    for (const limit of [1, 2, 3, 100])
      assert.deepEqual(await readAll(server, 'start', '', limit), whole.changes)
    assert.deepEqual((await readFeed(server, `after=${whole.next}`)).changes, [])
  })

  it('goes on after any event', async () => {
    const { changes } = await readFeed(server, 'limit=1000')
    for (const [at, { id }] of changes.entries())
      assert.deepEqual((await readFeed(server, `after=${id}&limit=1000`)).changes, changes.slice(at + 1))
  })

  it('has CloudEvents with ids, template, archetypes, committer and contribution, without content', async () => {
    const ehrId = await newEhr(server)
    const events = await eventsOf(() => postComposition(server, ehrId))
    assert.deepEqual(typesOf(events), ['contribution.committed', 'composition.created'])
    const [contribution, created] = events
    assert.equal(created?.specversion, '1.0')
    assert.equal(created?.subject, created?.data.uid)
    assert.equal(created?.data.ehr_id, ehrId)
    assert.equal(created?.data.template_id, TEMPLATE_ID)
    assert.deepEqual(created?.data.archetype_ids, [
      'openEHR-EHR-COMPOSITION.encounter.v1',
      'openEHR-EHR-OBSERVATION.blood_pressure.v2',
    ])
    assert.equal(created?.data.change_type, 'creation')
    assert.equal(created?.data.committer._type, 'PARTY_IDENTIFIED')
    assert.equal(created?.data.contribution_id, contribution?.subject)
    assert.match(created?.data.episode_id, /^[0-9a-f-]{36}$/)
    assert.equal('content' in (created?.data ?? {}), false)
    assert.deepEqual(contribution?.data.versions, [created?.data.uid])
  })

  it('has the content of records where it is asked for', async () => {
    const ehrId = await newEhr(server)
    const from = await now(server)
    const uid = idOf(await postComposition(server, ehrId))
    await call(`DELETE /openehr/v1/ehr/${ehrId}/composition/${uid}`, undefined, { 'If-Match': `"${uid}"` })
    const events = await readAll(server, from, 'type=composition&include=data')
    assert.deepEqual(typesOf(events), ['composition.created', 'composition.deleted'])
    const stored = await server.call(`GET /openehr/v1/ehr/${ehrId}/composition/${uid}`, {
      scopes: 'api.read',
    })
    assert.deepEqual(events[0]?.data.content, stored.json())
    assert.equal(events[1]?.data.content, null)
  })

  const name = 'org.example::feed'
  const CHANGES: readonly (readonly [
    what: string,
    types: readonly string[],
    work: (ehrId: string) => Promise<unknown>,
  ])[] = [
    ['a new EHR', ['ehr.created', 'contribution.committed', 'status.created'], () => newEhr(server)],
    [
      'a status',
      ['contribution.committed', 'status.updated'],
      async ehrId => {
        const status = await server.call(`GET /openehr/v1/ehr/${ehrId}/ehr_status`, { scopes: 'api.read' })
        await call(`PUT /openehr/v1/ehr/${ehrId}/ehr_status`, status.json(), {
          'If-Match': `"${idOf(status)}"`,
        })
      },
    ],
    [
      'a composition',
      ['contribution.committed', 'composition.updated'],
      async ehrId => {
        const uid = idOf(await postComposition(server, ehrId))
        await call(`PUT /openehr/v1/ehr/${ehrId}/composition/${uid.split('::')[0]}`, bloodPressure(), {
          'If-Match': `"${uid}"`,
        })
      },
    ],
    [
      'a directory',
      ['contribution.committed', 'directory.created'],
      ehrId =>
        call(`POST /openehr/v1/ehr/${ehrId}/directory`, {
          _type: 'FOLDER',
          name: { _type: 'DV_TEXT', value: 'root' },
          archetype_node_id: 'openEHR-EHR-FOLDER.generic.v1',
        }),
    ],
    [
      'an episode',
      ['contribution.committed', 'episode.created'],
      ehrId => call(`POST /extra/v1/ehr/${ehrId}/episode`, { name: 'ward' }),
    ],
    [
      'tags',
      ['tags.changed'],
      async ehrId => {
        const uid = idOf(await postComposition(server, ehrId))
        await call(`PUT /openehr/v1/ehr/${ehrId}/composition/${uid.split('::')[0]}/tags`, [
          { key: 'flag', value: 'red' },
        ])
      },
    ],
    [
      'a template',
      ['template.created', 'template.updated', 'template.deleted'],
      async () => {
        await uploadTemplate(server, 'Other.v1')
        await call('PUT /openehr/v1/definition/template/adl1.4/Other.v1', bloodPressureOpt('Other.v1'), {
          'Content-Type': 'application/xml',
        })
        await call('DELETE /openehr/v1/admin/template/Other.v1', undefined, {}, ADMIN)
      },
    ],
    [
      'a datamap',
      ['datamap.created', 'datamap.updated', 'datamap.deleted'],
      async () => {
        const suggestion = `GET /extra/v1/definition/datamap-suggestion?template_id=${TEMPLATE_ID}`
        const definition = (
          await call(suggestion, undefined, { Accept: 'application/json' }, 'api.read')
        ).json()
        for (let count = 0; count < 2; count++)
          await call('PUT /extra/v1/definition/datamap/feed', definition)
        await call('DELETE /extra/v1/definition/datamap/feed')
      },
    ],
    [
      'a stored query',
      ['query.created', 'query.deleted'],
      async () => {
        await call(`PUT /openehr/v1/definition/query/${name}/1.0.0`, {
          q: 'SELECT e/ehr_id/value FROM EHR e',
        })
        await call(`DELETE /openehr/v1/definition/query/${name}/1.0.0`)
      },
    ],
  ]
  for (const [what, types, work] of CHANGES)
    it(`has the events of ${what}`, async () => {
      const ehrId = await newEhr(server)
      const before = await now(server)
      await work(ehrId)
      const events = (await readAll(server, before)).slice(-types.length)
      assert.deepEqual(typesOf(events), types)
    })
})
