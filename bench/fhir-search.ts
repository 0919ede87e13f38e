/** Processor time of a search over FHIR for a patient's 5,000 observations, and of the AQL query below it. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openPool } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { type Clocks, type Cost, measure } from './measure.ts'
import { databaseClock } from './processor-time.ts'
import { median, startServer, token } from './server-process.ts'

const OBSERVATIONS = 5000
const BUNDLE = 50
const PAGE = 500
const OPT = fileURLToPath(new URL('../packages/cli/demo/vital-signs.opt', import.meta.url))

interface Caller {
  readonly url: string
  readonly authorization: string
}

async function send(
  { url, authorization, ehrId }: Caller & { readonly ehrId?: string },
  path: string,
  type?: string,
  body?: string,
) {
  const answer = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: authorization,
      ...(type === undefined ? {} : { 'Content-Type': type }),
      ...(ehrId === undefined ? {} : { 'openEHR-EHR-id': ehrId }),
    },
    ...(body === undefined ? {} : { body }),
  })
  const text = await answer.text()
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`)
  return { text, headers: answer.headers }
}

const pulse = (ehrId: string, at: number) => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
  subject: { reference: `Patient/${ehrId}` },
  effectiveDateTime: new Date(Date.UTC(2026, 0, 1) + at * 600_000).toISOString(),
  valueQuantity: {
    value: 50 + (at % 90),
    unit: '/min',
    system: 'http://unitsofmeasure.org',
    code: '/min',
  },
})

/** A patient with so many observations, each a record. */
async function loadPatient(caller: Caller): Promise<string> {
  await send(caller, '/openehr/v1/definition/template/adl1.4', 'application/xml', readFileSync(OPT, 'utf8'))
  const { headers } = await send(caller, '/openehr/v1/ehr', 'application/json', '')
  const ehrId = /[0-9a-f-]{36}/.exec(headers.get('etag') ?? '')?.[0] ?? ''
  for (let from = 0; from < OBSERVATIONS; from += BUNDLE) {
    const entry = Array.from({ length: BUNDLE }, (_, at) => ({
      resource: pulse(ehrId, from + at),
      request: { method: 'POST', url: 'Observation' },
    }))
    const bundle = { resourceType: 'Bundle', type: 'transaction', entry }
    await send(caller, '/fhir/r4', 'application/fhir+json', JSON.stringify(bundle))
  }
  return ehrId
}

interface Read {
  readonly rows: number
}

/** Page by page, as a client follows the links. */
async function readOverFhir(caller: Caller, ehrId: string): Promise<Read> {
  let rows = 0
  let path: string | undefined = `/fhir/r4/Observation?patient=${ehrId}&code=8867-4&_count=${PAGE}`
  while (path !== undefined) {
    const bundle = JSON.parse((await send(caller, path)).text) as {
      readonly entry?: readonly unknown[]
      readonly link: readonly { readonly relation: string; readonly url: string }[]
    }
    rows += bundle.entry?.length ?? 0
    path = bundle.link.find(({ relation }) => relation === 'next')?.url.replace(/^https?:\/\/[^/]+/, '')
  }
  return { rows }
}

async function explainedQuery(caller: Caller, ehrId: string): Promise<string> {
  const path = `/fhir/r4/Observation?patient=${ehrId}&code=8867-4&_explain=true`
  const { parameter } = JSON.parse((await send(caller, path)).text) as {
    readonly parameter: readonly { readonly part: readonly { name: string; valueString: string }[] }[]
  }
  const parts = parameter.map(({ part }) => new Map(part.map(each => [each.name, each.valueString])))
  return parts.find(each => each.get('name') === 'Vital_signs.pulse')?.get('aql') ?? ''
}

/** The same pages of the query, with the records that the resources are made of. */
async function readByAql(caller: Caller, ehrId: string, q: string): Promise<Read> {
  let rows = 0
  for (let offset = 0; ; offset += PAGE) {
    const body = JSON.stringify({ q, offset, fetch: PAGE, query_parameters: { p0: 'Vital signs' } })
    const { text } = await send({ ...caller, ehrId }, '/openehr/v1/query/aql', 'application/json', body)
    const found = (JSON.parse(text) as { readonly rows: readonly unknown[] }).rows.length
    rows += found
    if (found < PAGE) return { rows }
  }
}

async function costOf(clocks: Clocks, seconds: number, read: () => Promise<Read>): Promise<Cost> {
  const send = async () => {
    const { rows } = await read()
    if (rows !== OBSERVATIONS) throw new Error(`${rows} of ${OBSERVATIONS} rows`)
  }
  return measure({ name: 'read', connections: 1, send }, clocks, seconds)
}

const sumOf = ({ server, database }: Cost): number => server + database

export async function run([rounds = '7', seconds = '4']: readonly string[]): Promise<void> {
  const database = await startTestServer({ durable: true })
  const db = openPool(database.templateUrl, { max: 2, applicationName: 'bench' })
  const server = await startServer(database.templateUrl, {})
  try {
    const authorization = `Bearer ${await token(server.url, 'api.read api.write')}`
    const caller = { url: server.url, authorization }
    const ehrId = await loadPatient(caller)
    const q = await explainedQuery(caller, ehrId)
    const clocks = { server: server.cpuSeconds, database: await databaseClock(db) }
    const sides = {
      FHIR: () => costOf(clocks, Number(seconds), () => readOverFhir(caller, ehrId)),
      AQL: () => costOf(clocks, Number(seconds), () => readByAql(caller, ehrId, q)),
    }
    await sides.FHIR()
    await sides.AQL()
    const seen: { FHIR: Cost; AQL: Cost }[] = []
    for (let round = 0; round < Number(rounds); round++)
      seen.push({ FHIR: await sides.FHIR(), AQL: await sides.AQL() })
    for (const which of ['AQL', 'FHIR'] as const) {
      const part = (of: (cost: Cost) => number) => median(seen.map(each => of(each[which]))).toFixed(0)
      console.log(
        `${OBSERVATIONS} observations by ${which}: ${part(each => each.server)} ms of the server, ${part(each => each.database)} ms of the database`,
      )
    }
    const ratio = median(seen.map(each => sumOf(each.FHIR) / sumOf(each.AQL)))
    console.log(`FHIR takes ${ratio.toFixed(2)} times the processor time of AQL`)
  } finally {
    await server.stop()
    await db.close()
    await database.stop()
  }
}
