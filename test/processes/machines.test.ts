/** Two installations on one database, as on two machines behind a proxy that gives each request to the next of them. */
import assert from 'node:assert/strict'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { testDatabase } from '../database.ts'
import { notBuilt, runProgram } from '../http/program.ts'
import { bloodPressure, bloodPressureOpt } from '../records.ts'
import { freePort } from '../server.ts'

const SECRET = 'a secret key that is long enough for a test'
const CLIENT_SECRET = 'the secret of the first client of this test'

/** Gives requests to the addresses in turn. */
async function roundRobin(ports: readonly number[]): Promise<{ url: string; served: number[] }> {
  const served = ports.map(() => 0)
  let turn = 0
  const proxy = createServer((incoming, outgoing) => {
    const to = turn++ % ports.length
    served[to] = (served[to] ?? 0) + 1
    const { method, url, headers } = incoming
    const passed = send({ host: '127.0.0.1', port: ports[to], method, path: url, headers }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done))
  after(() => proxy.close())
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, served }
}

describe('two machines on one database', { skip: notBuilt }, async () => {
  if (notBuilt) return
  const { url: databaseUrl } = await testDatabase()
  const ports = [await freePort(), await freePort()]
  const { url, served } = await roundRobin(ports)
  const settings = {
    CAIRN_DATABASE_URL: databaseUrl,
    CAIRN_SECRET_KEY: SECRET,
    CAIRN_BASE_URL: url,
    CAIRN_BOOTSTRAP_CLIENT_ID: 'first',
    CAIRN_BOOTSTRAP_CLIENT_SECRET: CLIENT_SECRET,
  }
  for (const port of ports) {
    const program = runProgram(['serve'], { ...settings, CAIRN_PORT: String(port) }, { built: true })
    await program.says('"msg":"ready"')
  }
  const token = async (): Promise<string> => {
    const answer = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`first:${CLIENT_SECRET}`)}` },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        audience: `${url}/openehr/v1`,
        scope: 'api.read api.write',
      }),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const call = async (bearer: string, method: string, path: string, type?: string, body?: string) =>
    fetch(`${url}/openehr/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${bearer}`, ...(type === undefined ? {} : { 'Content-Type': type }) },
      ...(body === undefined ? {} : { body }),
    })

  it('a token of one is good for both, and each sees at once what the other wrote', async () => {
    const bearer = await token()
    const uploaded = await call(
      bearer,
      'POST',
      '/definition/template/adl1.4',
      'application/xml',
      bloodPressureOpt(),
    )
    assert.equal(uploaded.status, 201)
    for (let turn = 0; turn < 5; turn++) {
      const ehr = await call(bearer, 'POST', '/ehr')
      const ehrId = (ehr.headers.get('etag') ?? '').replaceAll('"', '')
      const body = JSON.stringify(bloodPressure([{ systolic: 120 + turn }]))
      const made = await call(bearer, 'POST', `/ehr/${ehrId}/composition`, 'application/json', body)
      assert.equal(made.status, 201, await made.text())
      const uid = (made.headers.get('etag') ?? '').replaceAll('"', '')
      const read = await call(bearer, 'GET', `/ehr/${ehrId}/composition/${uid}`)
      assert.equal(read.status, 200)
      const q = `SELECT count(*) AS n FROM EHR e[ehr_id/value='${ehrId}'] CONTAINS COMPOSITION c`
      const counted = await call(bearer, 'POST', '/query/aql', 'application/json', JSON.stringify({ q }))
      assert.deepEqual(((await counted.json()) as { rows: unknown }).rows, [[1]])
    }
    assert.ok(Math.min(...served) >= 10, `requests of each: ${served}`)
  })

  const refusals: [string, Record<string, string>, RegExp][] = [
    [
      'another secret key',
      { CAIRN_SECRET_KEY: `${SECRET} or not` },
      /is not the one that this database was set up with/,
    ],
    ['another base URL', { CAIRN_BASE_URL: 'http://elsewhere.example' }, /CAIRN_BASE_URL, CAIRN_AUTH_URL/],
    ['another system id', { CAIRN_SYSTEM_ID: 'elsewhere.example' }, /other settings: CAIRN_SYSTEM_ID\. /],
  ]
  for (const [what, other, sentence] of refusals)
    it(`a third one with ${what} does not start, and says why`, async () => {
      const CAIRN_PORT = String(await freePort())
      const { code, stderr } = await runProgram(
        ['serve'],
        { ...settings, CAIRN_PORT, ...other },
        { built: true },
      ).ended
      assert.equal(code, 1)
      assert.match(stderr, sentence)
      assert.equal(stderr.trim().split('\n').length, 1)
    })
})
