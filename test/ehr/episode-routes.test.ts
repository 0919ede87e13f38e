/** The common behaviour of all routes of episodes: ids, scopes, EHRs that may not be changed, audit. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { status } from '../admin/records.ts'
import { idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { openEpisodes } from './episodes.ts'

const server = await testServer()
await uploadTemplate(server)
const { make, list } = openEpisodes(server)

const ROUTES: [route: string, body: unknown][] = [
  ['GET /ehr/{ehr}/episode', undefined],
  ['POST /ehr/{ehr}/episode', { name: 'Admission' }],
  ['GET /ehr/{ehr}/episode/{uid}', undefined],
  ['PUT /ehr/{ehr}/episode/{uid}', { name: 'Admission' }],
  ['PUT /ehr/{ehr}/episode/{uid}/activate', undefined],
  ['PUT /ehr/{ehr}/episode/{uid}/deactivate', undefined],
  ['DELETE /ehr/{ehr}/episode/{uid}', undefined],
  ['PUT /admin/ehr/{ehr}/episode/{uid}/destroy', undefined],
]

describe('every route', () => {
  const ask = (route: string, body: unknown, ehr: string, uid: string, scopes: string) =>
    server.call(route.replace(' /', ' /extra/v1/').replace('{ehr}', ehr).replace('{uid}', uid), {
      scopes,
      ...(body === undefined
        ? {}
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })
  const all = 'api.read api.write api.admin'

  for (const [route, body] of ROUTES) {
    it(`${route}: 404 for an unknown EHR, and for ids that are none`, async () => {
      const unknown = await ask(route, body, randomUUID(), randomUUID(), all)
      assert.equal(unknown.status, 404)
      assert.equal(unknown.json().code, 'ehr.not_found')
      const malformed = await ask(route, body, 'nothing', randomUUID(), all)
      assert.equal(malformed.status, 404)
      assert.equal(malformed.json().code, 'ehr.not_found')
      if (!route.includes('{uid}')) return
      const ehrId = await newEhr(server)
      assert.equal((await ask(route, body, ehrId, 'nothing', all)).json().code, 'episode.not_found')
      assert.equal((await ask(route, body, ehrId, randomUUID(), all)).json().code, 'episode.not_found')
      // One of another EHR is none of this one, nor is what is no episode.
      const other = await make(await newEhr(server))
      assert.equal((await ask(route, body, ehrId, other.uid, all)).status, 404)
      const composition = idOf(await postComposition(server, ehrId)).split('::')[0] ?? ''
      assert.equal((await ask(route, body, ehrId, composition, all)).status, 404)
    })

    const [method] = route.split(' ')
    const scope = route.includes('/admin/') ? 'api.admin' : method === 'GET' ? 'api.read' : 'api.write'
    const others = all.replace(scope, '').trim()
    it(`${route}: 403 without ${scope}`, async () => {
      const ehrId = await newEhr(server)
      const { uid } = await make(ehrId)
      assert.equal((await ask(route, body, ehrId, uid, others)).status, 403)
    })

    if (method === 'GET') continue
    it(`${route}: 409 where the EHR is not modifiable`, async () => {
      const ehrId = await newEhr(server)
      const { uid } = await make(ehrId)
      const at = `/openehr/v1/ehr/${ehrId}/ehr_status`
      const current = await server.call(`GET ${at}`, { scopes: all })
      const frozen = await server.call(`PUT ${at}`, {
        scopes: all,
        headers: { 'Content-Type': 'application/json', 'If-Match': idOf(current) },
        body: JSON.stringify(status({ is_modifiable: false })),
      })
      assert.equal(frozen.status, 204, frozen.text)
      const answer = await ask(route, body, ehrId, uid, all)
      assert.equal(answer.status, 409, answer.text)
      assert.equal(answer.json().code, 'ehr.not_modifiable')
    })
  }

  it('is in the API description', async () => {
    const { paths } = (await server.call('GET /openapi.json')).json() as {
      paths: Record<string, Record<string, unknown>>
    }
    for (const [route] of ROUTES) {
      const [method = '', path = ''] = route.replace('{ehr}', '{ehr_id}').split(' ')
      assert.ok(paths[`/extra/v1${path}`]?.[method.toLowerCase()], route)
    }
  })

  it('is in the audit trail with its EHR', async () => {
    const ehrId = await newEhr(server)
    await list(ehrId)
    const events = sql<{ n: number }, [ehrId: string]>({
      name: 'test.episodeEvents',
      text: `select count(*)::int as n from cairn.audit_event where ehr_id = $1 and path like '%/episode'`,
    })
    for (let tries = 0; tries < 50; tries++) {
      const [row] = await server.db.query(events, [ehrId])
      if (row?.n === 1) return
      await new Promise(done => setTimeout(done, 100))
    }
    assert.fail('the list was not recorded')
  })
})
