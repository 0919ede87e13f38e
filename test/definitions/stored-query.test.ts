/** Stored queries as definitions: names, versions, prefixes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../server.ts'

const server = await testServer()
const PATH = '/openehr/v1/definition/query'
const AQL = 'SELECT e/ehr_id/value FROM EHR e'

const put = (name: string, q: string = AQL, type = 'text/plain') =>
  server.call(`PUT ${PATH}/${name}`, { scopes: 'api.write', headers: { 'Content-Type': type }, body: q })
const get = (name: string) => server.call(`GET ${PATH}/${name}`, { scopes: 'api.read' })

test('a query stored without a version is 1.0.0, then counts its minor version', async () => {
  const first = await put('org.example::counted')
  assert.equal(first.status, 200)
  assert.match(first.headers.get('location') ?? '', /org\.example%3A%3Acounted\/1\.0\.0$/)
  const second = await put('org.example::counted', `${AQL} LIMIT 1`)
  assert.match(second.headers.get('location') ?? '', /\/1\.1\.0$/)
  const same = await put('org.example::counted', `${AQL} LIMIT 1`)
  assert.match(same.headers.get('location') ?? '', /\/1\.1\.0$/)
})

test('a version is stored once: 409', async () => {
  assert.equal((await put('org.example::once/2.0.0')).status, 200)
  const again = await put('org.example::once/2.0.0', `${AQL} LIMIT 2`)
  assert.equal(again.status, 409)
  assert.equal((await get('org.example::once/2.0.0')).json().q, AQL)
})

const VERSIONS = ['1.0.0', '1.2.0', '1.2.9', '1.10.0', '2.0.0', '2.1.0-rc.1']
const PICKS: [asked: string, picked: string | undefined][] = [
  ['1.2.0', '1.2.0'],
  ['1.2', '1.2.9'],
  ['1', '1.10.0'],
  ['2', '2.0.0'],
  ['2.1', undefined],
  ['2.1.0-rc.1', '2.1.0-rc.1'],
  ['2.1.0', undefined],
  ['3', undefined],
  ['1.2.3', undefined],
  ['latest', undefined],
  ['01', undefined],
]
test('a prefix picks the highest version that fits, never a pre-release', async () => {
  for (const version of VERSIONS) assert.equal((await put(`picked/${version}`)).status, 200, version)
  for (const [asked, picked] of PICKS) {
    const answer = await get(`picked/${asked}`)
    assert.equal(answer.status, picked === undefined ? 404 : 200, asked)
    if (picked !== undefined) assert.equal(answer.json().version, picked)
  }
})

test('a stored query has name, type, version, saved and q', async () => {
  const query = (await get('picked/1.0.0')).json()
  assert.deepEqual(Object.keys(query).sort(), ['name', 'q', 'saved', 'type', 'version'])
  assert.equal(query.type, 'AQL')
})

test('the list takes a name as the beginning of names', async () => {
  await put('net.example::one/1.0.0')
  await put('net.example::two/1.0.0')
  const names = (await get('net.example')).json().map((each: { name: string }) => each.name)
  assert.deepEqual(names, ['net.example::one', 'net.example::two'])
  assert.deepEqual((await get('nobody')).json(), [])
  assert.ok((await server.call(`GET ${PATH}`, { scopes: 'api.read' })).json().length >= 2)
})

const REFUSED: [what: string, name: string, q: string, type: string, status: number][] = [
  ['a text that is no AQL', 'bad', 'SELECT FROM', 'text/plain', 400],
  ['the reserved name', 'aql', AQL, 'text/plain', 400],
  ['the reserved name in capitals', 'AQL/1.0.0', AQL, 'text/plain', 400],
  ['a name with other characters', 'a%20b', AQL, 'text/plain', 400],
  ['a version that is no SEMVER', 'bad/1.0', AQL, 'text/plain', 400],
  ['another query type', 'bad?query_type=SQL', AQL, 'text/plain', 400],
  ['another media type', 'bad', AQL, 'application/xml', 415],
  ['JSON that is none', 'bad', AQL, 'application/json', 400],
  ['JSON without q', 'bad', '{"query":"SELECT"}', 'application/json', 400],
  ['JSON whose q is no text', 'bad', '{"q":5}', 'application/json', 400],
  ['JSON that is no object', 'bad', '"SELECT"', 'application/json', 400],
  [
    'JSON with a member that nothing uses',
    'bad',
    JSON.stringify({ q: AQL, name: 'x' }),
    'application/json',
    400,
  ],
]
for (const [what, name, q, type, status] of REFUSED)
  test(`${what} answers ${status}`, async () => {
    assert.equal((await put(name, q, type)).status, status)
  })

test('a query is stored from JSON {"q": …} as from text', async () => {
  const answer = await put('org.example::json/1.0.0', JSON.stringify({ q: AQL }), 'application/json')
  assert.equal(answer.status, 200, answer.text)
  assert.equal((await get('org.example::json/1.0.0')).json().q, AQL)
  const wrong = await put('bad', JSON.stringify({ q: 'SELECT' }), 'application/json; charset=utf-8')
  assert.match(wrong.json().message, /line 1, column 7/)
})

const UNRUNNABLE: [q: string, says: RegExp][] = [
  ['SELECT x/uid/value FROM EHR e', /variable x .*line 1, column 8/],
  ['SELECT c/no_such\nFROM COMPOSITION c', /no attribute no_such at line 1, column 10/],
  ['SELECT c\nFROM NOSUCH c', /NOSUCH .*line 2, column 6/],
  ['SELECT c FROM COMPOSITION c LIMIT 0', /LIMIT .*line 1, column 29/],
  ['SELECT FOO(c) FROM COMPOSITION c WHERE c/name/value = $x', /no function FOO at line 1, column 8/],
]
for (const [q, says] of UNRUNNABLE)
  test(`a query that can never run is not stored: ${q.replace('\n', ' ')}`, async () => {
    const answer = await put('org.example::unrunnable/1.0.0', q)
    assert.equal(answer.status, 400)
    const { message, code, errors } = answer.json()
    assert.equal(code, 'aql.invalid')
    assert.match(message, says)
    assert.equal(typeof errors[0].line, 'number')
    assert.equal(typeof errors[0].column, 'number')
    assert.equal((await get('org.example::unrunnable/1.0.0')).status, 404)
  })

test('parameters are taken to fit when a query is stored', async () => {
  const q = 'SELECT c FROM COMPOSITION c[$archetype] WHERE c/name/value matches {$names} AND c/uid/value > $x'
  assert.equal((await put('org.example::open/1.0.0', q)).status, 200)
})

test('a version is deleted, in full and once, by who may write', async () => {
  for (const version of ['1.0.0', '1.1.0', '1.1.0-rc.1']) await put(`deleted/${version}`)
  const remove = (path: string, scopes = 'api.write') => server.call(`DELETE ${PATH}/${path}`, { scopes })
  assert.equal((await remove('deleted/1.1.0', 'api.read')).status, 403)
  assert.equal((await remove('deleted/1.1')).status, 400)
  assert.equal((await remove('deleted/1.2.0')).status, 404)
  assert.equal((await remove('nobody/1.0.0')).status, 404)
  const removed = await remove('deleted/1.1.0')
  assert.deepEqual([removed.status, removed.text], [204, ''])
  assert.equal((await remove('deleted/1.1.0')).status, 404)
  assert.equal((await get('deleted/1.1.0')).status, 404)
  assert.equal((await get('deleted/1')).json().version, '1.0.0')
  assert.equal((await get('deleted/1.1.0-rc.1')).status, 200)
  assert.equal((await server.call('GET /openehr/v1/query/deleted/1.1.0', { scopes: 'api.read' })).status, 404)
  assert.equal((await put('deleted/1.1.0', `${AQL} LIMIT 1`)).status, 200)
})

test('what is wrong with a query is said with line and column', async () => {
  const { message } = (await put('bad', 'SELECT e/ehr_id/value\nFORM EHR e')).json()
  assert.match(message, /line 2, column 1/)
})
