/** TERMINOLOGY() against a FHIR terminology server, over HTTP, and against openEHR's own terminology. */
import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { asking, newEhr, record } from './queries.ts'

/** The requests that the server got, path and query string decoded. */
const calls: string[] = []
let answering: 'well' | 'not at all' | 'with an error' | 'with HTML' | 'with another form' = 'well'

const ISA_DIABETES = ['73211009', '44054006']
const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'Content-Type': 'application/fhir+json' }).end(JSON.stringify(body))
const parameters = (...parameter: object[]) => ({ resourceType: 'Parameters', parameter })

const ANSWERS: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
  '/fhir/ValueSet/$expand': query => ({
    resourceType: 'ValueSet',
    expansion: {
      contains: query.get('url')?.includes('openehr')
        ? [{ abstract: true, contains: [{ system: 'http://openehr.org/terminology', code: '433' }] }]
        : ISA_DIABETES.map(code => ({ system: 'http://snomed.info/sct', code })),
    },
  }),
  '/fhir/ValueSet/$validate-code': query =>
    parameters({ name: 'result', valueBoolean: ISA_DIABETES.includes(query.get('code') ?? '') }),
  '/fhir/CodeSystem/$validate-code': query =>
    parameters({ name: 'result', valueBoolean: query.get('url') === 'http://snomed.info/sct' }),
  '/fhir/CodeSystem/$lookup': query =>
    parameters({ name: 'display', valueString: `display of ${query.get('code')}` }),
  '/fhir/CodeSystem/$subsumes': query =>
    parameters({ name: 'outcome', valueCode: query.get('codeB') === '433' ? 'subsumes' : 'not-subsumed' }),
  '/fhir/ConceptMap/$translate': () =>
    parameters({
      name: 'match',
      part: [{ name: 'concept', valueCoding: { system: 'http://openehr.org/terminology', code: '433' } }],
    }),
}

const fhir = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
  calls.push(decodeURIComponent(`${pathname}?${searchParams}`))
  if (answering === 'not at all') return
  if (answering === 'with HTML') return void response.end('<html>')
  if (answering === 'with another form') return void json(response, 200, { expansion: { contains: {} } })
  if (answering === 'with an error')
    return void json(response, 503, { resourceType: 'OperationOutcome', issue: [{ diagnostics: 'asleep' }] })
  if (searchParams.get('url') === 'http://example.org/none')
    return void json(response, 404, {
      resourceType: 'OperationOutcome',
      issue: [{ details: { text: 'no such set' } }],
    })
  const answer = ANSWERS[pathname]
  json(response, answer ? 200 : 404, answer?.(searchParams) ?? {})
})
await new Promise<void>(done => fhir.listen(0, '127.0.0.1', done))
after(() => {
  fhir.closeAllConnections()
  fhir.close()
})

const base = `http://127.0.0.1:${(fhir.address() as AddressInfo).port}/fhir`
const asked = await asking({ env: { CAIRN_TERMINOLOGY_URL: base } })
const { ask, rows } = asked
const ehr = await newEhr(asked.server)
for (let count = 0; count < 3; count++) await record(asked, ehr)

const counted = async (where: string) =>
  ((await rows(`SELECT COUNT(*) FROM COMPOSITION c WHERE ${where}`))[0] as [number])[0]
const FHIR = 'hl7.org/fhir/4.0'

describe('a FHIR server', () => {
  for (const [what, where, expected, call] of [
    [
      'expands a value set',
      `c/category/defining_code/code_string matches TERMINOLOGY('expand','${FHIR}','url=http://example.org/openehr')`,
      3,
      '/fhir/ValueSet/$expand?url=http://example.org/openehr',
    ],
    [
      'by its URI alone',
      `c/category/defining_code/code_string matches TERMINOLOGY('expand','${FHIR}','http://snomed.info/sct?fhir_vs=isa/73211009')`,
      0,
      '/fhir/ValueSet/$expand?url=http://snomed.info/sct?fhir_vs=isa/73211009',
    ],
    [
      'with an expression that is not encoded',
      `c/category/defining_code/code_string matches TERMINOLOGY('expand','hl7.org/fhir/r4','url=http://snomed.info/sct?fhir_vs=ecl/<<73211009&filter=x')`,
      0,
      '/fhir/ValueSet/$expand?url=http://snomed.info/sct?fhir_vs=ecl/<<73211009&filter=x',
    ],
    [
      'beside other values',
      `c/category/defining_code/code_string matches {'999', TERMINOLOGY('expand','${FHIR}','url=http://example.org/openehr/2')}`,
      3,
      '/fhir/ValueSet/$expand?url=http://example.org/openehr/2',
    ],
    [
      'as a URI in a list, for coded text as such',
      'c/category/defining_code matches {terminology://hl7.org/fhir/ValueSet/$expand?url=http://example.org/openehr/3}',
      3,
      '/fhir/ValueSet/$expand?url=http://example.org/openehr/3',
    ],
    [
      'validates a code in a value set',
      `TERMINOLOGY('validate','${FHIR}','system=http://snomed.info/sct&code=73211009&url=http://snomed.info/sct?fhir_vs') = true`,
      3,
      '/fhir/ValueSet/$validate-code?system=http://snomed.info/sct&code=73211009&url=http://snomed.info/sct?fhir_vs',
    ],
    [
      'validates a code of a system',
      `TERMINOLOGY('validate','${FHIR}','system=http://snomed.info/sct&code=1') = true`,
      3,
      '/fhir/CodeSystem/$validate-code?url=http://snomed.info/sct&code=1',
    ],
    [
      'looks a code up',
      `TERMINOLOGY('lookup','${FHIR}','system=http://snomed.info/sct&code=22') = 'display of 22'`,
      3,
      '/fhir/CodeSystem/$lookup?system=http://snomed.info/sct&code=22',
    ],
    [
      'tells whether one code subsumes another, row by row',
      `TERMINOLOGY('subsumes','${FHIR}',CONCAT('system=http://openehr.org&codeA=1&codeB=', c/category/defining_code/code_string)) = true`,
      3,
      '/fhir/CodeSystem/$subsumes?system=http://openehr.org&codeA=1&codeB=433',
    ],
    [
      'maps a code',
      `c/category/defining_code/code_string matches TERMINOLOGY('map','${FHIR}','url=http://example.org/map&code=1')`,
      3,
      '/fhir/ConceptMap/$translate?url=http://example.org/map&code=1',
    ],
  ] as const)
    it(what, async () => {
      calls.length = 0
      assert.equal(await counted(where), expected)
      // Once for all rows, and not again for the next query.
      assert.equal(await counted(where), expected)
      assert.deepEqual(calls, [call])
    })

  it('says of a value set that it does not know what it says', async () => {
    const answer = await ask(
      `SELECT c FROM COMPOSITION c WHERE c/name/value matches TERMINOLOGY('expand','${FHIR}','url=http://example.org/none')`,
    )
    assert.equal(answer.status, 400)
    assert.match(answer.json().message, /no such set/)
  })

  for (const how of ['with an error', 'with HTML', 'with another form'] as const)
    it(`that answers ${how} is not the fault of who asks`, async () => {
      answering = how
      const answer = await ask(
        `SELECT c FROM COMPOSITION c WHERE c/name/value matches TERMINOLOGY('expand','${FHIR}','url=http://example.org/${how.length}')`,
      )
      answering = 'well'
      assert.equal(answer.status, 502, answer.text)
      assert.equal(answer.json().code, 'query.terminology_failed')
      // And it is asked again.
      assert.equal(
        await counted(
          `c/category/defining_code/code_string matches TERMINOLOGY('expand','${FHIR}','url=http://example.org/openehr/${how.length}')`,
        ),
        3,
      )
    })

  it('that does not answer ends the query at its time limit', async () => {
    const limited = await asking({ env: { CAIRN_TERMINOLOGY_URL: base, CAIRN_QUERY_TIMEOUT_MS: '1000' } })
    answering = 'not at all'
    const answer = await limited.ask(
      `SELECT c FROM COMPOSITION c WHERE c/name/value matches TERMINOLOGY('expand','${FHIR}','url=http://example.org/slow')`,
    )
    answering = 'well'
    assert.equal(answer.status, 408, answer.text)
    assert.equal(await counted("c/name/value != 'x'"), 3)
  })
})

describe("openEHR's own terminology", () => {
  for (const [where, expected] of [
    ["c/category/defining_code matches TERMINOLOGY('expand','openehr','group=composition category')", 3],
    ["c/category/defining_code matches TERMINOLOGY('expand','openehr','composition_category')", 3],
    ["c/category/defining_code matches TERMINOLOGY('expand','openehr','group=setting')", 0],
    ['c/category/defining_code matches {terminology://openehr/expand?group=composition_category}', 3],
    ["TERMINOLOGY('validate','openehr','group=setting&code=225') = true", 3],
    ["TERMINOLOGY('validate','openehr','group=setting&code=433') = true", 0],
    ["TERMINOLOGY('lookup','openehr','code=433') = 'event'", 3],
    [
      "TERMINOLOGY('lookup','openehr',CONCAT('code=', c/category/defining_code/code_string)) = c/category/value",
      3,
    ],
    ["TERMINOLOGY('subsumes','openehr','codeA=433&codeB=433') = true", 3],
  ] as const)
    it(where, async () => assert.equal(await counted(where), expected))
})

describe('what no terminology can answer is refused', () => {
  for (const [call, says] of [
    ["'expand','openehr','group=none'", /none/],
    ["'expand','openehr',''", /group/],
    ["'lookup','openehr','group=setting'", /code/],
    ["'hierarchy','hl7.org/fhir/4.0','x=1'", /hierarchy/],
    ["'expand','example.org','x=1'", /example\.org/],
    ["'constructor','openehr','group=setting'", /not "constructor"/],
    ["'__proto__','openehr','group=setting'", /not "__proto__"/],
    ["'map','openehr','code=433'", /maps/],
  ] as const)
    it(call, async () => {
      const answer = await ask(`SELECT c FROM COMPOSITION c WHERE c/name/value matches TERMINOLOGY(${call})`)
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.json().message, says)
    })
})
