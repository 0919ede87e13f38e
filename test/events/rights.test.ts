/** Whoever reads the change feed gets events of what it may read, and of nothing else. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newPerson } from '../people/people.ts'
import { bloodPressure, idOf, newEhr, postComposition, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { openTokens } from '../rights/tokens.ts'
import { testServer } from '../server.ts'
import { type FeedPage, now } from './feed-calls.ts'

const server = await testServer()
const OTHER = 'Other pressure.v1'
await uploadTemplate(server)
const start = await now(server)
await uploadTemplate(server, OTHER)
const [mine, other] = [await newEhr(server), await newEhr(server)]
const uids = {
  mine: idOf(await postComposition(server, mine)),
  mineOfOther: idOf(await postComposition(server, mine, bloodPressure([{ systolic: 90 }], OTHER))),
  other: idOf(await postComposition(server, other)),
}
for (const uid of [uids.mine, uids.mineOfOther]) {
  const [object] = uid.split('::')
  const answer = await server.call(`PUT /openehr/v1/ehr/${mine}/composition/${object}/tags`, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify([{ key: 'flag' }]),
  })
  assert.equal(answer.status, 204, answer.text)
}
const stored = await server.call('PUT /openehr/v1/definition/query/org.example::one/1.0.0', {
  scopes: 'api.write',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ q: 'SELECT e/ehr_id/value FROM EHR e' }),
})
assert.equal(stored.status, 200, stored.text)

const makeToken = await openTokens(server)
await newPerson(server, 'ana')
await newPerson(server, 'rosa', ['researcher'])

const read = async (token: string, query = ''): Promise<FeedPage & { readonly status: number }> => {
  const answer = await server.call(`GET /extra/v1/changes?after=${start}&limit=1000${query}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  return { status: answer.status, ...answer.json() }
}

const subjects = ({ changes }: FeedPage, type: string) =>
  changes.filter(each => each.type === type).map(({ subject }) => subject)

const seen = (page: FeedPage) => ({
  ehrs: subjects(page, 'ehr.created'),
  records: subjects(page, 'composition.created'),
  tags: subjects(page, 'tags.changed').length,
  templates: subjects(page, 'template.created'),
  queries: subjects(page, 'query.created'),
})

const PATTERN = TEMPLATE_ID.replaceAll(' ', '*')

describe('the feed of', () => {
  const CALLERS: readonly (readonly [
    who: string,
    wanted: Parameters<typeof makeToken>[0],
    seen: ReturnType<typeof seen>,
  ])[] = [
    [
      'a backend with all rights',
      { scope: 'system/composition-*.r system/template-*.r system/aql-*.r' },
      {
        ehrs: [mine, other],
        records: [uids.mine, uids.mineOfOther, uids.other],
        tags: 2,
        templates: [OTHER],
        queries: ['org.example::one'],
      },
    ],
    [
      'a backend that reads records alone',
      { scope: 'system/composition-*.r' },
      {
        ehrs: [mine, other],
        records: [uids.mine, uids.mineOfOther, uids.other],
        tags: 2,
        templates: [],
        queries: [],
      },
    ],
    [
      'a backend for one template',
      { scope: `system/composition-${PATTERN}.r system/template-*.r` },
      { ehrs: [mine, other], records: [uids.mine, uids.other], tags: 1, templates: [OTHER], queries: [] },
    ],
    [
      'an app for one patient',
      { scope: 'patient/composition-*.r', person: 'ana', ehrId: mine },
      { ehrs: [mine], records: [uids.mine, uids.mineOfOther], tags: 2, templates: [], queries: [] },
    ],
    [
      'an app for one patient and one template',
      { scope: `patient/composition-${PATTERN}.r`, person: 'ana', ehrId: mine },
      { ehrs: [mine], records: [uids.mine], tags: 1, templates: [], queries: [] },
    ],
  ]
  for (const [who, wanted, expected] of CALLERS)
    it(`${who} has what it may read`, async () => {
      const page = await read(await makeToken(wanted))
      assert.equal(page.status, 200)
      assert.deepEqual(seen(page), expected)
      const readable = new Set(expected.records)
      for (const each of page.changes.filter(({ type }) => type === 'contribution.committed'))
        for (const uid of each.data.versions)
          assert.ok(readable.has(uid) || !Object.values(uids).includes(uid), 'a version out of reach')
      const text = JSON.stringify(await read(await makeToken(wanted), '&include=data'))
      for (const uid of Object.values(uids)) assert.equal(text.includes(uid), readable.has(uid))
    })

  it('an app for one patient has nothing of another that it names', async () => {
    const token = await makeToken({ scope: 'patient/composition-*.r', person: 'ana', ehrId: mine })
    assert.deepEqual((await read(token, `&ehr_id=${other}`)).changes, [])
  })

  it('a researcher does not exist: records without identity are not in it', async () => {
    assert.equal((await read(await makeToken({ scope: 'user/composition-*.r', person: 'rosa' }))).status, 403)
  })

  it('a caller that may only write does not exist', async () => {
    assert.equal((await read(await makeToken({ scope: 'system/composition-*.c' }))).status, 403)
  })
})

describe('the audit trail', () => {
  it('has the EHRs whose changes were shown', async () => {
    await read(await server.token('api.read'), `&ehr_id=${other}&type=composition`)
    const trail = await server.call(`GET /admin/v1/audit?ehr_id=${other}&action=R`, { scopes: 'api.admin' })
    const { events } = trail.json() as { events: readonly { route: string }[] }
    assert.ok(events.some(({ route }) => route.endsWith('/changes')))
  })
})
