/** Sends the example of every operation, as the reference has it, to a server with records of the same ids: none is malformed. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { bloodPressure, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { type CallOptions, testServer } from '../server.ts'

const FOLDER = new URL('../../docs/reference/api/', import.meta.url)
const EHR = '7d44b88c-4199-4bad-97dc-d78268e01398'
const OBJECT = '8849182c-82ad-4088-a07f-48ead4180515'
const ALL = 'api.read api.write api.lenient api.admin'

interface Example {
  readonly id: string
  readonly request: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const OPERATION = /^<!-- id: (\w+) -->\n.*?^```http\n(.*?)^```$/gms

function examplesIn(page: string): readonly Example[] {
  return [...page.matchAll(OPERATION)].map(([, id = '', text = '']) => {
    const [head = '', ...rest] = text.trimEnd().split('\n\n')
    const [request = '', ...lines] = head.split('\n')
    const headers = lines.map(line => line.split(/: (.*)/s).slice(0, 2) as [string, string])
    return {
      id,
      request,
      headers: Object.fromEntries(headers),
      body: rest.length > 0 ? rest.join('\n\n') : undefined,
    }
  })
}

/** Those of administration delete what the others need. */
const LAST = 'admin.md'

const examples = readdirSync(FOLDER)
  .sort((a, b) => Number(a === LAST) - Number(b === LAST) || (a < b ? -1 : 1))
  .flatMap(name => examplesIn(readFileSync(new URL(name, FOLDER), 'utf8')))

/** Refused as they stand: the body is only the beginning of a template, or the client of the test is no app. */
const REFUSED: Readonly<Record<string, number>> = {
  template_upload: 400,
  template_replace: 400,
  pushed_authorization_request: 400,
}

const server = await testServer()
const audience = server.url.replace('127.0.0.1', 'localhost')

/** Calls an operation whose answer does not end: its status is enough. */
async function beginning(request: string, { scopes = '', headers, body }: CallOptions) {
  const [method = '', path = ''] = request.split(' ')
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { ...headers, Authorization: `Bearer ${await server.token(scopes)}` },
    ...(body === undefined ? {} : { body: String(body) }),
  })
  await answer.body?.cancel()
  return { status: answer.status, text: '' }
}

describe('the example of', () => {
  before(async () => {
    await uploadTemplate(server)
    const send = async (request: string, body: unknown) => {
      const answer = await server.call(request, {
        scopes: ALL,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      assert.ok(answer.status < 300, `${request}: ${answer.text}`)
    }
    await send(`PUT /openehr/v1/ehr/${EHR}`, undefined)
    const uid = { _type: 'HIER_OBJECT_ID', value: OBJECT }
    await send(`POST /openehr/v1/ehr/${EHR}/composition`, { ...bloodPressure(), uid })
    assert.equal(TEMPLATE_ID, 'Blood pressure.v1')
  })

  for (const { id, request, headers, body } of examples)
    it(id, async () => {
      const { id: clientId, secret } = server.client
      const basic = { Authorization: `Basic ${btoa(`${clientId}:${secret}`)}` }
      const isOauth = request.includes('/oauth/')
      const sent = body?.replaceAll(encodeURIComponent('http://localhost:8080'), encodeURIComponent(audience))
      const call = id.startsWith('live_') ? beginning : server.call
      const answer = await call(request, {
        ...(isOauth ? {} : { scopes: ALL }),
        headers: { ...headers, ...(isOauth ? basic : {}) },
        ...(sent === undefined ? {} : { body: sent }),
      })
      const malformed = [400, 405, 406, 413, 414, 415].includes(answer.status) || answer.status >= 500
      assert.equal(malformed ? answer.status : undefined, REFUSED[id], `${request}\n${answer.text}`)
    })
})
