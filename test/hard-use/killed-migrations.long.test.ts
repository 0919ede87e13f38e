/** Every migration is killed in its middle and run again: the schema is that of a database that was never disturbed. */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { migrate, openPool, sql } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
import { noPostgres, ownFolder, PATH_WITH_TOOLS } from '../transfer/own-postgres.ts'
import { record } from './report.ts'

const MIGRATIONS = join(import.meta.dirname, '../../packages/server/migrations')
const CHILD = fileURLToPath(new URL('../migrate-child.ts', import.meta.url))
const files = readdirSync(MIGRATIONS)
  .filter(file => file.endsWith('.sql'))
  .sort()

const root = mkdtempSync(join(tmpdir(), 'cairn-killed-'))
after(() => rmSync(root, { recursive: true }))

/** The text with a pause behind the statement in its middle. A statement ends with a line, outside of function bodies. */
function paused(text: string): string {
  const lines = text.split('\n')
  const ends = lines.flatMap((line, at) => {
    const before = lines.slice(0, at + 1).join('\n')
    return line.endsWith(';') && before.split('$$').length % 2 === 1 ? [at] : []
  })
  const middle = ends[Math.floor(ends.length / 2)] ?? lines.length - 1
  return [...lines.slice(0, middle + 1), 'select pg_sleep(2);', ...lines.slice(middle + 1)].join('\n')
}

const sleeping = sql<{ pid: number }>({
  name: 'test.sleeping',
  text: "select pid from pg_stat_activity where application_name = 'cairn migrate' and wait_event = 'PgSleep'",
})

const dump = (url: string): string =>
  execFileSync('pg_dump', ['--schema-only', url], {
    encoding: 'utf8',
    env: { ...process.env, PATH: PATH_WITH_TOOLS },
    maxBuffer: 100_000_000,
    // Newer versions of the tool put a random word into each dump.
  }).replaceAll(/^\\(un)?restrict .*$/gm, '')

test('every migration is killed in its middle', { skip: noPostgres, timeout: 900_000 }, async () => {
  const own = ownFolder()
  after(() => own.remove())
  const data = join(own.folder, 'data')
  own.makeCluster(data)
  const postgres = await own.start(data)
  const [killed, fresh] = [await postgres.create('killed'), await postgres.create('fresh')]
  const db = openPool(killed, { max: 1, applicationName: 'cairn test' })
  after(() => db.close())
  for (const [at, file] of files.entries()) {
    const whole = mkdtempSync(join(root, 'whole-'))
    for (const each of files.slice(0, at + 1)) cpSync(join(MIGRATIONS, each), join(whole, each))
    const broken = mkdtempSync(join(root, 'broken-'))
    cpSync(whole, broken, { recursive: true })
    writeFileSync(join(broken, file), paused(readFileSync(join(MIGRATIONS, file), 'utf8')))
    const child = spawn(process.execPath, [...process.execArgv, CHILD, killed, broken], { stdio: 'ignore' })
    const ended = new Promise(done => child.once('exit', done))
    await eventually(`${file} is in its middle`, async () => (await db.query(sleeping)).length > 0)
    child.kill('SIGKILL')
    await ended
    assert.equal(await migrate(killed, { folder: whole }), 1, file)
  }
  assert.equal(await migrate(fresh), files.length)
  assert.equal(dump(killed), dump(fresh))
  record({
    check: '27',
    subject: 'Migrations that are killed',
    method:
      'kill -9 of the program while the middle statement of each migration has run, then the migration again; pg_dump of the schema beside that of a new database',
    figure: `${files.length} migrations killed, each completed by the next run; no difference of the schema`,
  })
})
