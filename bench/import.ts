/** Import of 5,000 compositions of 10 KB by the built server (goal: 500 a second), against a bare COPY of the same rows. */
import { createHash } from 'node:crypto'
import { openPool, sql } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { bloodPressureOpt } from '../test/records.ts'
import { tenKilobytes } from './records-data.ts'
import { type ServerProcess, startServer, token } from './server-process.ts'

const COUNT = Number(process.env['CAIRN_BENCH_COUNT'] ?? 5000)
const EHRS = 50
const TOGETHER = 20
const BATCH_BYTES = 4 * 1024 * 1024

type Call = (request: string, body?: string, type?: string) => Promise<Response>

const caller =
  (url: string, authorization: string): Call =>
  async (request, body, type = 'application/json') => {
    const [method = '', path = ''] = request.split(' ')
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: authorization,
        'Accept-Encoding': 'identity',
        ...(body === undefined ? {} : { 'Content-Type': type }),
      },
      ...(body === undefined ? {} : { body }),
    })
    if (!answer.ok) throw new Error(`${request}: ${answer.status} ${await answer.text()}`)
    return answer
  }

/** Each composition is a contribution of its own, as most are. */
async function fill(call: Call): Promise<void> {
  await call('POST /openehr/v1/definition/template/adl1.4', bloodPressureOpt(), 'application/xml')
  const ehrs: string[] = []
  for (let at = 0; at < EHRS; at++) {
    const made = await call('POST /openehr/v1/ehr')
    ehrs.push((made.headers.get('etag') ?? '').replaceAll('"', ''))
  }
  const body = tenKilobytes()
  for (let at = 0; at < COUNT; at += TOGETHER)
    await Promise.all(
      Array.from({ length: TOGETHER }, (_, one) =>
        call(`POST /openehr/v1/ehr/${ehrs[(at + one) % EHRS]}/composition`, body),
      ),
    )
}

/** As `cairn import` does it. */
async function importAll(call: Call, lines: readonly string[], origin: string): Promise<void> {
  let batch: string[] = []
  let bytes = 0
  const send = async () => {
    const answer = await call(
      `POST /admin/v1/import?origin=${origin}`,
      batch.join('\n'),
      'application/x-ndjson',
    )
    const { rejected } = (await answer.json()) as { rejected: readonly unknown[] }
    if (rejected.length > 0) throw new Error(`rejected: ${JSON.stringify(rejected[0])}`)
    batch = []
    bytes = 0
  }
  for (const line of lines) {
    if (bytes + line.length > BATCH_BYTES) await send()
    batch.push(line)
    bytes += line.length
  }
  await send()
}

const TABLES = ['contribution', 'versioned_object', 'version', 'root', 'audit_event']

const statement = <Row>(text: string) => sql<Row>({ name: 'bench.import', text, prepare: false })

/** The rows of the import, copied from files of the database server into empty tables with the same indexes. */
async function bareCopy(databaseUrl: string, folder: string): Promise<number> {
  const db = openPool(databaseUrl, { max: 1, applicationName: 'cairn bench' })
  try {
    await db.execute(statement('create schema bare'))
    let seconds = 0
    for (const table of TABLES) {
      const [row] = await db.query(
        statement<{ names: string }>(`select string_agg(quote_ident(attname), ', ' order by attnum) as names
          from pg_attribute where attrelid = 'cairn.${table}'::regclass and attnum > 0 and attgenerated = ''`),
      )
      const file = `${folder}/${createHash('sha1').update(table).digest('hex')}`
      await db.execute(statement(`create table bare.${table} (like cairn.${table} including all)`))
      await db.execute(statement(`copy cairn.${table} (${row?.names}) to '${file}' (format binary)`))
      const began = performance.now()
      await db.execute(statement(`copy bare.${table} (${row?.names}) from '${file}' (format binary)`))
      seconds += (performance.now() - began) / 1000
    }
    return seconds
  } finally {
    await db.close()
  }
}

const callOf = async ({ url }: ServerProcess): Promise<Call> =>
  caller(url, `Bearer ${await token(url, 'api.read api.write api.admin')}`)

export async function run(): Promise<void> {
  const [first, second] = [await startTestServer({ durable: true }), await startTestServer({ durable: true })]
  const servers: ServerProcess[] = []
  try {
    const source = await startServer(first.templateUrl)
    servers.push(source)
    const callSource = await callOf(source)
    await fill(callSource)
    const exportBegan = performance.now()
    const text = await (await callSource('GET /admin/v1/export')).text()
    const exportSeconds = (performance.now() - exportBegan) / 1000
    const lines = text.trimEnd().split('\n')
    const { origin } = JSON.parse(lines[0] ?? '') as { origin: string }
    const megabytes = Buffer.byteLength(text) / 1024 / 1024
    console.log(
      `export: ${COUNT} compositions, ${megabytes.toFixed(0)} MB in ${exportSeconds.toFixed(1)} s, ${Math.round(COUNT / exportSeconds)} a second`,
    )
    await source.stop()
    servers.pop()

    const target = await startServer(second.templateUrl)
    servers.push(target)
    const before = await target.cpuSeconds()
    const began = performance.now()
    await importAll(await callOf(target), lines.slice(1, -1), origin)
    const seconds = (performance.now() - began) / 1000
    const cpu = (await target.cpuSeconds()) - before
    const copySeconds = await bareCopy(second.templateUrl, process.env['TMPDIR'] ?? '/tmp')
    console.log(
      `import: ${seconds.toFixed(1)} s, ${Math.round(COUNT / seconds)} compositions a second (goal: 500); ${Math.round((cpu / COUNT) * 1e6)} µs of the server's processor for each`,
    )
    console.log(
      `bare COPY of the same rows: ${copySeconds.toFixed(1)} s, ${Math.round(COUNT / copySeconds)} a second: the import takes ${(seconds / copySeconds).toFixed(1)} times as long`,
    )
  } finally {
    for (const server of servers) await server.stop()
    await first.stop()
    await second.stop()
  }
}
