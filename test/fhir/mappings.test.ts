/** Mapping files: put, checked, in force at once, versioned, deleted, tried. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type FhirResource, matchesIn, openHospital } from './hospital.ts'

const hospital = await openHospital()
const patient = hospital.ehrIds[0] ?? ''
const { call } = hospital.server

const PATH = '/extra/v1/definition/fhir-mapping'
const PULSE = 'vital-signs.pulse.model.yml'
const pulse = readFileSync(
  new URL('../../packages/fhir/mappings/vital-signs/pulse.model.yml', import.meta.url),
  'utf8',
)

const put = (name: string, body: string, type = 'application/yaml') =>
  call(`PUT ${PATH}/${name}`, { scopes: 'api.write', headers: { 'Content-Type': type }, body })
const read = (path: string, accept = 'application/json') =>
  call(`GET ${PATH}${path}`, { scopes: 'api.read', headers: { Accept: accept } })
const statusOfPulse = async (): Promise<string> =>
  matchesIn(await hospital.get(`/Observation?patient=${patient}&code=8867-4&_count=1`))[0].status

describe('mapping files', () => {
  it('has those that come with the server', async () => {
    const files: FhirResource[] = (await read('')).json()
    const own = files.find(({ name }) => name === PULSE)
    assert.deepEqual(own, { name: PULSE, type: 'model', version: 0, built_in: true })
    assert.deepEqual([...new Set(files.map(({ type }) => type))].sort(), ['ConceptMap', 'context', 'model'])
    assert.equal((await read(`/${PULSE}`, 'application/yaml')).text, pulse)
  })

  it('puts one in force at once, keeps its versions, and gives way to that of the server when it is deleted', async () => {
    assert.equal(await statusOfPulse(), 'final')
    const changed = pulse.replace('value: "final"', 'value: "preliminary"')
    const answer = await put(PULSE, changed)
    assert.deepEqual(answer.json(), { name: PULSE, type: 'model', version: 1, warnings: [] })
    assert.equal((await put(PULSE, changed)).json().version, 1, 'the same text is no new version')
    assert.equal(await statusOfPulse(), 'preliminary')
    assert.equal((await read(`/${PULSE}`)).json().built_in, false)
    assert.equal((await call(`DELETE ${PATH}/${PULSE}`, { scopes: 'api.write' })).status, 204)
    assert.equal(await statusOfPulse(), 'final')
    const versions: FhirResource[] = (await read(`/${PULSE}/versions`)).json()
    assert.deepEqual(
      versions.map(({ version, text }) => [version, text]),
      [
        [2, null],
        [1, changed],
      ],
    )
    assert.equal((await call(`DELETE ${PATH}/${PULSE}`, { scopes: 'api.write' })).status, 404)
    assert.equal((await read('/nothing.yml')).status, 404)
  })

  it('refuses files that cannot be used, with file, line and sentence', async () => {
    const broken = await put('own.model.yml', pulse.replace('$resource.value', '$resourc.value'))
    assert.equal(broken.status, 422)
    const [fault] = broken.json().errors
    assert.equal(fault.path, 'own.model.yml')
    assert.ok(fault.line > 1)
    assert.match(fault.message, /\$resourc/)
    const context = `
grammar: FHIRConnect/v1.0.0
type: context
metadata: { name: own, version: 1.0.0 }
spec: { system: FHIR, version: R4 }
context:
  profile: { url: "http://example.org/profile" }
  template: { id: "Vital signs" }
  archetypes: ["missing"]
  start: "missing"
`
    const missing = await put('own.context.yml', context)
    assert.equal(missing.status, 422)
    assert.match(missing.json().message, /own\.context\.yml, line 1: .*"missing"/)
    assert.equal((await put('map.json', '{"resourceType":"Patient"}', 'application/json')).status, 422)
    assert.equal((await put('a%20b', pulse)).status, 400)
    assert.equal((await read('/own.model.yml')).status, 404)
  })

  it('warns of paths that lead nowhere in the template', async () => {
    const answer = await put(PULSE, pulse.replace('items[at0005]', 'items[at9999]'))
    const [warning] = answer.json().warnings
    assert.equal(warning.file, PULSE)
    assert.match(warning.message, /at9999/)
    await call(`DELETE ${PATH}/${PULSE}`, { scopes: 'api.write' })
  })

  it('refuses texts that cannot be stored, and slots that multiply, at once', async () => {
    const nul = await put('own.model.yml', `${pulse}# \0\n`)
    assert.deepEqual([nul.status, nul.json().code], [400, 'request.malformed'], nul.text)
    const slot = (name: string) =>
      `  - { name: "${name}", with: { fhir: "$resource", openehr: "$archetype" }, slotArchetype: "OBSERVATION.pulse.v2" }`
    const bomb = `${pulse}\n${slot('one')}\n${slot('two')}\n`
    const refused = await put(PULSE, bomb)
    assert.equal(refused.status, 422, refused.text)
    assert.match(refused.text, /takes more than \d+ steps/)
    const trial = (body: unknown) =>
      call(`POST ${PATH}/try`, {
        scopes: 'api.read',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    const example = { resourceType: 'Observation' }
    const tried = await trial({ example, files: [{ name: PULSE, text: bomb }] })
    assert.deepEqual([tried.status, tried.json().code], [200, undefined], tried.text)
    const many = Array.from({ length: 101 }, (_, at) => ({ name: `m${at}.yml`, text: pulse }))
    for (const body of [
      { example, files: many },
      { example, file: [] },
    ])
      assert.equal((await trial(body)).status, 400)
  })

  it('tries mappings on a composition and on a resource, and says which made which value', async () => {
    const attempt = async (body: unknown) => {
      const answer = await call(`POST ${PATH}/try`, {
        scopes: 'api.read',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      assert.equal(answer.status, 200, answer.text)
      return answer.json() as FhirResource[]
    }
    const [resource] = matchesIn(await hospital.get(`/Observation?patient=${patient}&code=8867-4&_count=1`))
    const toRecord = await attempt({ example: resource })
    assert.deepEqual(
      toRecord.map(({ context }) => context),
      ['Vital_signs.pulse'],
    )
    const { composition, trace } = toRecord[0]
    assert.ok(
      trace.some((each: FhirResource) => each.mapping === 'value' && each.file === PULSE && each.line > 1),
    )
    const files = [{ name: PULSE, text: pulse.replace('value: "final"', 'value: "amended"') }]
    const back = (await attempt({ example: composition, files })).find(
      ({ context }) => context === 'Vital_signs.pulse',
    )
    assert.equal(back.resources[0].valueQuantity.value, resource.valueQuantity.value)
    assert.equal(back.resources[0].status, 'amended')
    assert.ok(back.trace.every((each: FhirResource) => each.resource === 0))
    assert.equal(await statusOfPulse(), 'final', 'nothing is stored')
  })
})
