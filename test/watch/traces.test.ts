/** Traces of requests, as a collector gets them: spans that belong together, and nothing of a patient in them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually } from '../eventually.ts'
import { newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { attribute, openCollector } from './collector.ts'

const collector = await openCollector()
const { bodies, authorizations, resources, spans } = collector

const server = await testServer({
  env: {
    CAIRN_TRACE_URL: collector.url,
    CAIRN_TRACE_HEADERS: 'Authorization=Bearer for-the-collector',
    CAIRN_TRACE_RATIO: '0',
  },
})

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const traced = { traceparent: `00-${TRACE}-${PARENT}-01` }

await uploadTemplate(server)
const ehrId = await newEhr(server)
const uid = (await postComposition(server, ehrId)).headers.get('etag')?.replaceAll('"', '') ?? ''

describe('a request with traceparent', () => {
  it('has a span of its own, with spans of its query and its statements below', async () => {
    const q = `SELECT c/uid/value AS uid FROM EHR e CONTAINS COMPOSITION c WHERE c/uid/value = '${uid}'`
    const answer = await server.call(`GET /openehr/v1/query/aql?q=${encodeURIComponent(q)}`, {
      scopes: 'api.read',
      headers: traced,
    })
    assert.equal(answer.status, 200)
    await eventually('the spans of the query', () => spans().some(({ kind }) => kind === 2))
    const own = spans().filter(({ traceId }) => traceId === TRACE)
    const request = own.find(({ kind }) => kind === 2)
    assert.equal(request?.name, 'GET /openehr/v1/query/aql')
    assert.equal(request?.parentSpanId, PARENT)
    assert.equal(attribute(request, 'http.response.status_code'), '200')
    assert.equal(attribute(request, 'cairn.client_id'), server.client.id)
    const below = own.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
    assert.ok(below.some(({ name }) => name === 'aql'))
    assert.ok(below.some(each => each.kind === 3 && attribute(each, 'db.system.name') === 'postgresql'))
    for (const { startTimeUnixNano, endTimeUnixNano } of own)
      assert.ok(BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano))
  })

  it('is traced if it is refused, too', async () => {
    await server.call(`GET /openehr/v1/ehr/${ehrId}`, { headers: traced })
    const refused = () => spans().find(each => attribute(each, 'http.response.status_code') === '401')
    await eventually('the span of the refusal', () => refused() !== undefined)
    assert.equal(attribute(refused(), 'http.route'), '/openehr/v1/ehr/:ehr_id')
  })

  it('has nothing of a patient in its spans', async () => {
    await server.call(`GET /openehr/v1/ehr/${ehrId}/composition/${uid}?version_at_time=canary`, {
      scopes: 'api.read',
      headers: { ...traced, 'X-Canary': 'canary' },
    })
    const read = () => spans().some(({ name }) => name.includes('/composition/:uid_based_id'))
    await eventually('the span of the read', read)
    const sent = JSON.stringify(bodies)
    for (const secret of [ehrId, uid, uid.split('::')[0] ?? '', 'canary', 'SELECT'])
      assert.ok(!sent.includes(secret), `a span has ${secret}`)
  })
})

describe('a request without traceparent, or with one that is not sampled or not readable', () => {
  it('is not traced where the ratio is 0', async () => {
    const before = spans().length
    for (const traceparent of [
      undefined,
      `00-${TRACE}-${PARENT}-00`,
      `00-${'0'.repeat(32)}-${PARENT}-01`,
      'canary',
    ])
      await server.call('GET /openehr/v1/definition/template/adl1.4', {
        scopes: 'api.read',
        headers: traceparent === undefined ? {} : { traceparent },
      })
    await server.call('GET /openehr/v1/definition/template/adl1.4', { scopes: 'api.read', headers: traced })
    const last = () =>
      spans()
        .slice(before)
        .filter(({ kind }) => kind === 2)
    await eventually('the span of the last request', () => last().length > 0)
    assert.equal(last().length, 1)
  })
})

describe('the collector', () => {
  it('gets the header that is set for it, and the name of the service', () => {
    assert.deepEqual([...authorizations], ['Bearer for-the-collector'])
    const [{ resource }] = resources()
    assert.deepEqual(resource.attributes[0], { key: 'service.name', value: { stringValue: 'cairn' } })
  })

  it('costs no request if it fails', async () => {
    collector.answers.status = 500
    const answer = await server.call('GET /openehr/v1/definition/template/adl1.4', {
      scopes: 'api.read',
      headers: traced,
    })
    assert.equal(answer.status, 200)
    const told = () => server.logged.some(line => line.includes('failed to send traces'))
    await eventually('a line in the log', told)
  })
})
