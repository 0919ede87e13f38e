/** Bytes, write-ahead log and processor time of documents of three kinds: vital signs, a letter, an attachment; `npm run bench plan` computes with them. */
import { randomBytes } from 'node:crypto'
import { type Database, openPool } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { bloodPressure, bloodPressureOpt } from '../test/records.ts'
import { checkpoint, type Growth, growthOf, sumOf } from './bytes.ts'
import { document, FOUR_KILOBYTES } from './cost-operations.ts'
import { type DocumentFigure, machineOf, type Spread, saveFigures } from './figures.ts'
import { databaseClock } from './processor-time.ts'
import { median, startServer, token } from './server-process.ts'

/** Entries of a letter: a discharge letter has some ten. */
const ENTRIES = 10
const ATTACHMENT = 200_000

/** Commits after a checkpoint: in a small database, later ones find pages that were imaged before. */
const FIRST = 10

function letter(seed: number): string {
  const entries = Array.from({ length: ENTRIES }, (_, at) => JSON.parse(document(2, seed + at)).content[0])
  return JSON.stringify({ ...bloodPressure(), content: entries })
}

/** A PDF is compressed already, as random bytes are. */
function attachment(): string {
  const data = randomBytes(ATTACHMENT).toString('base64')
  const code = {
    _type: 'CODE_PHRASE',
    terminology_id: { value: 'IANA_media-types' },
    code_string: 'application/pdf',
  }
  return JSON.stringify({
    ...bloodPressure(),
    feeder_audit: {
      _type: 'FEEDER_AUDIT',
      originating_system_audit: { _type: 'FEEDER_AUDIT_DETAILS', system_id: 'scanner' },
      original_content: { _type: 'DV_MULTIMEDIA', media_type: code, size: ATTACHMENT, data },
    },
  })
}

interface DocumentType {
  readonly name: string
  readonly make: (seed: number) => string
  /** Commits of a round. */
  readonly count: number
}

const TYPES: readonly DocumentType[] = [
  { name: 'vital signs', make: seed => document(FOUR_KILOBYTES, seed), count: 300 },
  { name: 'letter', make: letter, count: 100 },
  { name: 'attachment', make: attachment, count: 20 },
]

const spreadOf = (values: readonly number[], digits: number): Spread => {
  const round = (value: number) => Number(value.toFixed(digits))
  return {
    middle: round(median(values)),
    least: round(Math.min(...values)),
    most: round(Math.max(...values)),
  }
}

interface Bench {
  readonly db: Database
  readonly post: (path: string, body: string, type?: string) => Promise<string>
  readonly ehrs: readonly string[]
  readonly clocks: { readonly server: () => Promise<number>; readonly database: () => number }
}

/** Index names by what they lead with say where a new row goes: those by EHR have a random page for each commit. */
const byEhr = ({ relations }: Growth) =>
  relations.filter(({ name, table, lead }) => name !== table && lead === 'ehr_id')

interface Round extends Growth {
  readonly server: number
  readonly database: number
}

/** Commits to one EHR after the other, in a step that leaves pages apart. */
async function round(
  { db, post, ehrs, clocks }: Bench,
  { make, count }: DocumentType,
  at: number,
): Promise<Round> {
  const [server, database] = [await clocks.server(), clocks.database()]
  const growth = await growthOf(db, count, async () => {
    for (let turn = 0; turn < count; turn++)
      await post(`/ehr/${ehrs[(at + turn * 37) % ehrs.length]}/composition`, make(at + turn))
  })
  const ms = (seconds: number) => (seconds * 1000) / count
  return {
    ...growth,
    server: ms((await clocks.server()) - server),
    database: ms(clocks.database() - database),
  }
}

async function figureOf(bench: Bench, type: DocumentType, rounds: number): Promise<DocumentFigure> {
  const cold: Round[] = []
  const warm: Round[] = []
  for (let at = 0; at < rounds; at++) {
    warm.push(await round(bench, type, at * 1000))
    await bench.db.execute(checkpoint)
    cold.push(await round(bench, { ...type, count: FIRST }, at * 1000 + 500))
  }
  const tables = (all: Growth) => sumOf(all.relations.filter(({ name, table }) => name === table))
  const each = (of: (round: Round) => number, digits = 0, from: readonly Round[] = warm) =>
    spreadOf(from.map(of), digits)
  return {
    name: type.name,
    document: type.make(1).length,
    tables: each(tables),
    indexes: each(all => all.stored - tables(all)),
    randomIndexes: each(all => sumOf(byEhr(all))),
    wal: each(all => all.wal),
    walAfterCheckpoint: each(all => all.wal, 0, cold),
    server: each(all => all.server, 2),
    database: each(all => all.database, 2),
  }
}

async function prepare(url: string, ehrCount: number): Promise<Pick<Bench, 'post' | 'ehrs'>> {
  const authorization = `Bearer ${await token(url, 'api.read api.write')}`
  const post = async (path: string, body: string, type = 'application/json'): Promise<string> => {
    const answer = await fetch(`${url}/openehr/v1${path}`, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': type },
      body,
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
    return (answer.headers.get('etag') ?? '').replaceAll('"', '')
  }
  await post('/definition/template/adl1.4', bloodPressureOpt(), 'application/xml')
  const ehrs: string[] = []
  for (let count = 0; count < ehrCount; count++) ehrs.push(await post('/ehr', 'null'))
  return { post, ehrs }
}

/** `npm run bench documents [rounds] [EHRs]`; with CAIRN_BENCH_SAVE set, its figures are those of `npm run bench plan`. */
export async function run([rounds = '5', ehrCount = '1000']: readonly string[]): Promise<void> {
  const database = await startTestServer({ durable: true })
  // Times are those of the processor: a busy machine makes requests wait, and nobody is refused for that.
  const server = await startServer(database.templateUrl, { CAIRN_WAIT_TARGET_MS: '0' })
  const db = openPool(database.templateUrl, { max: 1, applicationName: 'bench' })
  try {
    const machine = await machineOf(db)
    const clocks = { server: server.cpuSeconds, database: await databaseClock(db) }
    const bench: Bench = { db, clocks, ...(await prepare(server.url, Number(ehrCount))) }
    // Pages of indexes fill up and split first, and the engine compiles.
    for (let turn = 0; turn < 2 * bench.ehrs.length; turn++)
      await bench.post(
        `/ehr/${bench.ehrs[turn % bench.ehrs.length]}/composition`,
        document(FOUR_KILOBYTES, turn),
      )
    const documents: DocumentFigure[] = []
    for (const type of TYPES) documents.push(await figureOf(bench, type, Number(rounds)))
    console.log(JSON.stringify(documents, null, 2))
    const date = new Date().toISOString().slice(0, 10)
    if (process.env['CAIRN_BENCH_SAVE'] !== undefined)
      saveFigures('documents', { date, machine, ehrs: bench.ehrs.length, documents })
  } finally {
    await db.close()
    await server.stop()
    await database.stop()
  }
}
