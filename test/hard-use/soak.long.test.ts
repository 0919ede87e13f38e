/** Steady load for some minutes: memory, open files and sessions of the database stay as they are. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { openPool, sql } from '../../packages/server/src/db/index.ts'
import { notBuilt } from '../http/program.ts'
import { openHospital, residentMegabytes } from './hospital.ts'
import { type Hit, percentile, statuses } from './load.ts'
import { record } from './report.ts'

/** The first minutes fill caches. */
const [WARM_MINUTES, MINUTES] = [3, 7]
/** Memory of a process of Node moves by some megabytes with each collection. */
const MOST_GROWTH = 5

const sessions = sql<{ sessions: number }>({
  name: 'test.sessions',
  text: `select count(*)::int as sessions from pg_stat_activity
         where datname = current_database() and application_name <> 'cairn test'`,
})

/** The slope of a line through the values, which are a minute apart. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length
  const above = values.reduce((sum, each, at) => sum + (at - middle) * (each - mean), 0)
  return above / values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
}

test('steady load', { skip: notBuilt, timeout: 1_200_000 }, async t => {
  const { load, day, pid, databaseUrl } = await openHospital(2000)
  t.after(() => load.close())
  const db = openPool(databaseUrl, { max: 1, applicationName: 'cairn test' })
  t.after(() => db.close())
  const carried = await load.byClients(16, 10, day)
  const rate = Math.round(carried.length / 10 / 2)
  const looks: { readonly memory: number; readonly files: number; readonly sessions: number }[] = []
  const hits: Hit[] = []
  for (let minute = 0; minute < WARM_MINUTES + MINUTES; minute++) {
    const some = await load.atRate(rate, 60, day)
    if (minute < WARM_MINUTES) continue
    hits.push(...some)
    looks.push({
      memory: residentMegabytes(pid),
      files: readdirSync(`/proc/${pid}/fd`).length,
      sessions: (await db.query(sessions))[0]?.sessions ?? 0,
    })
  }
  assert.ok(
    hits.every(({ status }) => status === 200 || status === 201),
    statuses(hits),
  )
  const slope = slopeOf(looks.map(({ memory }) => memory))
  assert.ok(slope < MOST_GROWTH, `${slope} MB a minute`)
  const range = (pick: (look: (typeof looks)[number]) => number) => {
    const values = looks.map(pick)
    return `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`
  }
  record({
    check: '7',
    subject: 'Memory and handles under steady load',
    method: `${rate} requests a second of a hospital's day, half of what 16 clients came to, for ${MINUTES} min after ${WARM_MINUTES} min that are not counted`,
    figure: `memory ${range(({ memory }) => memory)} MB, slope ${slope.toFixed(2)} MB a minute; open files ${range(({ files }) => files)}, sessions of the database ${range(look => look.sessions)}; ${hits.length} requests, no error, p99 ${percentile(hits, 0.99)} ms`,
  })
})
