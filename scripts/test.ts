/**
 * Runs the tests: `npm test`, or with paths to run only the files under them.
 *
 *   npm test -- packages/server/src/auth
 *   npm run test:long            also *.long.test.ts
 */
import { readdirSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { run } from 'node:test'
import { spec as SpecReporter } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startTestServer, TEST_DATABASE_VARIABLE, type TestServer } from '../test/postgres.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** These may not import the server, so a run of nothing else needs no PostgreSQL. */
const WITHOUT_DATABASE = ['openehr', 'client', 'console'].map(name => `packages/${name}/`)

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '2' },
  },
})

function collect(): string[] {
  const packages = readdirSync(join(ROOT, 'packages')).map(name => join(ROOT, 'packages', name))
  const folders = [...packages.flatMap(each => [join(each, 'src'), join(each, 'test')]), join(ROOT, 'test')]
  const wanted = positionals.map(path => resolve(path))
  return folders
    .flatMap(testsUnder)
    .filter(file => flags.long || !file.endsWith('.long.test.ts'))
    .filter(file => wanted.length === 0 || wanted.some(path => file === path || file.startsWith(path + sep)))
    .sort()
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
function runFiles(files: string[], signal: AbortSignal): Promise<boolean> {
  const durations = new Map<string, number>()
  let passed = true
  const events = run({ files, concurrency: Number(flags.concurrency), signal })
  events.on('test:fail', ({ todo }) => {
    if (!todo) passed = false
  })
  events.on('test:complete', ({ name, file, details }) => {
    if (name === file) durations.set(name, details.duration_ms)
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
  const slowest = [...durations].sort(([, a], [, b]) => b - a).slice(0, 10)
  console.log('\nSlowest files:')
  for (const [file, ms] of slowest)
    console.log(`${(ms / 1000).toFixed(2).padStart(8)} s  ${relative(ROOT, file)}`)
}

async function main(): Promise<number> {
  const files = collect()
  if (files.length === 0) {
    console.error('No test file found.')
    return 1
  }
  const interrupted = new AbortController()
  let server: Promise<TestServer> | undefined
  const stop = async () => (await server)?.stop()
  const giveUp = (code: number) => {
    interrupted.abort()
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
    if (files.some(needsDatabase)) {
      server = startTestServer()
      process.env[TEST_DATABASE_VARIABLE] = (await server).templateUrl
    }
    return (await runFiles(files, interrupted.signal)) ? 0 : 1
  } finally {
    await stop()
  }
}

function needsDatabase(file: string): boolean {
  const path = relative(ROOT, file).replaceAll(sep, '/')
  return !WITHOUT_DATABASE.some(folder => path.startsWith(folder))
}

process.exitCode = await main()
