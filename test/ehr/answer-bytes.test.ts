/** Versions and their data are sent to the byte, whatever their characters and length, one answer after the other on one connection. */
import assert from 'node:assert/strict'
import { Agent, type IncomingMessage, request } from 'node:http'
import { after, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { objectOf, openRecords } from '../admin/records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const records = await openRecords(server)
const authorization = `Bearer ${await server.token('api.read')}`
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
after(() => agent.destroy())

interface RawBody {
  readonly answer: IncomingMessage
  readonly bytes: Buffer
}

const send = (method: string, path: string, headers: Record<string, string> = {}): Promise<RawBody> =>
  new Promise((done, failed) => {
    const url = `${server.url}/openehr/v1${path}`
    request(url, { method, agent, headers: { Authorization: authorization, ...headers } }, answer => {
      const pieces: Buffer[] = []
      answer.on('data', piece => pieces.push(piece))
      answer.on('end', () => done({ answer, bytes: Buffer.concat(pieces) }))
    })
      .on('error', failed)
      .end()
  })

const names = {
  'a short one': 'Ann',
  'one longer than a piece of a socket': 'Ann '.repeat(2000),
  'characters of two bytes': 'Ännchen '.repeat(1000),
  'characters of three and four bytes': '€😀'.repeat(1000),
  'one that is compressed': 'Ann and Ännchen '.repeat(3000),
}

describe('the answer to a read', () => {
  for (const [title, name] of Object.entries(names))
    it(`has ${title}`, async () => {
      const ehrId = await records.ehr()
      const uid = await records.composition(ehrId, name)
      const composition = `/ehr/${ehrId}/composition/${uid}`
      const version = `/ehr/${ehrId}/versioned_composition/${objectOf(uid)}/version/${uid}`
      const texts = new Map<string, string>()
      for (const path of [composition, version, composition, version]) {
        const { answer, bytes } = await send('GET', path)
        assert.equal(answer.statusCode, 200)
        assert.equal(answer.headers['content-length'], String(bytes.length))
        texts.set(path, bytes.toString())
        const head = await send('HEAD', path)
        assert.equal(head.bytes.length, 0)
        assert.equal(head.answer.headers['content-length'], String(bytes.length))
      }
      const data = texts.get(composition) ?? ''
      assert.equal(JSON.parse(data).composer.name, name)
      assert.ok(texts.get(version)?.endsWith(`,"data":${data}}`))
      assert.equal(JSON.parse(texts.get(version) ?? '').uid.value, uid)
    })

  it('is compressed for those who take it, and is the same text', async () => {
    const ehrId = await records.ehr()
    const uid = await records.composition(ehrId, names['one that is compressed'])
    const path = `/ehr/${ehrId}/versioned_composition/${objectOf(uid)}/version/${uid}`
    const plain = await send('GET', path)
    for (const [coding, unpack] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const { answer, bytes } = await send('GET', path, { 'Accept-Encoding': coding })
      assert.equal(answer.headers['content-encoding'], coding)
      assert.ok(unpack(bytes).equals(plain.bytes))
    }
  })

  it('has the VERSION of a deletion, which has no data', async () => {
    const ehrId = await records.ehr()
    const uid = await records.composition(ehrId, 'Ann')
    const deleted = await records.call(`DELETE /ehr/${ehrId}/composition/${uid}`)
    assert.equal(deleted.status, 204, deleted.text)
    const next = uid.replace(/1$/, '2')
    const { answer, bytes } = await send(
      'GET',
      `/ehr/${ehrId}/versioned_composition/${objectOf(uid)}/version/${next}`,
    )
    assert.equal(answer.headers['content-length'], String(bytes.length))
    const version = JSON.parse(bytes.toString())
    assert.deepEqual([version.preceding_version_uid.value, version.data], [uid, undefined])
  })
})
