/** A name in the query string that an operation does not know is refused; lenient addresses ignore it, except on queries. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bloodPressure, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { type Answer, type RunningServer, testServer } from '../server.ts'

const LENIENT = '/ehrbase/rest/openehr/v1'
const AQL = 'SELECT e/ehr_id/value FROM EHR e'
const NAMED = { 'Content-Type': 'application/json' }

const server = await testServer({ env: { CAIRN_PREFIXES: LENIENT } })
await uploadTemplate(server)
const ehrId = await newEhr(server)
const SCOPES = 'api.read api.write api.admin'

const stored = await server.call('PUT /openehr/v1/definition/query/walked/1.0.0', {
  scopes: SCOPES,
  headers: { 'Content-Type': 'text/plain' },
  body: AQL,
})
assert.equal(stored.status, 200, stored.text)
const DATAMAP = { template: 'Blood pressure.v1', paths: [{ add: 'start', path: '/context/start_time' }] }
const mapped = await server.call('PUT /extra/v1/definition/datamap/walked', {
  scopes: SCOPES,
  headers: NAMED,
  body: JSON.stringify(DATAMAP),
})
assert.equal(mapped.status, 201, mapped.text)

interface Operation {
  readonly path: string
  readonly method: string
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
}

async function operationsOf(of: RunningServer): Promise<Operation[]> {
  const { paths } = (await of.call('GET /openapi.json')).json()
  return Object.entries<Record<string, { parameters?: Operation['parameters'] }>>(paths).flatMap(
    ([path, item]) =>
      Object.entries(item).map(([method, { parameters = [] }]) => ({
        path,
        method: method.toUpperCase(),
        parameters,
      })),
  )
}

/** Values that are there, for routes that look before they check. */
const VALUES: Readonly<Record<string, string>> = {
  ehr_id: ehrId,
  qualified_query_name: 'walked',
  version: '1.0.0',
  datamapName: 'walked',
}

const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? 'x')

/** Further input that an operation needs before it looks at the names. */
function needed({ method, path }: Operation): { query: string; body?: string } {
  if (`${method} ${path}`.endsWith('GET /openehr/v1/query/aql'))
    return { query: `q=${encodeURIComponent(AQL)}&` }
  if (`${method} ${path}` === 'POST /extra/v1/datamap') return { query: '', body: JSON.stringify(DATAMAP) }
  return { query: '' }
}

const send = (to: RunningServer, operation: Operation, name: string, path = filled(operation.path)) => {
  const { query, body } = needed(operation)
  return to.call(`${operation.method} ${path}?${query}${name}=1`, {
    scopes: SCOPES,
    ...(body === undefined ? {} : { headers: NAMED, body }),
  })
}

/** RFC 6749 sections 3.1 and 3.2: what is not recognised must be ignored. */
const isOauth = ({ path }: Operation) => path.startsWith('/oauth/')
/** Their names are columns, and they say so in words of their own. */
const isDatamapList = ({ method, path }: Operation) =>
  ['GET /extra/v1/datamap/{datamapName}', 'POST /extra/v1/datamap'].includes(`${method} ${path}`)
const isQuery = ({ path }: Operation) => path.startsWith('/openehr/v1/query/')

const codeOf = (answer: Answer): string => (answer.text.startsWith('{') ? answer.json().code : '')
/** A backend cannot take access in an emergency: that operation needs a person. */
const operations = (await operationsOf(server)).filter(({ path }) => path !== '/auth/v1/break-glass')

describe('every operation refuses a name that it does not declare', () => {
  it('are many', () => assert.ok(operations.length > 60))

  for (const operation of operations)
    it(`${operation.method} ${operation.path}`, async () => {
      const answer = await send(server, operation, 'no_such_name')
      if (isOauth(operation)) return assert.doesNotMatch(answer.text, /no_such_name/)
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.json().message, /"no_such_name"/)
      if (!isDatamapList(operation)) assert.equal(codeOf(answer), 'request.unknown_parameter')
    })

  it('whoever asks without a token learns nothing about names', async () => {
    assert.equal((await server.call('GET /admin/v1/client?no_such_name=1')).status, 401)
  })
})

describe('every operation takes the names that it declares', () => {
  for (const operation of operations)
    for (const { name } of operation.parameters.filter(each => each.in === 'query'))
      it(`${operation.method} ${operation.path}?${name}=`, async () => {
        assert.notEqual(codeOf(await send(server, operation, name)), 'request.unknown_parameter')
      })
})

describe('lenient addresses ignore such a name, except on queries', async () => {
  const profile = await testServer({ env: { CAIRN_WIRE_PROFILE: 'openehr' } })
  const openehr = operations.filter(({ path }) => path.startsWith('/openehr/v1/'))
  for (const operation of openehr.filter(isQuery))
    it(`${operation.method} ${operation.path}`, async () => {
      const other = filled(operation.path).replace('/openehr/v1', LENIENT)
      const answer = await send(server, operation, 'no_such_name', other)
      assert.equal(codeOf(answer), 'request.unknown_parameter', answer.text)
    })
  // These come last, since some of them delete what the others ask for.
  for (const operation of openehr.filter(each => !isQuery(each)))
    it(`${operation.method} ${operation.path}`, async () => {
      const other = filled(operation.path).replace('/openehr/v1', LENIENT)
      const answers = [await send(server, operation, 'no_such_name', other)]
      answers.push(await send(profile, operation, 'no_such_name'))
      for (const answer of answers) assert.notEqual(codeOf(answer), 'request.unknown_parameter', answer.text)
    })
})

describe('what the message says', () => {
  const message = async (request: string) => (await server.call(request, { scopes: SCOPES })).json().message

  it('names the parameter and the nearest one', async () => {
    const path = `/openehr/v1/ehr/${ehrId}/ehr_status`
    assert.equal(
      await message(`GET ${path}?verison_at_time=2020-01-01`),
      'There is no parameter "verison_at_time" in the query string. Did you mean "version_at_time"?',
    )
    assert.match(await message(`GET ${path}?versionAtTime=2020-01-01`), /Did you mean "version_at_time"\?/)
    assert.match(await message(`GET ${path}?VERSION_AT_TIME=x`), /Did you mean "version_at_time"\?/)
  })

  it('lists the known ones where none is near, and says where there are none', async () => {
    assert.match(
      await message(`GET /openehr/v1/ehr/${ehrId}/ehr_status?zzzzzzzz=1`),
      /Known here: version_at_time, format, profile\.$/,
    )
    assert.match(await message('GET /admin/v1/client?name=x'), /This operation takes none\.$/)
  })

  it('is short, however long the name', async () => {
    assert.ok((await message(`GET /admin/v1/client?${'x'.repeat(3000)}=1`)).length < 300)
  })
})

describe('nothing is done', () => {
  const countOf = async () => {
    const q = encodeURIComponent('SELECT COUNT(*) FROM EHR e CONTAINS COMPOSITION c')
    return (await server.call(`GET /openehr/v1/query/aql?q=${q}`, { scopes: SCOPES })).json().rows[0][0]
  }

  it('by a commit with ?dry_run=true', async () => {
    const before = await countOf()
    const fresh = await newEhr(server)
    const answer = await server.call(`POST /openehr/v1/ehr/${fresh}/composition?dry_run=true`, {
      scopes: SCOPES,
      headers: NAMED,
      body: JSON.stringify(bloodPressure()),
    })
    assert.equal(answer.status, 400)
    assert.match(answer.json().message, /"dry_run"/)
    assert.equal(await countOf(), before)
    assert.equal((await postComposition(server, fresh)).status, 201)
    assert.equal(await countOf(), before + 1)
  })
})
