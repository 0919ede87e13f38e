/** The files of the console over HTTP: types, caching, compression, policy. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { testServer } from '../server.ts'

const server = await testServer({
  env: { CAIRN_BASE_URL: 'http://example.org/cdr', CAIRN_AUTH_URL: 'http://auth.example.org' },
})

describe('GET /console', () => {
  let script: string
  before(async () => {
    const { text } = await server.call('GET /console')
    script = /src="\.\/(assets\/[^"]+\.js)"/.exec(text)?.[1] ?? ''
  })

  it('is a page that may run and load what comes from this server', async () => {
    const { status, headers, text } = await server.call('GET /console')
    assert.equal(status, 200)
    assert.equal(headers.get('Content-Type'), 'text/html; charset=utf-8')
    assert.equal(headers.get('Cache-Control'), 'no-store')
    const policy = headers.get('Content-Security-Policy') ?? ''
    assert.match(policy, /default-src 'none'; script-src 'self';/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.match(policy, /connect-src 'self' http:\/\/auth\.example\.org;/)
    const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1] ?? ''
    assert.ok(text.includes(`<meta name="style-nonce" content="${nonce}" />`))
  })

  it('has another nonce each time', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => (await server.call('GET /console')).headers.get('Content-Security-Policy')),
    )
    assert.notEqual(nonces[0], nonces[1])
  })

  it('knows its own address, behind a proxy that takes a part of the path away and without one', async () => {
    assert.match((await server.call('GET /console/ehrs/1')).text, /<base href="\/cdr\/console\/" \/>/)
    assert.match((await server.call('GET /cdr/console')).text, /<base href="\/cdr\/console\/" \/>/)
  })

  it('is the page of every address below, whatever its query string', async () => {
    const { status, headers } = await server.call('GET /console/ehrs/x/compositions/y%3A%3Az?view=json')
    assert.equal(status, 200)
    assert.match(headers.get('Content-Type') ?? '', /^text\/html/)
  })

  it('has files that never change under their name, compressed by the build', async () => {
    const plain = await server.call(`GET /console/${script}`, { headers: { 'Accept-Encoding': 'identity' } })
    assert.equal(plain.status, 200)
    assert.equal(plain.headers.get('Cache-Control'), 'public, max-age=31536000, immutable')
    assert.equal(plain.headers.get('Content-Type'), 'text/javascript; charset=utf-8')
    for (const [coding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await rawBody(`${server.url}/console/${script}`, coding)
      assert.equal(answer.coding, coding)
      assert.equal(decode(answer.bytes).toString(), plain.text)
    }
  })

  it('has a first page of less than 235 KB, as gzip sends it', async () => {
    const { text } = await server.call('GET /console')
    const names = [...text.matchAll(/"\.\/(assets\/[^"]+)"/g)].map(([, name = '']) => name)
    const sizes = names.map(async name => {
      const plain = await server.call(`GET /console/${name}`, { headers: { 'Accept-Encoding': 'identity' } })
      return gzipSync(plain.text).length
    })
    const bytes = (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0)
    assert.ok(bytes > 50_000 && bytes < 235_000, String(bytes))
  })

  it('says that a file of another build is not there', async () => {
    assert.equal((await server.call('GET /console/assets/index-old.js')).status, 404)
  })

  it('is read only', async () => {
    const { status, headers } = await server.call('POST /console/ehrs')
    assert.equal(status, 405)
    assert.equal(headers.get('Allow'), 'GET, HEAD, OPTIONS')
  })

  it('is linked from the start page, and is no part of the API description', async () => {
    assert.match((await server.call('GET /', { headers: { Accept: 'text/html' } })).text, /href="console"/)
    assert.equal((await server.call('GET /openapi.json')).json().paths['/console'], undefined)
  })
})

/** `fetch` would decompress by itself. */
async function rawBody(url: string, coding: string): Promise<{ coding: string | undefined; bytes: Buffer }> {
  const { get } = await import('node:http')
  return new Promise((done, failed) => {
    get(url, { headers: { 'Accept-Encoding': coding } }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', chunk => chunks.push(chunk))
      answer.on('end', () =>
        done({ coding: answer.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
      )
    }).on('error', failed)
  })
}
