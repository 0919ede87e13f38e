/** A plain server beside one of the same build whose code for tenants was taken out: processor time of a request. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPool } from '../packages/server/src/db/index.ts'
import { runOnce, serviceUrlOf, startTestServer } from '../test/postgres.ts'
import { type Operation, operations } from './cost-operations.ts'
import { type Clocks, measure } from './measure.ts'
import { databaseClock, processSeconds } from './processor-time.ts'
import { startServer } from './server-process.ts'
import { prepareOrganisation } from './tenants-data.ts'

/** As deep as `dist`, since the program finds its migrations from there. */
const [BUILT, WITHOUT] = ['dist', 'dist-without-tenants'].map(name =>
  fileURLToPath(new URL(`../packages/server/${name}/`, import.meta.url)),
) as [string, string]

const REMOVED = ['tenants', 'commands/serve-tenants.js', 'commands/tenant.js', 'commands/config-of-tenant.js']

/** All places of a plain server that look for a tenant; each must be found. */
const CHANGED: readonly [file: string, code: string, instead: string][] = [
  ['app/index.js', 'listener: front?.listener,', ''],
  ['app/index.js', '...(front && { isPlain: true }),', ''],
  ['app/index.js', ', needs.front?.settled()', ''],
  ['app/requests.js', 'front?.wait ?? ', ''],
  ['app/requests.js', 'if (!front)', ''],
  ['app/requests.js', 'front ?? wait.close()', 'wait.close()'],
  ['query/open.js', "return tenant ? amongTenants(own, tenant, 'connections') : own", 'return own'],
  ['query/open.js', "return tenant ? amongTenants(own, tenant, 'threads') : own", 'return own'],
  ['commands/serve.js', 'if (config.tenantsUrl === undefined)', 'if (true)'],
  ['commands/run.js', 'config.tenantsUrl === undefined || ', 'true || '],
]

function takeTenantsOut(): void {
  rmSync(WITHOUT, { recursive: true, force: true })
  cpSync(BUILT, WITHOUT, { recursive: true })
  for (const path of REMOVED) rmSync(join(WITHOUT, path), { recursive: true })
  for (const [file, code, instead] of CHANGED) {
    const path = join(WITHOUT, file)
    const text = readFileSync(path, 'utf8')
    if (!text.includes(code)) throw new Error(`${file} has no "${code}" any more`)
    writeFileSync(path, text.replace(code, instead))
  }
}

const REQUESTS = ['POST composition, 10 KB', 'GET composition, 10 KB']

const WARM_UP = { seconds: 12, requests: 4000 }

interface Side {
  readonly operation: Operation
  readonly clocks: Clocks
}

async function costOf({ operation, clocks }: Side, seconds: number): Promise<number> {
  const { server, database } = await measure(operation, clocks, seconds)
  return server + database
}

/** Cost of the plain server to that of the other, by rounds: each measures both twice, the second time in the other order. */
async function ratiosOf([built, without]: readonly [Side, Side], rounds: number, seconds: number) {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const first = await costOf(built, seconds)
    const other = (await costOf(without, seconds)) + (await costOf(without, seconds))
    ratios.push((first + (await costOf(built, seconds))) / other)
  }
  return ratios
}

/** The mean with the bounds that have 95 of 100 such means. */
function meanOf(ratios: readonly number[]): string {
  const logs = ratios.map(Math.log)
  const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length
  const variance = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (logs.length - 1)
  const bound = 1.96 * Math.sqrt(variance / logs.length)
  return `${Math.exp(mean).toFixed(3)} (${Math.exp(mean - bound).toFixed(3)} to ${Math.exp(mean + bound).toFixed(3)})`
}

/** `npm run bench tenants-plain [starts] [rounds] [seconds]`: both are started so often, since two processes of one build differ too. */
export async function run([starts = '3', rounds = '15', seconds = '0.7']: readonly string[]): Promise<void> {
  takeTenantsOut()
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-bench-plain-'))
  const database = await startTestServer({ durable: true })
  const at = (name: string) => Object.assign(new URL(database.templateUrl), { pathname: `/${name}` }).href
  const names = ['bench_built', 'bench_without']
  for (const name of names)
    await runOnce(
      at('postgres'),
      `create database ${name} template ${new URL(database.templateUrl).pathname.slice(1)}`,
    )
  const db = openPool(at('postgres'), { max: 1, applicationName: 'bench' })
  const databaseSeconds = await databaseClock(db)
  const all = new Map<string, number[]>(REQUESTS.map(name => [name, []]))
  try {
    console.log(
      'processor time of a request, server and database: plain server to the same without code for tenants',
    )
    for (let start = 1; start <= Number(starts); start++) {
      const folders = start % 2 === 0 ? [WITHOUT, BUILT] : [BUILT, WITHOUT]
      const servers = []
      try {
        for (const folder of folders) {
          const isBuilt = folder === BUILT
          const url = serviceUrlOf(at(isBuilt ? 'bench_built' : 'bench_without'))
          const settings = { CAIRN_DATA_DIR: join(dataDir, isBuilt ? 'built' : 'without') }
          servers.push({ isBuilt, server: await startServer(url, settings, join(folder, 'main.js')) })
        }
        const targets = new Map<boolean, (name: string) => Side>()
        for (const { isBuilt, server } of servers) {
          const target = await prepareOrganisation(server.url)
          targets.set(isBuilt, name => {
            const operation = operations(target).find(each => each.name === name)
            if (!operation) throw new Error(`there is no operation ${name}`)
            return {
              operation,
              clocks: { server: async () => processSeconds(server.pid), database: databaseSeconds },
            }
          })
        }
        for (const name of REQUESTS) {
          const sides = [targets.get(true)?.(name), targets.get(false)?.(name)] as [Side, Side]
          for (const { operation, clocks } of sides)
            await measure(operation, clocks, WARM_UP.seconds, WARM_UP.requests)
          const ratios = await ratiosOf(sides, Number(rounds), Number(seconds))
          all.get(name)?.push(...ratios)
          console.log(`  start ${start}, ${name}: ${meanOf(ratios)}`)
        }
      } finally {
        for (const { server } of servers) await server.stop()
      }
    }
    for (const [name, ratios] of all) console.log(`  ${name}: ${meanOf(ratios)}, ${ratios.length} rounds`)
  } finally {
    await db.close()
    await database.stop()
    rmSync(dataDir, { recursive: true })
    rmSync(WITHOUT, { recursive: true })
  }
}
