/** Parameters of the query endpoints, row by row of docs/interface.md (sections 4.7, 4.8 and 8): page, body, EHR and values. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OBSERVATIONS, SYSTOLIC } from './queries.ts'
import { askSystolics, BODY, SYSTOLICS, V171 } from './systolics.ts'

const { server, ask, send, store, one, two, second } = await askSystolics()
await store('top', '1.0.0', SYSTOLICS.replace('SELECT', 'SELECT TOP 2'))
await store(
  'ehrs',
  '1.0.0',
  'SELECT e/ehr_id/value AS id FROM EHR e[ehr_id/value=$ehr_id] CONTAINS COMPOSITION c',
)

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
      server.call(`POST ${V171}`, { scopes: 'api.read', headers, ...(body && { body }) })
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
