/** A small FHIR terminology server: it finds the codes of a set by parts of their names, and keeps what it was asked. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export interface TestTerminology {
  readonly url: string
  /** Path, query string and body of each call. */
  readonly calls: string[]
  isAway: boolean
}

interface Concept {
  readonly system: string
  readonly code: string
  readonly display: string
}

export const SNOMED = 'http://snomed.info/sct'
export const BODY_SITES = 'http://hl7.org/fhir/ValueSet/body-site'

const NAMES = [
  ['73211009', 'Diabetes mellitus'],
  ['44054006', 'Diabetes mellitus type 2'],
  ['38341003', 'Hypertensive disorder'],
] as const
const SITES = [
  ['368208006', 'Left upper arm structure'],
  ['368209003', 'Right upper arm structure'],
] as const

const concepts = (pairs: readonly (readonly [string, string])[]): Concept[] =>
  pairs.map(([code, display]) => ({ system: SNOMED, code, display }))

/** By the URL of a value set, or of a code system of which all codes are asked for. */
const SETS: Readonly<Record<string, readonly Concept[]>> = {
  [SNOMED]: concepts(NAMES),
  [BODY_SITES]: concepts(SITES),
}

interface Parameters {
  readonly parameter: readonly {
    readonly name: string
    readonly valueString?: string
    readonly resource?: { readonly compose: { readonly include: readonly { readonly system: string }[] } }
  }[]
}

/** The set and the filter of a call by GET or POST. */
function questionIn(url: URL, body: string): { set: string; filter: string } {
  if (body === '')
    return { set: url.searchParams.get('url') ?? '', filter: url.searchParams.get('filter') ?? '' }
  const { parameter } = JSON.parse(body) as Parameters
  const named = (name: string) => parameter.find(each => each.name === name)
  return {
    set: named('valueSet')?.resource?.compose.include[0]?.system ?? '',
    filter: named('filter')?.valueString ?? '',
  }
}

/** Call it once at the top of a test file, which closes the server at its end. */
export async function testTerminology(): Promise<TestTerminology> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const url = new URL(request.url ?? '', 'http://x')
    found.calls.push(`${url.pathname}${decodeURIComponent(url.search)} ${body}`.trim())
    const send = (status: number, resource: object) =>
      response.writeHead(status, { 'Content-Type': 'application/fhir+json' }).end(JSON.stringify(resource))
    if (found.isAway) return void send(503, { resourceType: 'OperationOutcome', issue: [] })
    const { set, filter } = questionIn(url, body)
    const all = SETS[set]
    const contains = all?.filter(({ display }) => display.toLowerCase().includes(filter.toLowerCase()))
    if (contains) return void send(200, { resourceType: 'ValueSet', expansion: { contains } })
    send(404, { resourceType: 'OperationOutcome', issue: [{ diagnostics: 'no such set' }] })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const found: TestTerminology = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/fhir`,
    calls: [],
    isAway: false,
  }
  return found
}
