/** An id in an address that is not of its form is answered like one that is not there: 404, by every operation but the one that creates it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newEhr, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
await uploadTemplate(server)
const ehrId = await newEhr(server)
const SCOPES = 'api.read api.write api.admin'

const DATAMAP = { template: 'Blood pressure.v1', paths: [{ add: 'start', path: '/context/start_time' }] }
const mapped = await server.call('PUT /extra/v1/definition/datamap/walked', {
  scopes: SCOPES,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(DATAMAP),
})
assert.equal(mapped.status, 201, mapped.text)

/** Ids that the server reads; names of templates, queries and datamaps may be any text. */
const IDS = [
  'ehr_id',
  'uid',
  'uid_based_id',
  'version_uid',
  'versioned_object_uid',
  'contribution_uid',
  'subscription_id',
  'delivery_id',
]
const VALUES: Readonly<Record<string, string>> = { ehr_id: ehrId, datamapName: 'walked' }

interface Item {
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
}

const { paths } = (await server.call('GET /openapi.json')).json() as {
  paths: Record<string, Record<string, Item>>
}
const cases = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { requestBody }]) =>
    [...path.matchAll(/\{(\w+)\}/g)]
      .map(([, name = '']) => name)
      .filter(name => IDS.includes(name))
      .map(name => ({ route: `${method.toUpperCase()} ${path}`, name, requestBody })),
  ),
)

/** The address names an EHR that is to be created, so that a malformed id is a fault of the request. */
const CREATING = 'PUT /openehr/v1/ehr/{ehr_id}'
/** Its status is given by the interface: the latest version is to be named by its whole uid. */
const WHOLE_UID = /^DELETE \/openehr\/v1\/(ehr\/\{ehr_id\}\/composition|demographic\/\w+)\/\{uid_based_id\}$/

describe('a malformed id in an address', () => {
  it('is tried in many operations', () => assert.ok(cases.length > 40, String(cases.length)))

  for (const { route, name, requestBody } of cases)
    it(`${route}, ${name}`, async () => {
      const address = route.replace(/\{(\w+)\}/g, (_, each: string) =>
        each === name ? 'nothing' : (VALUES[each] ?? '2b2d0c8a-53f5-4d3a-8a4b-0d9d4e3c6f11'),
      )
      const [type] = Object.keys(requestBody?.content ?? {})
      const answer = await server.call(address, {
        scopes: SCOPES,
        headers: { 'If-Match': '*', ...(type === undefined ? {} : { 'Content-Type': type }) },
        ...(type === undefined ? {} : { body: type.includes('json') ? '{}' : '<x/>' }),
      })
      const isFault = route === CREATING || (WHOLE_UID.test(route) && name === 'uid_based_id')
      assert.equal(answer.status, isFault ? 400 : 404, answer.text)
    })
})
