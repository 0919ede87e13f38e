/** Codes of a value set by their names, from a FHIR terminology server behind the service. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testServer } from '../server.ts'
import { BODY_SITES, SNOMED, testTerminology } from '../terminology-server.ts'

const fhir = await testTerminology()
const server = await testServer({ env: { CAIRN_TERMINOLOGY_URL: fhir.url } })
const without = await testServer()

const codes = (parameters: Readonly<Record<string, string>>, of = server) =>
  of.call(`GET /extra/v1/terminology/code?${new URLSearchParams(parameters)}`, { scopes: 'api.read' })

describe('codes of a value set', () => {
  it('are found by a part of their names, with the terminology as records name it', async () => {
    const found = await codes({ value_set: 'terminology:SNOMED-CT', filter: 'diabetes', language: 'de' })
    assert.equal(found.status, 200, found.text)
    assert.deepEqual(found.json(), {
      codes: [
        { code: '73211009', terminology: 'SNOMED-CT', display: 'Diabetes mellitus' },
        { code: '44054006', terminology: 'SNOMED-CT', display: 'Diabetes mellitus type 2' },
      ],
    })
    const [call = ''] = fhir.calls.slice(-1)
    assert.ok(call.includes(`"include":[{"system":"${SNOMED}"}]`), call)
    assert.ok(call.includes('{"name":"displayLanguage","valueCode":"de"}'), call)
  })

  it('of a set by its URL come without a filter too, and no more than were asked for', async () => {
    const reference = `terminology://fhir.hl7.org/ValueSet/$expand?url=${BODY_SITES}`
    const found = await codes({ value_set: reference, count: '1' })
    assert.deepEqual(
      found.json().codes.map(({ code }: { code: string }) => code),
      ['368208006'],
    )
    assert.deepEqual(fhir.calls.slice(-1), [`/fhir/ValueSet/$expand?url=${BODY_SITES}&count=1`])
  })

  it('are refused in words where the set is unknown, or no terminology server is set', async () => {
    const answers = [
      await codes({ value_set: 'http://example.org/none' }),
      await codes({ value_set: 'terminology:RU3' }),
      await codes({ value_set: 'SNOMED-CT' }, without),
    ]
    for (const answer of answers) {
      assert.equal(answer.status, 422)
      assert.equal(answer.json().code, 'terminology.unknown', answer.text)
    }
    assert.match(answers[0]?.text ?? '', /no such set/)
  })

  it('are a fault of the terminology server where it fails', async () => {
    fhir.isAway = true
    const answer = await codes({ value_set: 'SNOMED-CT' })
    fhir.isAway = false
    assert.equal(answer.status, 502)
    assert.equal(answer.json().code, 'query.terminology_failed')
  })

  it('need a set, a count and a language that can be read', async () => {
    for (const wrong of [
      {},
      { value_set: 'SNOMED-CT', count: '0' },
      { value_set: 'SNOMED-CT', language: '!' },
    ])
      assert.equal((await codes(wrong as Record<string, string>)).status, 400)
  })

  it('need a token', async () => {
    assert.equal((await server.call('GET /extra/v1/terminology/code?value_set=SNOMED-CT')).status, 401)
  })
})
