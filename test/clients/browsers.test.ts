/** Needs of pages in browsers: headers that they may read, ids in any script, and large answers compressed. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { bloodPressure, idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const ORIGIN = 'https://app.example.org'
const server = await testServer({ env: { CAIRN_CORS_ORIGINS: ORIGIN } })
await uploadTemplate(server)
const ehrId = await newEhr(server)

describe('CORS', () => {
  it('lets pages read links, tags, totals and ids', async () => {
    const { headers } = await server.call('GET /health/live', { headers: { Origin: ORIGIN } })
    const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(', ')
    for (const name of [
      'etag',
      'link',
      'location',
      'last-modified',
      'preference-applied',
      'x-total-count',
      'x-request-id',
      'openehr-uri',
      'openehr-item-tag',
      'openehr-version-item-tag',
    ])
      assert.ok(exposed.includes(name), name)
  })
})

describe('openehr-template-id', () => {
  it('is read as UTF-8', async () => {
    const templateId = 'Blutdruck für Ärztinnen 血圧.v1'
    await uploadTemplate(server, templateId)
    const id = idOf(await postComposition(server, ehrId, bloodPressure(undefined, templateId)))
    const flat = await server.call(`GET /openehr/v1/ehr/${ehrId}/composition/${id}?format=FLAT`, {
      scopes: 'api.read',
    })
    const { ...body } = flat.json()
    for (const key of Object.keys(body)) if (/uid/.test(key)) delete body[key]
    const answer = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition?format=FLAT`, {
      scopes: 'api.write',
      headers: {
        'Content-Type': 'application/json',
        // A header goes out byte by byte.
        'openehr-template-id': Buffer.from(templateId).toString('latin1'),
      },
      body: JSON.stringify(body),
    })
    assert.equal(answer.status, 201, answer.text)
  })
})

interface Raw {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: Buffer
}

/** As it comes over the wire, which fetch would not show. */
async function raw(line: string, headers: Record<string, string>): Promise<Raw> {
  const [method = '', path = ''] = line.split(' ')
  const token = await server.token('api.read')
  return new Promise((done, failed) => {
    const sending = request(`${server.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...headers },
    })
    sending.on('error', failed)
    sending.on('response', answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', failed)
      answer.on('end', () =>
        done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      )
    })
    sending.end()
  })
}

const OPEN: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

describe('a large answer', async () => {
  const readings = Array.from({ length: 60 }, (_, at) => ({ systolic: 100 + at }))
  const uid = idOf(await postComposition(server, ehrId, bloodPressure(readings)))
  const large = `/openehr/v1/ehr/${ehrId}/composition/${uid}`
  const plain = await raw(`GET ${large}`, {})

  it('comes as it is for a client that asks for nothing else, with Vary', () => {
    assert.ok(plain.body.length > 16 * 1024)
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(plain.headers['content-length'], String(plain.body.length))
    assert.match(String(plain.headers['vary']), /\bOrigin\b.*\bAccept-Encoding\b/)
  })

  for (const [accept, coding] of [
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
  ] as const)
    it(`is compressed for Accept-Encoding: ${accept}`, async () => {
      const answer = await raw(`GET ${large}`, { 'Accept-Encoding': accept, Origin: ORIGIN })
      assert.equal(answer.headers['content-encoding'], coding)
      assert.ok(answer.body.length < plain.body.length / 4, String(answer.body.length))
      assert.deepEqual(OPEN[coding]?.(answer.body), plain.body)
      assert.equal(answer.headers['etag'], plain.headers['etag'], 'it names the version, not its bytes')
      assert.equal(answer.headers['content-length'], undefined)
      assert.match(String(answer.headers['vary']), /\bOrigin\b.*\bAccept-Encoding\b/)
    })

  it('has the headers of GET and no content for HEAD', async () => {
    const asGet = await raw(`GET ${large}`, { 'Accept-Encoding': 'br' })
    const compressed = await raw(`HEAD ${large}`, { 'Accept-Encoding': 'br' })
    assert.deepEqual([compressed.status, compressed.body.length], [200, 0])
    for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary'])
      assert.equal(compressed.headers[name], asGet.headers[name], name)
    const asItIs = await raw(`HEAD ${large}`, {})
    assert.equal(asItIs.headers['content-encoding'], undefined)
    assert.equal(asItIs.headers['content-length'], String(plain.body.length))
  })

  it('is compressed while it flows', async () => {
    for (let at = 0; at < 5; at++) await postComposition(server, ehrId, bloodPressure(readings))
    const path = `/openehr/v1/query/aql?q=${encodeURIComponent('SELECT c FROM EHR e CONTAINS COMPOSITION c')}`
    const whole = await raw(`GET ${path}`, {})
    const answer = await raw(`GET ${path}`, { 'Accept-Encoding': 'gzip' })
    assert.equal(answer.headers['content-encoding'], 'gzip')
    const rowsOf = (body: Buffer) => JSON.parse(body.toString('utf8')).rows
    assert.deepEqual(rowsOf(gunzipSync(answer.body)), rowsOf(whole.body))
  })
})

describe('a small answer', () => {
  it('comes as it is', async () => {
    for (const path of ['/health/live', `/openehr/v1/ehr/${ehrId}`]) {
      const answer = await raw(`GET ${path}`, { 'Accept-Encoding': 'gzip, br' })
      assert.equal(answer.headers['content-encoding'], undefined)
      assert.ok(answer.headers['content-length'])
    }
  })
})

it('CAIRN_COMPRESS_FROM=0 compresses nothing', async () => {
  const other = await testServer({ env: { CAIRN_COMPRESS_FROM: '0' } })
  const answer = await other.call('GET /openapi.json', { headers: { 'Accept-Encoding': 'gzip' } })
  assert.ok(answer.text.length > 16 * 1024)
  assert.deepEqual([answer.headers.get('content-encoding'), answer.headers.get('vary')], [null, null])
})
