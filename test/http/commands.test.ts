/** Commands of the operator where there is no database: they say so, and make none. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { testDatabase } from '../database.ts'
import { runProgram } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'cairn-commands-'))
after(() => rmSync(folder, { recursive: true }))
const empty = await testDatabase({ empty: true })
const used = await testDatabase()

const COMMANDS = [
  'verify',
  'client list',
  'client create --name x',
  'key list',
  'key rotate',
  'datamap index a b',
]

describe('with a CAIRN_DATA_DIR that has no database', () => {
  for (const command of COMMANDS)
    it(`cairn ${command} says so and makes nothing`, async () => {
      const dataDir = join(folder, 'nowhere')
      const { code, stderr, stdout } = await runProgram(command.split(' '), { CAIRN_DATA_DIR: dataDir }).ended
      assert.equal(code, 1)
      assert.match(stderr, /^There is no database in \S+nowhere\. Set CAIRN_DATA_DIR .*\n$/)
      assert.equal(stdout, '')
      assert.ok(!existsSync(dataDir))
    })

  it('a folder with other things in it is left as it was', async () => {
    const { code } = await runProgram(['verify'], { CAIRN_DATA_DIR: folder }).ended
    assert.equal(code, 1)
    assert.deepEqual(readdirSync(folder), [])
  })
})

describe('with a CAIRN_DATABASE_URL that Cairn has never used', () => {
  it('a command says so and makes no schema', async () => {
    const dataDir = join(folder, 'nowhere')
    const { code, stderr } = await runProgram(['verify'], {
      CAIRN_DATABASE_URL: empty.url,
      CAIRN_DATA_DIR: dataDir,
    }).ended
    assert.equal(code, 1)
    assert.match(stderr, /^There is no Cairn in the database at .*\n$/)
    assert.doesNotMatch(stderr, new RegExp(new URL(empty.url).password || 'no password'))
    const text = "select to_regnamespace('cairn') is null as none"
    const known = sql<{ none: boolean }>({ name: 'test.none', text })
    assert.deepEqual(await empty.database.query(known), [{ none: true }])
    assert.ok(!existsSync(dataDir))
  })
})

describe('without the secret key', () => {
  it('a command that needs none does without, and one that needs it says so and makes none', async () => {
    const settings = { CAIRN_DATABASE_URL: used.url, CAIRN_DATA_DIR: join(folder, 'nowhere') }
    assert.equal((await runProgram(['key', 'list'], settings).ended).code, 0)
    const { code, stderr } = await runProgram(['client', 'create', '--name', 'x'], settings).ended
    assert.equal(code, 1)
    assert.match(stderr, /^There is no secret key in .*CAIRN_SECRET_KEY.*\n$/)
    assert.ok(!existsSync(join(folder, 'nowhere')))
  })
})

describe('cairn migrate', () => {
  const settings = { CAIRN_DATABASE_URL: used.url }
  const run = (...args: string[]) => runProgram(['migrate', ...args], settings).ended

  it('shows that nothing is pending, to people and to programs', async () => {
    const [text, json, applied] = await Promise.all([run('--plan'), run('--plan', '--json'), run('--json')])
    for (const { code, stderr } of [text, json, applied]) assert.deepEqual([code, stderr], [0, ''])
    assert.equal(text.stdout, 'The database has the current schema: nothing is pending.\n')
    assert.deepEqual(JSON.parse(json.stdout), { pending: [], seconds: 0 })
    assert.deepEqual(JSON.parse(applied.stdout), { applied: [] })
  })
})

describe('cairn distribute on one server', { skip: leftOutOnCitus('a database of one server') }, () => {
  const settings = { CAIRN_DATABASE_URL: used.url }
  const distribute = (...args: string[]) => runProgram(['distribute', ...args], settings).ended

  it('tells a program what it would do, and that nothing is distributed', async () => {
    const [text, json, status] = await Promise.all([
      distribute(),
      distribute('--json'),
      distribute('status', '--json'),
    ])
    for (const { code, stderr } of [text, json, status]) assert.deepEqual([code, stderr], [0, ''])
    const { left, ...rest } = JSON.parse(json.stdout)
    assert.deepEqual(rest, { distributed: false, done: [] })
    assert.ok(left.length > 5)
    for (const step of left) assert.ok(text.stdout.includes(`. ${step}\n`), step)
    assert.deepEqual(JSON.parse(status.stdout), { distributed: false, nodes: [], tables: [], uneven: [] })
  })

  it('says in one line, and not as JSON, that there is no cluster', async () => {
    const { code, stdout, stderr } = await distribute('--yes', '--json')
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^.*(no Citus|lacks the extension citus).*\n$/)
  })
})
