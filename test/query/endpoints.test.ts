/** The query endpoints, row by row of docs/interface.md (sections 2.4 and 7): addresses, result sets and faults of a query. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OBSERVATIONS, SYSTOLIC } from './queries.ts'
import { ABOVE, askSystolics, BODY, SYSTOLICS, V171 } from './systolics.ts'

const { server, ask, send, rows, store, first, second, third } = await askSystolics()
await store('org.example::systolic', '1.7.0', `${SYSTOLICS} LIMIT 2`)
await store('org.example::systolic', '2.0.0-rc.1', `${SYSTOLICS} LIMIT 3`)
await store('plain', '1.0.0', ABOVE)

describe('the result set (2.4)', () => {
  it('has meta, name, q, columns and rows as the spec has them, and an ETag', async () => {
    const answer = await send(`GET ${V171}?least=130`)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    assert.match(answer.headers.get('etag') ?? '', /^"[0-9a-f-]{36}"$/)
    const { meta, name, q, columns, rows: found, ...rest } = answer.json()
    assert.deepEqual(rest, {})
    assert.deepEqual(Object.keys(meta), [
      '_href',
      '_type',
      '_schema_version',
      '_created',
      '_generator',
      '_executed_aql',
      'resultsize',
      'offset',
      'fetch',
      'more',
      'total',
    ])
    assert.match(
      meta._href,
      /^http:\/\/localhost:\d+\/openehr\/v1\/query\/org\.example::systolic\/1\.7\.1\?least=130$/,
    )
    assert.equal(meta._type, 'RESULTSET')
    assert.equal(meta._schema_version, '1.0.0')
    assert.ok(Math.abs(Date.parse(meta._created) - Date.now()) < 60_000)
    assert.match(meta._created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    assert.match(meta._generator, /^Cairn\//)
    assert.match(meta._executed_aql, /> 130$/)
    assert.equal(name, 'org.example::systolic')
    assert.equal(q, ABOVE)
    assert.deepEqual(columns, [
      { name: 'systolic', path: SYSTOLIC },
      { name: '#1', path: 'c/uid/value' },
    ])
    assert.deepEqual(found, [
      [140, first],
      [160, second],
    ])
  })

  it('has typed objects in its cells', async () => {
    const [row] = await rows(`SELECT o/data[at0001]/events[at0006]/time AS t, c/composer, 1, NULL, true
      FROM COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1] CONTAINS ${OBSERVATIONS} LIMIT 1`)
    const [time, composer, ...literals] = row as [{ _type: string; value: string }, { _type: string }]
    assert.equal(time._type, 'DV_DATE_TIME')
    assert.equal(typeof time.value, 'string')
    assert.equal(composer._type, 'PARTY_IDENTIFIED')
    assert.deepEqual(literals, [1, null, true])
  })

  it('is empty, and nothing else, where nothing is found', async () => {
    const answer = await ask(`${SYSTOLICS} WHERE ${SYSTOLIC} > 900`)
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.json().rows, [])
  })

  it('has no name for an ad hoc query', async () => {
    const body = (await ask(SYSTOLICS)).json()
    assert.equal(Object.hasOwn(body, 'name'), false)
    assert.equal(body.q, SYSTOLICS)
    assert.deepEqual(body.rows, [
      [120, first],
      [140, first],
      [160, second],
      [100, third],
    ])
  })
})

describe('where queries are served', () => {
  for (const prefix of ['/openehr/v1/query', '/v1/query', '/query', '/ehrbase/rest/openehr/v1/query'])
    it(`${prefix}`, async () => {
      for (const request of [
        `GET ${prefix}/org.example::systolic/1.7.1?least=150`,
        `GET ${prefix}/plain?least=150`,
        `GET ${prefix}/aql?least=150&q=${encodeURIComponent(ABOVE)}`,
        `GET ${prefix}/org.example%3A%3Asystolic/1.7.1/?least=150`,
      ]) {
        const answer = await send(request)
        assert.equal(answer.status, 200, answer.text)
        assert.deepEqual(answer.json().rows, [[160, second]])
      }
      const posted = await send(`POST ${prefix}/plain/1.0.0`, BODY)
      assert.equal(posted.status, 200, posted.text)
    })

  it('needs a token that may read', async () => {
    assert.equal((await server.call(`GET ${V171}?least=1`)).status, 401)
    assert.equal((await ask(SYSTOLICS, {}, { scopes: 'api.write' })).status, 403)
  })

  const EXPLAINED: readonly [request: string, body?: unknown][] = [
    ['POST /openehr/v1/query/aql?explain=true', { q: SYSTOLICS }],
    [`GET /openehr/v1/query/aql?explain=true&q=${encodeURIComponent(SYSTOLICS)}`],
    [`GET ${V171}?explain=true&least=130`],
    ['GET /openehr/v1/query/plain?explain=true&least=130'],
    [`POST ${V171}?explain=true`, BODY],
    ['POST /openehr/v1/query/plain?explain=true', BODY],
  ]
  for (const [request, body] of EXPLAINED)
    it(`${request.split('&')[0]} shows the plan to those alone who run the server`, async () => {
      const explain = (scopes: string, headers: Record<string, string> = {}) =>
        server.call(request, {
          scopes,
          headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
      assert.equal((await explain('api.read')).status, 403)
      for (const headers of [{}, { Accept: 'text/plain' }]) {
        const answer = await explain('api.read api.admin', headers)
        assert.equal(answer.status, 200, answer.text)
        assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
        assert.match(answer.text, /cairn\.root/)
      }
    })

  it('runs a query that asks for no plan, and refuses what is neither yes nor no', async () => {
    assert.equal((await send(`GET ${V171}?explain=false&least=130`)).json().rows.length, 2)
    assert.equal((await send(`GET ${V171}?explain=maybe&least=130`)).status, 400)
  })
})

describe('which stored query runs', () => {
  const count = async (path: string) => {
    const answer = await send(`GET /openehr/v1/query/${path}`)
    return answer.status === 200 ? answer.json().rows.length : answer.status
  }
  for (const [path, expected] of [
    ['org.example::systolic/1.0.0', 4],
    ['org.example::systolic/1.7.0', 2],
    ['org.example::systolic/1.7?least=130', 2],
    ['org.example::systolic/1?least=130', 2],
    ['org.example::systolic?least=130', 2],
    ['org.example::systolic/2.0.0-rc.1', 3],
    ['org.example::systolic/2', 404],
    ['org.example::systolic/1.8', 404],
    ['org.example::systolic/1.7.9', 404],
    ['org.example::systolic/one', 404],
    ['plain?least=130', 2],
    ['systolic', 404],
    ['org.other::systolic', 404],
    ['org.example::', 400],
    ['a::b::c', 400],
  ] as const)
    it(`${path}: ${expected}`, async () => assert.equal(await count(path), expected))

  it('says which is not there', async () => {
    const { message, code } = (await send('GET /openehr/v1/query/org.example::none/1.2')).json()
    assert.equal(code, 'query.not_found')
    assert.match(message, /org\.example::none.*1\.2/)
  })
})

describe('what is wrong with a query is said, and where (7.2)', () => {
  for (const [q, says] of [
    ['SELECT', /line 1, column 7/],
    ['SELECT c FROM COMPOSITION c\nWHERE c/name/value == 1', /line 2/],
    ['SELECT x/uid/value FROM EHR e', /x.*line 1, column 8/],
    ['SELECT c/no_such FROM COMPOSITION c', /no_such/],
    ['SELECT c FROM NOSUCH c', /NOSUCH/],
    ['SELECT c FROM COMPOSITION c WHERE c/name/value = $missing', /\$missing.*line 1, column 50/],
    ['SELECT c FROM COMPOSITION c WHERE c/name/value > 5', /line 1/],
    ['SELECT c FROM COMPOSITION c LIMIT 0', /LIMIT/],
    ['SELECT TOP 3 c FROM COMPOSITION c LIMIT 3', /TOP/],
    ['SELECT o FROM COMPOSITION c NOT CONTAINS OBSERVATION o', /\bo\b/],
    ['SELECT SUM(c/name/value) FROM COMPOSITION c', /SUM/],
  ] as const)
    it(q.replaceAll('\n', ' '), async () => {
      const answer = await ask(q)
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.json().message, says)
      assert.match(answer.json().code, /^aql\./)
    })

  it('a parameter of the wrong type is named', async () => {
    const answer = await ask(ABOVE, { query_parameters: { least: [1, 2] } })
    assert.equal(answer.status, 400)
    assert.match(answer.json().message, /\$least.*line 1/)
  })
})
