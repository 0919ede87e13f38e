/**
 * Runs the tests: `npm test`, or with paths or names to run only some of them.
 *
 *   npm test -- packages/server/src/auth
 *   npm run test:fast                 the part of scripts/fast-tests.ts, without the corpus
 *   npm run test:long                 also *.long.test.ts
 *   npm run test:citus                the same on distributed databases, but for those of test/citus/left-out.ts: CAIRN_CITUS_URL is
 *                                     the superuser of a Citus cluster of one node; without it, one is started where a PostgreSQL
 *                                     of this machine has Citus
 *   npm run test:tenant               the black-box suite with each server under test as a tenant, beside a second one with the same ids and
 *                                     subjects, but for the files of test/tenants/left-out.ts
 *   npm run test:long -- hard-use     all in folders and files of that name; figures go to docs/reliability.md
 *   npm run reliability               those of the checks of scripts/reliability, whose rows of docs/reliability.md are written
 *   npm run reliability -- 21 29      those of two of the checks
 *   npm run conformance               all of them, and docs/conformance.json from their results
 */
import { appendFileSync, existsSync, readdirSync, statSync } from 'node:fs'
import { availableParallelism, devNull } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { run } from 'node:test'
import { spec as SpecReporter } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { FILES_LEFT_OUT } from '../test/citus/left-out.ts'
import { findCitus, startCitus } from '../test/citus/own-cluster.ts'
import { FIGURES_VARIABLE } from '../test/hard-use/report.ts'
import { BUILT_VARIABLE } from '../test/http/program.ts'
import {
  CITUS_VARIABLE,
  startTestServer,
  TENANT_VARIABLE,
  TEST_DATABASE_VARIABLE,
  type TestServer,
} from '../test/postgres.ts'
import { CALLS_VARIABLE } from '../test/recorded-calls.ts'
import { recordResults } from './conformance/record.ts'
import { FAST, LEFT_OUT } from './fast-tests.ts'
import { filesOf } from './reliability/check.ts'
import { CHECKS } from './reliability/checks/index.ts'
import { collectFigures, type FigureCollection } from './reliability/page.ts'
import { tenantTests } from './tenant-tests.ts'
import { groupTests } from './test-groups.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** These may not import the server, so a run of nothing else needs no PostgreSQL. */
const WITHOUT_DATABASE = ['openehr', 'fhir', 'client', 'console'].map(name => `packages/${name}/`)

/** One more than cores: some files wait for a time limit or for the next run of a job, and the core is free meanwhile. */
const PROCESSES = Math.min(availableParallelism() + 1, 3)

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fast: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    citus: { type: 'boolean', default: false },
    tenant: { type: 'boolean', default: false },
    reliability: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: String(PROCESSES) },
    record: { type: 'string' },
  },
})

/** The checks that this run writes rows of. */
const checks = flags.reliability
  ? CHECKS.filter(({ number }) => positionals.length === 0 || positionals.includes(String(number)))
  : []
const ofChecks: ReadonlySet<string> = new Set(checks.flatMap(filesOf))

function collect(): string[] {
  const forTenants = flags.tenant ? tenantTests() : undefined
  const packages = readdirSync(join(ROOT, 'packages')).map(name => join(ROOT, 'packages', name))
  const folders = [...packages.flatMap(each => [join(each, 'src'), join(each, 'test')]), join(ROOT, 'test')]
  return folders
    .flatMap(testsUnder)
    .filter(file => flags.long || !file.endsWith('.long.test.ts'))
    .filter(file => !flags.fast || isFast(file))
    .filter(file => !forTenants || forTenants.has(pathOf(file)))
    .filter(file => !flags.citus || !Object.hasOwn(FILES_LEFT_OUT, pathOf(file)))
    .filter(file =>
      flags.reliability
        ? ofChecks.has(pathOf(file))
        : positionals.length === 0 || positionals.some(wanted => isWanted(file, wanted)),
    )
    .sort()
}

/** From the root, with `/` on every system. */
const pathOf = (file: string): string => relative(ROOT, file).replaceAll(sep, '/')

function isFast(file: string): boolean {
  const path = pathOf(file)
  return FAST.some(each => path === each || path.startsWith(`${each}/`)) && !LEFT_OUT.includes(path)
}

/** A path that exists is taken as one; any other word is the name of a folder or of a file without its ending. */
function isWanted(file: string, wanted: string): boolean {
  const path = resolve(wanted)
  if (existsSync(path)) return file === path || file.startsWith(path + sep)
  const [name = '', ...folders] = relative(ROOT, file).split(sep).reverse()
  return folders.includes(wanted) || name.replace(/(\.long)?\.test\.ts$/, '') === wanted
}

function testsUnder(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return testsUnder(path)
    return entry.name.endsWith('.test.ts') ? [path] : []
  })
}

/** True when every test passed. The children inherit our `--import tsx` and `--conditions`. */
async function runFiles(
  files: string[],
  figures: FigureCollection,
  concurrency: number,
  signal: AbortSignal,
): Promise<boolean> {
  const paths = files.map(pathOf)
  const groups = groupTests(ROOT, paths)
  try {
    return await runGroups([...groups.files], new Set(paths), figures, concurrency, signal)
  } finally {
    groups.remove()
  }
}

function runGroups(
  files: string[],
  paths: ReadonlySet<string>,
  figures: FigureCollection,
  concurrency: number,
  signal: AbortSignal,
): Promise<boolean> {
  const durations = new Map<string, number>()
  let passed = true
  const events = run({ files, concurrency, signal })
  const { record: target } = flags
  recordResults(events, test => {
    if (target !== undefined) appendFileSync(target, `${JSON.stringify(test)}\n`)
    figures.take(test)
  })
  events.on('test:fail', ({ todo }) => {
    if (!todo) passed = false
  })
  events.on('test:complete', ({ name, file = '', details }) => {
    const path = name === file ? pathOf(file) : name
    if (paths.has(path)) durations.set(path, details.duration_ms)
  })
  events.pipe(new SpecReporter()).pipe(process.stdout)
  return new Promise((done, failed) => {
    events.once('error', failed)
    events.once('end', () => {
      // After the reporter's own closing lines.
      setImmediate(() => {
        printSlowest(durations)
        done(passed)
      })
    })
  })
}

function printSlowest(durations: ReadonlyMap<string, number>): void {
  const slowest = [...durations].sort(([, a], [, b]) => b - a).slice(0, 20)
  console.log('\nSlowest files:')
  for (const [path, ms] of slowest) console.log(`${(ms / 1000).toFixed(2).padStart(8)} s  ${path}`)
}

async function main(): Promise<number> {
  const programs = flags.citus && process.env[CITUS_VARIABLE] === undefined ? findCitus() : undefined
  if (flags.citus && programs === undefined && process.env[CITUS_VARIABLE] === undefined) {
    console.log(
      `Skipped: no PostgreSQL of this machine has Citus; or set ${CITUS_VARIABLE} to the superuser of a Citus cluster of one node.`,
    )
    return 0
  }
  const files = collect()
  if (files.length === 0) {
    console.error('No test file found.')
    return 1
  }
  const interrupted = new AbortController()
  const figures = collectFigures(checks)
  let server: Promise<TestServer> | undefined
  let citus: ReturnType<typeof startCitus> | undefined
  const stop = async () => {
    await (await server)?.stop()
    await (await citus)?.stop()
  }
  const giveUp = (code: number) => {
    interrupted.abort()
    figures.remove()
    void stop().finally(() => process.exit(code))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => giveUp(130))
  // The reader of our output has gone, as in `npm test | head`.
  process.stdout.on('error', () => giveUp(1))
  process.on('uncaughtException', error => {
    console.error(error)
    giveUp(1)
  })
  try {
    if (programs !== undefined) {
      citus = startCitus(programs)
      process.env[CITUS_VARIABLE] = (await citus).url
    }
    if (flags.tenant) process.env[TENANT_VARIABLE] = 'yes'
    if (files.some(needsDatabase)) {
      server = startTestServer({ large: flags.long })
      process.env[TEST_DATABASE_VARIABLE] = (await server).templateUrl
    }
    process.env[FIGURES_VARIABLE] = figures.file
    // npm has just built everything: `pretest` and `prereliability`.
    if (['test', 'reliability'].includes(process.env['npm_lifecycle_event'] ?? '')) useBuild()
    if (flags.record !== undefined) process.env[CALLS_VARIABLE] = resolve(flags.record)
    // Tests of the corpus skip where there is none.
    if (flags.fast) process.env['CAIRN_CORPUS'] = devNull
    // Tests that load the machine would spoil each other's figures.
    const alone = files.filter(isHardUse)
    const together = files.filter(file => !isHardUse(file))
    let passed = true
    if (together.length > 0)
      passed = await runFiles(together, figures, Number(flags.concurrency), interrupted.signal)
    if (alone.length > 0) passed = (await runFiles(alone, figures, 1, interrupted.signal)) && passed
    // Tests that were cut off show nothing.
    if (!interrupted.signal.aborted) figures.write()
    return passed ? 0 : 1
  } finally {
    figures.remove()
    await stop()
  }
}

/** Tests start programs, and servers start threads, from `dist`: loading the sources takes longer than most of them run. */
function useBuild(): void {
  process.env[BUILT_VARIABLE] = 'yes'
  // The processes of the tests get our options.
  process.execArgv.push('--conditions=cairn-built')
}

const isHardUse = (file: string): boolean => file.startsWith(join(ROOT, 'test', 'hard-use') + sep)

function needsDatabase(file: string): boolean {
  const path = pathOf(file)
  return !WITHOUT_DATABASE.some(folder => path.startsWith(folder))
}

process.exitCode = await main()
