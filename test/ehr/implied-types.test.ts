/** JSON may leave out a `_type` that its parent implies: such a record is stored, queried, and read in every format. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bloodPressure, idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
await uploadTemplate(server)

interface Quantity {
  magnitude: number
  units: string
  normal_range?: unknown
  other_reference_ranges?: unknown
}

const interval = (lower: number, upper: number) => ({
  lower: { magnitude: lower, units: 'mm[Hg]' },
  upper: { magnitude: upper, units: 'mm[Hg]' },
  lower_unbounded: false,
  upper_unbounded: false,
  lower_included: true,
  upper_included: true,
})

/** As Archie writes it: no `_type` where the declared type of the attribute is the class of the value. */
function withRanges() {
  const composition = structuredClone(bloodPressure()) as unknown as {
    context: Record<string, unknown>
    content: { data: { events: { data: { items: { value: Quantity }[] } }[] } }[]
  }
  const value = composition.content[0]?.data.events[0]?.data.items[0]?.value
  assert.ok(value)
  value.normal_range = interval(90, 130)
  value.other_reference_ranges = [{ meaning: { value: 'in children' }, range: interval(80, 110) }]
  composition.context['participations'] = [
    {
      function: { value: 'observer' },
      performer: { _type: 'PARTY_SELF' },
      time: { lower: { value: '2026-11-14T10:00:00Z' }, lower_unbounded: false, upper_unbounded: true },
    },
  ]
  return composition
}

const read = (path: string, accept: string) =>
  server.call(`GET /openehr/v1/${path}`, { scopes: 'api.read', headers: { Accept: accept } })

describe('bounds of ranges without _type', async () => {
  const ehrId = await newEhr(server)
  const made = await postComposition(server, ehrId, withRanges())
  const uid = idOf(made)

  it('are accepted', () => assert.equal(made.status, 201, made.text))

  for (const type of ['json', 'xml', 'openehr.wt.flat+json', 'openehr.wt.structured+json'])
    it(`are read as ${type}`, async () => {
      const answer = await read(`ehr/${ehrId}/composition/${uid}`, `application/${type}`)
      assert.equal(answer.status, 200, answer.text)
      assert.match(answer.text, /130/)
    })

  it('have the class of the value in XML, where the schemas ask for it', async () => {
    const { text } = await read(`ehr/${ehrId}/composition/${uid}`, 'application/xml')
    assert.match(text, /<normal_range><lower xsi:type="DV_QUANTITY"><magnitude>90</)
    assert.match(text, /<range><lower xsi:type="DV_QUANTITY"><magnitude>80</)
    assert.match(text, /<time><lower xsi:type="DV_DATE_TIME"><value>2026/)
  })

  for (const type of ['json', 'xml'])
    it(`are read in a VERSION as ${type}`, async () => {
      const path = `ehr/${ehrId}/versioned_composition/${uid.split('::')[0]}/version/${uid}`
      const answer = await read(path, `application/${type}`)
      assert.equal(answer.status, 200, answer.text)
    })

  it('can be committed again as the XML that was read', async () => {
    const { text } = await read(`ehr/${ehrId}/composition/${uid}`, 'application/xml')
    const again = await server.call(`POST /openehr/v1/ehr/${await newEhr(server)}/composition`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/xml' },
      body: text.replace(/<uid .*?<\/uid>/, ''),
    })
    assert.equal(again.status, 201, again.text)
  })

  it('have their class in a result set', async () => {
    const q = `SELECT e/value/normal_range/lower AS lower, e/value/normal_range/upper/magnitude AS upper
      FROM EHR v CONTAINS COMPOSITION c CONTAINS ELEMENT e[at0004] WHERE v/ehr_id/value = '${ehrId}'`
    const answer = await server.call('POST /openehr/v1/query/aql', {
      scopes: 'api.read',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ q }),
    })
    assert.equal(answer.status, 200, answer.text)
    const lower = { _type: 'DV_QUANTITY', magnitude: 90, units: 'mm[Hg]' }
    assert.deepEqual(answer.json().rows, [[lower, 130]])
  })
})
