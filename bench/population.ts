/**
 * Processor time of counts and aggregates over all EHRs.
 *
 *   npm run bench population [compositions] [rounds]     1000000 and 5 unless told
 *
 * Some compositions are loaded as commits store them; their query rows are then copied until there are as many as asked for. Queries
 * of this kind read nothing else.
 */
import { type Database, openPool, sql } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { loadRecords } from './datamap-data.ts'
import { type Cost, measure } from './measure.ts'
import { databaseClock } from './processor-time.ts'
import { median, startServer, token } from './server-process.ts'

const LOADED = 20_000
const PER_EHR = 10

const PRESSURES = 'EHR e CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]'
const SYSTOLIC = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
const COMPOSITIONS = 'EHR e CONTAINS COMPOSITION c'

const QUERIES: Readonly<Record<string, string>> = {
  'count of compositions': `SELECT COUNT(*) FROM ${COMPOSITIONS}`,
  'count by archetype': 'SELECT o/archetype_node_id, COUNT(*) FROM EHR e CONTAINS OBSERVATION o',
  'count by template': `SELECT c/archetype_details/template_id/value, COUNT(*) FROM ${COMPOSITIONS}`,
  'count by month': `SELECT SUBSTRING(c/context/start_time/value, 1, 7), COUNT(*) FROM ${COMPOSITIONS}`,
  'count by EHR': `SELECT e/ehr_id/value, COUNT(*) FROM ${COMPOSITIONS}`,
  'MIN, MAX and AVG of a leaf': `SELECT MIN(${SYSTOLIC}), MAX(${SYSTOLIC}), AVG(${SYSTOLIC}) FROM ${PRESSURES}`,
  'AVG of a leaf by name': `SELECT o/name/value, AVG(${SYSTOLIC}) FROM ${PRESSURES}`,
  'EXISTS of any item, LIMIT 50':
    'SELECT o/name/value FROM EHR e CONTAINS OBSERVATION o WHERE EXISTS o/data/events/data/items/value/magnitude LIMIT 50',
}

const execute = (db: Database, text: string) =>
  db.execute(sql({ name: 'bench.population', text, prepare: false }))

/** Each copy has commit numbers of its own, after those of the copy before. */
async function copyRoots(db: Database, copies: number): Promise<void> {
  const columns =
    'num, cap, parent, via, at, archetype_key, latest, leaves, shared_key, event_path, event_time'
  await execute(
    db,
    `insert into cairn.root (ehr_id, commit_number, ${columns})
     select r.ehr_id, r.commit_number + ${LOADED + 1}::bigint * n, ${columns.replace(/\w+/g, 'r.$&')}
     from generate_series(1, ${copies}) n cross join cairn.root r order by 2, r.num`,
  )
  await execute(db, 'vacuum analyze cairn.root')
}

export async function run([compositions = '1000000', rounds = '5']: readonly string[]): Promise<void> {
  const database = await startTestServer({ durable: true })
  const db = openPool(database.templateUrl, { max: 2, applicationName: 'bench' })
  await loadRecords(db, LOADED, { ehrs: LOADED / PER_EHR })
  await copyRoots(db, Math.round(Number(compositions) / LOADED) - 1)
  console.log(`${compositions} compositions, with an observation each`)
  const server = await startServer(database.templateUrl)
  try {
    const headers = { Authorization: `Bearer ${await token(server.url, 'api.read')}` }
    const clocks = { server: server.cpuSeconds, database: await databaseClock(db) }
    console.log('milliseconds of processor time of a query, server + database')
    for (const [name, q] of Object.entries(QUERIES)) {
      const send = async () => {
        const answer = await fetch(`${server.url}/openehr/v1/query/aql?${new URLSearchParams({ q })}`, {
          headers,
        })
        if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
        await answer.arrayBuffer()
      }
      const operation = { name, connections: 1, send }
      await measure(operation, clocks, Number.POSITIVE_INFINITY, 1)
      const costs: Cost[] = []
      for (let round = 0; round < Number(rounds); round++)
        costs.push(await measure(operation, clocks, Number.POSITIVE_INFINITY, 1))
      const of = (read: (cost: Cost) => number) => median(costs.map(read)).toFixed(0).padStart(6)
      console.log(`${name.padEnd(32)}${of(cost => cost.server)} +${of(cost => cost.database)}`)
    }
  } finally {
    await server.stop()
    await db.close()
    await database.stop()
  }
}
