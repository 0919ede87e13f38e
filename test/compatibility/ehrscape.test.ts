/** Programs that were made for EhrScape (`/rest/v1`) or for EHRbase's module of it (`/rest/ecis/v1`), each call a case. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkedVault, createClient } from '../../packages/server/src/auth/index.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { note, openRecords } from '../admin/records.ts'
import { newEhr, TEMPLATE_ID } from '../records.ts'
import { type Answer, SECRET_KEY, testServer } from '../server.ts'

const server = await testServer({ env: { CAIRN_PREFIXES: '/rest/openehr/v1' } })
const records = await openRecords(server)
const made = await createClient(server.db, await checkedVault(server.db, SECRET_KEY), {
  name: 'old program',
  scopes: ['api.read', 'api.write', 'api.admin'],
  basicAuth: true,
})
const client = { id: made.client.clientId, secret: made.secret ?? '' }
const basicOf = (id: string, secret: string) => `Basic ${btoa(`${id}:${secret}`)}`
const BASIC = basicOf(client.id, client.secret)
const TEMPLATE = encodeURIComponent(TEMPLATE_ID)

const ehrId = await newEhr(server)
const first = await records.composition(ehrId, 'first')
const FLAT = (await records.call(`GET /ehr/${ehrId}/composition/${first}?format=FLAT`)).json()
for (const key of Object.keys(FLAT)) if (key.endsWith('/_uid')) delete FLAT[key]
const XML = (
  await records.call(`GET /ehr/${ehrId}/composition/${first}`, undefined, { Accept: 'application/xml' })
).text.replace(/<uid.*?<\/uid>/s, '')

interface Request {
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly authorization?: string
}

const send = (request: string, { body, headers, authorization = BASIC }: Request = {}): Promise<Answer> =>
  server.call(request, {
    headers: {
      Authorization: authorization,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

interface Case extends Request {
  readonly id: string
  /** `{uid}` is the uid of a composition of its own, `{object}` the id of its object, `{ehr}` the EHR. */
  readonly request: string
  readonly status: number
  /** Members of the answer; `uid`, `href` and `text` stand for any text of that kind. */
  readonly answer?: Record<string, unknown>
}

const XML_HEADERS = { 'Content-Type': 'application/xml' }
const HREF = /^http:\/\/.*\/rest\/(ecis\/)?v1\//
const KINDS: Record<string, RegExp> = {
  uid: /^[0-9a-f-]{36}::cairn\.local::\d+$/,
  'uid 2': /^[0-9a-f-]{36}::cairn\.local::2$/,
}

const WRITTEN = (action: string, uid = 'uid') => ({ action, compositionUid: uid })

const CASES: readonly Case[] = [
  ...['/rest/v1', '/rest/ecis/v1'].flatMap((prefix): Case[] => {
    const at = (id: string) => `${prefix}: ${id}`
    return [
      {
        id: at('POST composition in FLAT'),
        request: `POST ${prefix}/composition?ehrId={ehr}&templateId=${TEMPLATE}&format=FLAT&committerName=Dr.%20Ada`,
        body: FLAT,
        status: 201,
        answer: WRITTEN('CREATE'),
      },
      {
        id: at('POST composition in canonical JSON'),
        request: `POST ${prefix}/composition?ehrId={ehr}&format=CANONICAL`,
        body: note('canonical'),
        status: 201,
        answer: WRITTEN('CREATE'),
      },
      {
        id: at('POST composition in XML'),
        request: `POST ${prefix}/composition?ehrId={ehr}&format=XML`,
        body: XML,
        headers: XML_HEADERS,
        status: 201,
        answer: WRITTEN('CREATE'),
      },
      {
        id: at('POST composition without ehrId'),
        request: `POST ${prefix}/composition`,
        body: FLAT,
        status: 400,
      },
      {
        id: at('POST composition that breaks its template'),
        request: `POST ${prefix}/composition?ehrId={ehr}&format=JSON`,
        body: { ...note('bad'), content: [{ _type: 'OBSERVATION' }] },
        status: 422,
      },
      {
        id: at('GET composition, by version and by object'),
        request: `GET ${prefix}/composition/{uid}?format=JSON`,
        status: 200,
        answer: {
          action: 'RETRIEVE',
          format: 'JSON',
          templateId: TEMPLATE_ID,
          compositionUid: 'uid',
          ehrId: '{ehr}',
        },
      },
      {
        id: at('GET composition by object'),
        request: `GET ${prefix}/composition/{object}?format=FLAT`,
        status: 200,
        answer: { action: 'RETRIEVE', format: 'FLAT', templateId: TEMPLATE_ID },
      },
      {
        id: at('GET composition in the format of the API'),
        request: `GET ${prefix}/composition/{object}`,
        status: 200,
        answer: { format: prefix === '/rest/v1' ? 'FLAT' : 'XML' },
      },
      {
        id: at('GET composition that is not there'),
        request: `GET ${prefix}/composition/6ac1ea5c-9d6f-4d8c-8f0e-0a1b2c3d4e5f`,
        status: 404,
      },
      {
        id: at('PUT composition by object'),
        request: `PUT ${prefix}/composition/{object}?format=FLAT&templateId=${TEMPLATE}`,
        body: FLAT,
        status: 200,
        answer: WRITTEN('UPDATE', 'uid 2'),
      },
      {
        id: at('PUT composition by its latest version'),
        request: `PUT ${prefix}/composition/{uid}?format=FLAT&templateId=${TEMPLATE}`,
        body: FLAT,
        status: 200,
        answer: WRITTEN('UPDATE', 'uid 2'),
      },
      {
        id: at('PUT composition by another version'),
        request: `PUT ${prefix}/composition/{object}::cairn.local::7?format=FLAT&templateId=${TEMPLATE}`,
        body: FLAT,
        status: 412,
      },
      {
        id: at('DELETE composition by object'),
        request: `DELETE ${prefix}/composition/{object}`,
        status: 200,
        answer: WRITTEN('DELETE', 'uid 2'),
      },
      {
        id: at('DELETE composition by version'),
        request: `DELETE ${prefix}/composition/{uid}`,
        status: 200,
        answer: { action: 'DELETE' },
      },
      {
        id: at('GET template'),
        request: `GET ${prefix}/template/${TEMPLATE}`,
        status: 200,
        answer: { action: 'RETRIEVE', 'webTemplate/templateId': TEMPLATE_ID },
      },
      { id: at('GET template that is not there'), request: `GET ${prefix}/template/none`, status: 404 },
      {
        id: at('GET example'),
        request: `GET ${prefix}/template/${TEMPLATE}/example`,
        status: 200,
      },
    ]
  }),
  {
    id: 'GET template lists them',
    request: 'GET /rest/v1/template',
    status: 200,
    answer: { 'templates/0/templateId': TEMPLATE_ID },
  },
  {
    id: 'POST ehr with a subject',
    request: 'POST /rest/v1/ehr?subjectId=4711&subjectNamespace=hospital',
    status: 201,
    answer: { action: 'CREATE' },
  },
  {
    id: 'POST ehr of a subject that has one',
    request: 'POST /rest/v1/ehr?subjectId=4711&subjectNamespace=hospital',
    status: 409,
  },
  {
    id: 'GET ehr by subject',
    request: 'GET /rest/v1/ehr?subjectId=4711&subjectNamespace=hospital',
    status: 200,
    answer: { action: 'RETRIEVE', 'ehrStatus/subjectId': '4711', 'ehrStatus/queryable': true },
  },
  {
    id: 'GET ehr',
    request: 'GET /rest/v1/ehr/{ehr}',
    status: 200,
    answer: { ehrId: '{ehr}', 'ehrStatus/modifiable': true },
  },
  {
    id: 'PUT ehr status',
    request: 'PUT /rest/v1/ehr/status/{ehr}',
    body: { queryable: true, modifiable: true, subjectId: '4712', subjectNamespace: 'hospital' },
    status: 200,
    answer: { action: 'UPDATE' },
  },
  {
    id: 'GET ehr status',
    request: 'GET /rest/v1/ehr/status/{ehr}',
    status: 200,
    answer: { 'ehrStatus/subjectId': '4712' },
  },
  {
    id: 'GET query with parameters',
    request: `GET /rest/v1/query?id={ehr}&aql=${encodeURIComponent('SELECT e/ehr_id/value AS ehr, 7 FROM EHR e WHERE e/ehr_id/value = $id')}`,
    status: 200,
    answer: { 'resultSet/0/ehr': '{ehr}', 'resultSet/0/#1': 7 },
  },
  {
    id: 'POST query with parameters',
    request: 'POST /rest/v1/query',
    body: {
      aql: 'SELECT e/ehr_id/value AS ehr FROM EHR e WHERE e/ehr_id/value = $id',
      aqlParameters: { id: ehrId },
    },
    status: 200,
    answer: { 'resultSet/0/ehr': '{ehr}' },
  },
  {
    id: 'GET query without rows',
    request: `GET /rest/v1/query?aql=${encodeURIComponent("SELECT e/ehr_id/value FROM EHR e WHERE e/ehr_id/value = 'x'")}`,
    status: 204,
  },
  { id: 'GET query that cannot be read', request: 'GET /rest/v1/query?aql=SELECT', status: 400 },
  { id: 'demographics', request: 'GET /rest/v1/demographics/party/1', status: 501 },
  { id: 'views', request: 'GET /rest/v1/view/{ehr}/body_temperature', status: 501 },
]

const memberOf = (value: unknown, path: string): unknown =>
  path.split('/').reduce((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)

describe('a call of', () => {
  for (const { id, request, status, answer: expected = {}, ...rest } of CASES)
    it(id, async () => {
      const uid = await records.composition(ehrId, id)
      const fill = (text: string) =>
        text
          .replaceAll('{ehr}', ehrId)
          .replaceAll('{uid}', uid)
          .replaceAll('{object}', uid.split('::')[0] ?? '')
      const answer = await send(fill(request), rest)
      assert.equal(answer.status, status, answer.text)
      for (const [path, value] of Object.entries(expected)) {
        const found = memberOf(answer.json(), path)
        const kind = KINDS[String(value)]
        if (kind) assert.match(String(found), kind, path)
        else assert.equal(found, typeof value === 'string' ? fill(value) : value, path)
      }
      if (status < 300 && 'action' in expected) assert.match(answer.json().meta.href, HREF)
    })

  it('POST composition names the committer', async () => {
    const answer = await send(
      `POST /rest/v1/composition?ehrId=${ehrId}&templateId=${TEMPLATE}&committerName=${encodeURIComponent('Dr. "Ŧ"')}`,
      { body: FLAT },
    )
    const [object = ''] = answer.json().compositionUid.split('::')
    const version = await records.call(`GET /ehr/${ehrId}/versioned_composition/${object}/version`)
    assert.equal(version.json().commit_audit.committer.name, 'Dr. "Ŧ"')
  })

  it('GET composition has the data in the format that was asked for', async () => {
    const json = (await send(`GET /rest/v1/composition/${first}?format=JSON`)).json()
    assert.equal(json.composition._type, 'COMPOSITION')
    const xml = (await send(`GET /rest/ecis/v1/composition/${first}`)).json()
    assert.match(xml.composition, /^<\?xml|^<composition/)
  })
})

describe('Basic authentication', () => {
  const read = (authorization: string, path = `/rest/openehr/v1/ehr/${ehrId}`) =>
    send(`GET ${path}`, { authorization })

  it('opens compatible prefixes to a client that has it switched on', async () => {
    assert.equal((await read(BASIC)).status, 200)
    assert.equal((await read(BASIC, `/rest/v1/ehr/${ehrId}`)).status, 200)
  })

  it("is not taken on the interface's own paths", async () => {
    assert.equal((await read(BASIC, `/openehr/v1/ehr/${ehrId}`)).status, 401)
  })

  it('gives no scope that must be asked for by name', async () => {
    assert.equal((await read(BASIC, '/rest/admin/status')).status, 403)
  })

  it('is refused to a client that has it switched off, which is the default', async () => {
    const answer = await read(basicOf(server.client.id, server.client.secret))
    assert.equal(answer.status, 401)
    assert.equal(answer.json().code, 'auth.basic_refused')
    assert.match(answer.json().message, /switched on/)
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic /)
  })

  it('is switched on and off by the admin API, for a backend with a secret alone', async () => {
    const other = await records.callAt('POST /admin/v1/client', { name: 'other', scopes: ['api.read'] })
    const { client_id: id, client_secret: secret } = other.json()
    assert.equal((await read(basicOf(id, secret))).status, 401)
    assert.equal((await records.callAt(`PUT /admin/v1/client/${id}`, { basic_auth: true })).status, 200)
    assert.equal((await read(basicOf(id, secret))).status, 200)
    assert.equal((await records.callAt(`PUT /admin/v1/client/${id}`, { basic_auth: false })).status, 200)
    assert.equal((await read(basicOf(id, secret))).status, 401)
    const app = {
      name: 'app',
      kind: 'public',
      scopes: ['api.read'],
      redirect_uris: ['https://app.example/in'],
    }
    assert.equal((await records.callAt('POST /admin/v1/client', { ...app, basic_auth: true })).status, 400)
  })

  it('with a wrong secret is 401, told to the audit trail, and limited as at the token endpoint', async () => {
    const strict = await testServer({ env: { CAIRN_PREFIXES: '/rest/openehr/v1' } })
    const attempt = () =>
      strict.call('GET /rest/openehr/v1/ehr/1', { headers: { Authorization: basicOf('somebody', 'wrong') } })
    const statuses = []
    for (let tries = 0; tries < 22; tries++) statuses.push((await attempt()).status)
    assert.deepEqual([...new Set(statuses)], [401, 429])
    const events = sql<{ outcome: string; client_id: string }>({
      name: 'test.basicEvents',
      text: `select distinct outcome, client_id from cairn.audit_event where path = '/rest/openehr/v1/ehr/1'`,
    })
    await strict.call('GET /openehr/v1/ehr/1', { scopes: 'api.read' })
    for (let tries = 0; tries < 100; tries++) {
      const rows = await strict.db.query(events)
      if (rows.length > 0) {
        assert.ok(rows.every(({ outcome }) => outcome === 'denied'))
        assert.ok(rows.some(({ client_id }) => client_id === 'somebody'))
        return
      }
      await new Promise(done => setTimeout(done, 100))
    }
    assert.fail('no event')
  })
})

describe('a client with limited rights', () => {
  const limitedTo = async (scope: string) => {
    const limited = await createClient(server.db, await checkedVault(server.db, SECRET_KEY), {
      name: scope,
      scopes: [scope as 'system/composition-*.rs'],
      basicAuth: true,
    })
    const authorization = basicOf(limited.client.clientId, limited.secret ?? '')
    return (request: string) => send(request, { authorization })
  }

  it('finds by uid what it may read, and nothing else', async () => {
    const may = await limitedTo('system/composition-*.rs')
    assert.equal((await may(`GET /rest/v1/composition/${first}`)).status, 200)
    assert.equal((await may(`DELETE /rest/v1/composition/${first}`)).status, 403)
    const mayNot = await limitedTo('system/composition-Other*.rs')
    assert.equal((await mayNot(`GET /rest/v1/composition/${first}`)).status, 404)
  })
})

describe('a session', () => {
  const open = (query: string) => server.call(`POST /rest/v1/session?${query}`)

  it('is opened, used and ended', async () => {
    const opened = await open(`username=${client.id}&password=${client.secret}`)
    assert.equal(opened.status, 200, opened.text)
    const { sessionId } = opened.json()
    const read = (path: string) => server.call(`GET ${path}`, { headers: { 'Ehr-Session': sessionId } })
    assert.equal((await read(`/rest/v1/ehr/${ehrId}`)).status, 200)
    assert.equal((await read(`/openehr/v1/ehr/${ehrId}`)).status, 401)
    const ended = await server.call('DELETE /rest/v1/session', { headers: { 'Ehr-Session': sessionId } })
    assert.equal(ended.json().action, 'DELETE')
    assert.equal((await read(`/rest/v1/ehr/${ehrId}`)).status, 401)
  })

  it('needs a right secret, and a client that has Basic switched on', async () => {
    assert.equal((await open(`username=${client.id}&password=wrong`)).status, 401)
    assert.equal((await open(`username=${server.client.id}&password=${server.client.secret}`)).status, 401)
    assert.equal((await open('')).status, 400)
  })
})

describe('on compatible prefixes', () => {
  it('tags are always sent', async () => {
    const tags = { 'openehr-item-tag': 'key="ward",value="3"' }
    const uid = await records.composition(ehrId, 'tagged', tags)
    const at = (prefix: string) =>
      records.callAt(`GET ${prefix}/ehr/${ehrId}/composition/${uid}`).then(answer => answer.headers)
    assert.equal((await at('/rest/openehr/v1')).get('openehr-item-tag'), 'key="ward",value="3"')
    assert.equal((await at('/openehr/v1')).get('openehr-item-tag'), null)
  })

  it('format=CANONICAL is canonical JSON, or XML to those who accept it', async () => {
    const at = (accept: string) =>
      records.callAt(`GET /rest/openehr/v1/ehr/${ehrId}/composition/${first}?format=CANONICAL`, undefined, {
        Accept: accept,
      })
    assert.equal((await at('application/json')).json()._type, 'COMPOSITION')
    assert.match((await at('application/xml')).text, /^<\?xml|^<composition/)
  })

  it('templateId in the query string names the template', async () => {
    const answer = await records.callAt(
      `POST /rest/openehr/v1/ehr/${ehrId}/composition?format=FLAT&templateId=${TEMPLATE}`,
      FLAT,
    )
    assert.equal(answer.status, 201, answer.text)
  })
})
