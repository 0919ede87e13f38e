/** The filters and the pages of the list of templates. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bloodPressureOpt, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const PATH = '/openehr/v1/definition/template/adl1.4'
const IDS = ['Adult_visit.v1', 'Adult-visit.v2', 'Child visit.v1', 'adult%visit.v1']
for (const id of IDS) await uploadTemplate(server, id)
const replaced = await server.call(`PUT ${PATH}/Adult_visit.v1`, {
  scopes: 'api.write',
  headers: { 'Content-Type': 'application/xml' },
  body: bloodPressureOpt('Adult_visit.v1'),
})
assert.equal(replaced.status, 204, replaced.text)

interface Listed {
  readonly template_id: string
  readonly concept: string
  readonly version?: string
}

const list = (query: Record<string, string>) =>
  server.call(`GET ${PATH}?${new URLSearchParams(query)}`, { scopes: 'api.read' })

async function idsOf(query: Record<string, string>): Promise<string[]> {
  const answer = await list(query)
  assert.equal(answer.status, 200, answer.text)
  return answer.json().map(({ template_id }: Listed) => template_id)
}

const sorted = await idsOf({})

const BY_ID: readonly [pattern: string, ids: readonly string[]][] = [
  ['Child visit.v1', ['Child visit.v1']],
  ['child VISIT.v1', ['Child visit.v1']],
  ['Child', []],
  ['Child*', ['Child visit.v1']],
  ['*.v1', ['Adult_visit.v1', 'Child visit.v1', 'adult%visit.v1']],
  ['*visit*', IDS],
  ['Adult_visit.v1', ['Adult_visit.v1']],
  ['adult%visit.v1', ['adult%visit.v1']],
  ['*', IDS],
]
for (const [pattern, ids] of BY_ID)
  test(`template_id=${pattern}: ${ids.join(', ') || 'none'}`, async () =>
    assert.deepEqual((await idsOf({ template_id: pattern })).sort(), [...ids].sort()))

test('concept filters by concept, and filters go together', async () => {
  const templates: Listed[] = (await list({})).json()
  const { template_id, concept } = templates[1] ?? assert.fail()
  assert.deepEqual(
    await idsOf({ concept }),
    templates.filter(each => each.concept === concept).map(each => each.template_id),
  )
  assert.deepEqual(await idsOf({ concept: `*${concept.slice(2)}`, template_id }), [template_id])
  assert.deepEqual(await idsOf({ concept: 'Nothing' }), [])
})

test('one version of a template is read by its number', async () => {
  const read = (version: string) =>
    server.call(`GET /openehr/v1/definition/template/adl1.4/Adult_visit.v1?version=${version}`, {
      scopes: 'api.read',
      headers: { Accept: 'application/xml' },
    })
  const [first, second] = [await read('1'), await read('2')]
  assert.deepEqual([first.status, second.status], [200, 200])
  assert.notEqual(first.headers.get('ETag'), second.headers.get('ETag'))
  const none = await read('3')
  assert.equal(none.status, 404)
  assert.equal(none.json().code, 'template.not_found')
  assert.equal((await read('x')).status, 400)
})

test('version chooses versions of each template, all of them by *, the latest when left out', async () => {
  const versions = async (version: string) =>
    (await list({ template_id: 'Adult_visit.v1', version })).json().map((each: Listed) => each.version)
  assert.deepEqual(await versions('1'), ['1'])
  assert.deepEqual(await versions('2'), ['2'])
  assert.deepEqual(await versions('*'), ['1', '2'])
  assert.deepEqual(await versions('3'), [])
  assert.equal((await idsOf({ template_id: 'Adult_visit.v1' })).length, 1)
})

test('offset and fetch cut a page, and Link leads to the next one until there is none', async () => {
  assert.deepEqual(await idsOf({ fetch: '2' }), sorted.slice(0, 2))
  assert.deepEqual(await idsOf({ offset: '3' }), sorted.slice(3))
  assert.deepEqual(await idsOf({ fetch: '0' }), [])
  const found: string[] = []
  let next: string | undefined = `${PATH}?fetch=3&template_id=*visit*`
  while (next !== undefined) {
    const answer = await server.call(`GET ${next}`, { scopes: 'api.read' })
    found.push(...answer.json().map((each: Listed) => each.template_id))
    const link = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
    next = link === undefined ? undefined : link.replace(/^https?:\/\/[^/]+/, '')
  }
  assert.deepEqual(found, sorted)
})

for (const query of [{ fetch: '-1' }, { fetch: 'x' }, { offset: '1.5' }, { offset: '' }])
  test(`${new URLSearchParams(query)}: 400`, async () => assert.equal((await list(query)).status, 400))
