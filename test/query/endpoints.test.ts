/** The query endpoints, row by row of docs/interface.md (sections 2.4, 7 and 8). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asking, newEhr, OBSERVATIONS, record, SYSTOLIC } from './queries.ts'

const asked = await asking({ env: { CAIRN_PREFIXES: '/ehrbase/rest/openehr/v1' } })
const { ask, send, rows, store } = asked
const one = await newEhr(asked.server)
const two = await newEhr(asked.server)
const first = await record(asked, one, [{ systolic: 120 }, { systolic: 140 }])
const second = await record(asked, one, [{ systolic: 160 }])
const third = await record(asked, two, [{ systolic: 100 }])

const SYSTOLICS = `SELECT ${SYSTOLIC} AS systolic, c/uid/value FROM EHR e CONTAINS COMPOSITION c CONTAINS ${OBSERVATIONS}`
const ABOVE = `${SYSTOLICS} WHERE ${SYSTOLIC} > $least`
await store('org.example::systolic', '1.0.0', SYSTOLICS)
await store('org.example::systolic', '1.7.0', `${SYSTOLICS} LIMIT 2`)
await store('org.example::systolic', '1.7.1', ABOVE)
await store('org.example::systolic', '2.0.0-rc.1', `${SYSTOLICS} LIMIT 3`)
await store('plain', '1.0.0', ABOVE)
await store('top', '1.0.0', SYSTOLICS.replace('SELECT', 'SELECT TOP 2'))
await store(
  'ehrs',
  '1.0.0',
  'SELECT e/ehr_id/value AS id FROM EHR e[ehr_id/value=$ehr_id] CONTAINS COMPOSITION c',
)

const BODY = { fetch: 10, offset: 0, query_parameters: { least: 130 } }
const V171 = '/openehr/v1/query/org.example::systolic/1.7.1'

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
    assert.equal((await asked.server.call(`GET ${V171}?least=1`)).status, 401)
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
        asked.server.call(request, {
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

describe('the page: offset and fetch (4.7, 8)', () => {
  const page = async (query: string) => {
    const answer = await send(`GET /openehr/v1/query/org.example::systolic/1.0.0?${query}`)
    return answer.status === 200 ? answer.json().rows.map(([systolic]: [number]) => systolic) : answer.status
  }
  for (const [query, expected] of [
    ['', [120, 140, 160, 100]],
    ['fetch=2', [120, 140]],
    ['fetch=2&offset=1', [140, 160]],
    ['offset=3', [100]],
    ['offset=4', []],
    ['fetch=0', []],
    ['fetch=100000', [120, 140, 160, 100]],
    ['offset=2147483647', []],
    ['fetch=100001', 400],
    ['fetch=2147483648', 400],
    ['fetch=99999999999999', 400],
    ['fetch=-1', 400],
    ['fetch=two', 400],
    ['fetch=1.5', 400],
    ['fetch=', 400],
    ['fetch=1&fetch=2', 400],
    ['offset=2147483648', 400],
    ['offset=-1', 400],
    ['offset=x', 400],
    ['offset=1e1', 400],
  ] as const)
    it(`${query || 'neither'}: ${expected}`, async () => assert.deepEqual(await page(query), expected))

  it('is cut out of what LIMIT leaves', async () => {
    const limited = async (more: Record<string, unknown>) =>
      (await ask(`${SYSTOLICS} LIMIT 2 OFFSET 1`, more)).json().rows
    assert.equal((await limited({})).length, 2)
    assert.deepEqual(await limited({ offset: 1, fetch: 5 }), [[160, second]])
  })

  it('cannot be asked for beside TOP', async () => {
    const answer = await send('GET /openehr/v1/query/top?fetch=2')
    assert.equal(answer.status, 400)
    assert.match(answer.json().message, /TOP/)
    assert.equal((await send('GET /openehr/v1/query/top')).json().rows.length, 2)
    assert.equal((await send('POST /openehr/v1/query/top', { ...BODY, query_parameters: {} })).status, 400)
  })
})

describe('the body of a POST (4.8)', () => {
  const post = (body: unknown) => send(`POST ${V171}`, body)
  it('needs fetch, offset and query_parameters, and says which is missing', async () => {
    assert.deepEqual((await post(BODY)).json().rows.length, 2)
    for (const name of ['fetch', 'offset', 'query_parameters']) {
      const { [name as 'fetch']: _, ...rest } = BODY
      for (const body of [rest, { ...rest, [name]: null }]) {
        const answer = await post(body)
        assert.equal(answer.status, 400)
        assert.match(
          answer.json().message,
          new RegExp(`"${name}".*CAIRN_PREFIXES.*CAIRN_WIRE_PROFILE=openehr`),
        )
      }
    }
  })
  for (const [what, body, says] of [
    ['fetch as text', { ...BODY, fetch: '10' }, /fetch/],
    ['fetch with a fraction', { ...BODY, fetch: 1.5 }, /fetch/],
    ['fetch below zero', { ...BODY, fetch: -1 }, /fetch/],
    ['fetch above int32', { ...BODY, fetch: 2147483648 }, /fetch/],
    ['offset as text', { ...BODY, offset: '0' }, /offset/],
    ['offset above int32', { ...BODY, offset: 4294967296 }, /offset/],
    ['a list of parameters', { ...BODY, query_parameters: [] }, /query_parameters/],
    ['parameters as text', { ...BODY, query_parameters: 'least=1' }, /query_parameters/],
    ['an object as a value', { ...BODY, query_parameters: { least: {} } }, /least/],
    ['a member that means nothing', { ...BODY, parameters: {} }, /"parameters".*"query_parameters"/],
    ['the text of another query', { ...BODY, q: SYSTOLICS }, /"q"/],
    ['no object', [BODY], /object/],
    ['ehr_id that is no UUID', { ...BODY, query_parameters: { least: 1, ehr_id: 'x' } }, /ehr_id/],
    ['ehr_id that is no text', { ...BODY, query_parameters: { least: 1, ehr_id: 5 } }, /ehr_id/],
  ] as const)
    it(`refuses ${what}`, async () => {
      const answer = await post(body)
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.json().message, says)
    })

  it('must be there, as JSON', async () => {
    const call = (headers: Record<string, string>, body?: string) =>
      asked.server.call(`POST ${V171}`, { scopes: 'api.read', headers, ...(body && { body }) })
    const missing = await call({})
    assert.equal(missing.status, 400)
    assert.match(missing.json().message, /body.*CAIRN_PREFIXES/)
    assert.equal((await call({ 'Content-Type': 'application/json' })).status, 400)
    assert.equal((await call({ 'Content-Type': 'application/json' }, 'null')).status, 400)
    assert.equal((await call({ 'Content-Type': 'application/json' }, '{')).status, 400)
    assert.equal((await call({ 'Content-Type': 'text/plain' }, JSON.stringify(BODY))).status, 415)
  })

  it('of an ad hoc query needs q alone', async () => {
    assert.equal((await send('POST /openehr/v1/query/aql', { q: SYSTOLICS })).status, 200)
    const answer = await send('POST /openehr/v1/query/aql', { fetch: 1 })
    assert.equal(answer.status, 400)
    assert.match(answer.json().message, /"q"/)
    assert.equal((await send('GET /openehr/v1/query/aql')).status, 400)
    assert.equal((await send('POST /openehr/v1/query/aql', { q: 5 })).status, 400)
  })
})

describe('ehr_id', () => {
  const V100 = '/openehr/v1/query/org.example::systolic/1.0.0'
  const found = async (request: string, body?: unknown, headers?: Record<string, string>) => {
    const answer = await send(request, body, headers)
    return answer.status === 200 ? answer.json().rows.map(([systolic]: [number]) => systolic) : answer.status
  }
  const parameters = (of: object) => encodeURIComponent(JSON.stringify(of))

  it('is taken as parameter, as header in any spelling, and in query_parameters', async () => {
    assert.deepEqual(await found(`GET ${V100}?ehr_id=${two}`), [100])
    assert.deepEqual(await found(`GET ${V100}?ehr_id=${two.toUpperCase()}`), [100])
    assert.deepEqual(await found(`GET ${V100}`, undefined, { 'openehr-ehr-id': two }), [100])
    assert.deepEqual(await found(`GET ${V100}`, undefined, { 'openEHR-EHR-id': two }), [100])
    assert.deepEqual(await found(`GET ${V100}?query_parameters=${parameters({ ehr_id: two })}`), [100])
    assert.deepEqual(await found(`GET ${V100}?query_parameters[ehr_id]=${two}`), [100])
    assert.deepEqual(await found(`POST ${V100}`, { ...BODY, query_parameters: { ehr_id: two } }), [100])
    const none = { ...BODY, query_parameters: {} }
    assert.deepEqual(await found(`POST ${V100}`, none, { 'openehr-ehr-id': two }), [100])
  })
  it('may be said twice, but not twice otherwise', async () => {
    assert.deepEqual(await found(`GET ${V100}?ehr_id=${two}`, undefined, { 'openehr-ehr-id': two }), [100])
    assert.equal(await found(`GET ${V100}?ehr_id=${two}`, undefined, { 'openehr-ehr-id': one }), 400)
    assert.equal(await found(`GET ${V100}?ehr_id=${two}&ehr_id=${one}`), 400)
  })
  it('must be a UUID, and finds nothing where there is no such EHR', async () => {
    assert.equal(await found(`GET ${V100}?ehr_id=nobody`), 400)
    assert.equal(await found(`GET ${V100}?ehr_id=`), 400)
    assert.deepEqual(await found(`GET ${V100}?ehr_id=11111111-1111-4111-8111-111111111111`), [])
  })
  it('is the $ehr_id of a query that uses it', async () => {
    for (const id of [two, two.toUpperCase()])
      assert.deepEqual(await found(`GET /openehr/v1/query/ehrs?ehr_id=${id}`), [two])
    assert.deepEqual(
      await found('POST /openehr/v1/query/ehrs/1', { ...BODY, query_parameters: { ehr_id: two } }),
      [two],
    )
    const missing = await send('GET /openehr/v1/query/ehrs')
    assert.equal(missing.status, 400)
    assert.match(missing.json().message, /\$ehr_id/)
  })
})

describe('query_parameters in a GET (4.7)', () => {
  const q = `SELECT ${SYSTOLIC} FROM COMPOSITION c CONTAINS ${OBSERVATIONS} WHERE ${SYSTOLIC} matches {$in} AND c/name/value LIKE $name`
  const get = async (query: string) => {
    const answer = await send(`GET /openehr/v1/query/aql?q=${encodeURIComponent(q)}&${query}`)
    return answer.status === 200 ? answer.json().rows.flat() : answer.status
  }
  for (const [what, query, expected] of [
    ['each under its own name', 'in=120&name=*', [120]],
    ['repeated', 'in=120&in=160&name=*', [120, 160]],
    ['with a dollar sign', '$in=120&$name=*', [120]],
    ['as JSON', `query_parameters=${encodeURIComponent('{"in":[120,100],"name":"*"}')}`, [120, 100]],
    [
      'as JSON, several',
      `query_parameters=${encodeURIComponent('{"in":120}')}&query_parameters=${encodeURIComponent('{"name":"*"}')}`,
      [120],
    ],
    ['in brackets', 'query_parameters[in]=140&query_parameters[name]=*', [140]],
    ['as pairs', 'query_parameters=in%3D140&query_parameters=name%3D*', [140]],
    ['as pairs by comma', 'query_parameters=in%3D140,name%3D*', [140]],
    ['one missing', 'in=120', 400],
    ['JSON that is none', 'query_parameters=%7B', 400],
    ['neither JSON nor pairs', 'query_parameters=in', 400],
  ] as const)
    it(`${what}: ${expected}`, async () => assert.deepEqual(await get(query), expected))

  it('are typed by what they are compared with', async () => {
    const typed = async (where: string, value: string) =>
      (
        await send(
          `GET /openehr/v1/query/aql?x=${value}&q=${encodeURIComponent(`SELECT ${SYSTOLIC} FROM EHR e CONTAINS COMPOSITION c CONTAINS ${OBSERVATIONS} WHERE ${where}`)}`,
        )
      ).json().rows?.length
    assert.equal(await typed(`${SYSTOLIC} = $x`, '120'), 1)
    assert.equal(await typed('c/name/value != $x', '120'), 4)
    assert.equal(await typed('c/name/value != $x', 'true'), 4)
    assert.equal(await typed('c/context/start_time/value > $x', '2000'), 4)
    assert.equal(await typed('e/ehr_status/is_queryable = $x', 'true'), 4)
    assert.equal(await typed('e/ehr_status/is_queryable = $x', 'false'), 0)
    assert.equal(await typed('e/ehr_status/is_queryable = $x', 'many'), undefined)
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
