/** The embedded database in real processes: started, stopped, killed, shared and refused. */
import { strict as assert } from 'node:assert'
import {
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { birthOf, isAlive, PLACE } from '../packages/embedded/src/processes.ts'
import { openPool, sql } from '../packages/server/src/db/index.ts'
import { ask, cleanUpAfterwards, hold, postmasterPid, temporaryFolder } from './embedded.ts'

cleanUpAfterwards()

// One folder for all: each test starts where the one before left it, with the database stopped.
const dataDir = join(temporaryFolder(), 'data')
/** The socket of the database and its lock file. */
const sockets = () => readdirSync(join(dataDir, 'postgres')).filter(name => name.startsWith('.s.PGSQL.'))
const rows = (url: string) => ask(url, 'select count(*)::int from kept')

test('the first start creates a database that keeps what it acknowledges', async () => {
  const first = await hold(dataDir)
  const { url, reused, told } = first.line
  assert.equal(reused, false)
  assert.deepEqual(told, ['Creating the embedded database'])
  const expected = {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    server_encoding: 'UTF8',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: join(realpathSync(dataDir), 'postgres'),
    password_encryption: 'scram-sha-256',
    TimeZone: 'UTC',
  }
  for (const [name, value] of Object.entries(expected)) {
    assert.equal(await ask(url, `select current_setting('${name}')`), value, name)
  }
  assert.equal(await ask(url, "select upper('ärzte')"), 'ÄRZTE')
  assert.equal(await ask(url, 'select inet_client_addr() is null'), true, 'by the Unix socket')
  await ask(url, 'create table kept (id int)')
  await ask(url, 'insert into kept values (1)')
  await first.stop()
  assert.equal(postmasterPid(dataDir), undefined)
})

test('the folder is closed to others, and the password is in no argument and no log', () => {
  const mode = (name: string) => statSync(join(dataDir, name)).mode & 0o777
  assert.equal(mode('postgres'), 0o700)
  assert.equal(mode('postgres/data'), 0o700)
  assert.equal(mode('postgres/password'), 0o600)
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8')
  assert.ok(password.length >= 32)
  for (const file of ['postgres/postgres.log', 'postgres/data/postmaster.opts']) {
    assert.ok(!readFileSync(join(dataDir, file), 'utf8').includes(password), file)
  }
})

test('the second start finds the data; a wrong password is refused', async () => {
  const second = await hold(dataDir)
  assert.deepEqual(second.line.told, [])
  assert.equal(await rows(second.line.url), 1)
  const wrong = Object.assign(new URL(second.line.url), { password: 'wrong' }).href
  await assert.rejects(ask(wrong, 'select 1'), { code: '28P01' })
  await second.stop()
})

test('Ctrl-C at the terminal reaches Cairn and not the database', async () => {
  const holder = await hold(dataDir)
  process.kill(-holder.pid, 'SIGINT')
  assert.deepEqual(await holder.next(), { interrupted: true })
  assert.equal(await rows(holder.line.url), 1)
  await holder.stop()
})

test('after kill -9 of Cairn the next start takes the running database over and can stop it', async () => {
  const killed = await hold(dataDir)
  await killed.kill()
  const pid = postmasterPid(dataDir)
  assert.ok(pid !== undefined && isAlive(pid))
  const next = await hold(dataDir)
  assert.equal(next.line.reused, true)
  assert.equal(next.line.url, killed.line.url)
  assert.equal(await rows(next.line.url), 1)
  await next.stop()
  assert.ok(!isAlive(pid))
})

test('a folder that was moved under its running database is not opened a second time', async () => {
  const killed = await hold(dataDir)
  await killed.kill()
  const moved = `${dataDir}-moved`
  renameSync(dataDir, moved)
  const { line } = await hold(moved)
  assert.match(line.message, /is running as .*: the folder was moved/)
  renameSync(moved, dataDir)
  const back = await hold(dataDir)
  assert.equal(back.line.reused, true)
  await back.stop()
})

test('after kill -9 of Cairn and of the database nothing acknowledged is lost', async () => {
  const killed = await hold(dataDir)
  await ask(killed.line.url, 'insert into kept values (2)')
  const pid = postmasterPid(dataDir) ?? 0
  await killed.kill()
  process.kill(pid, 'SIGKILL')
  const next = await hold(dataDir)
  assert.equal(next.line.error, undefined, next.line.message)
  assert.equal(next.line.reused, false)
  assert.equal(await rows(next.line.url), 2)
  assert.equal(sockets().length, 2, 'that of the killed database is gone')
  await next.stop()
  assert.deepEqual(sockets(), [])
})

test('in a folder whose path is too long for a Unix socket it is reached by its port', async () => {
  const holder = await hold(join(temporaryFolder(), 'a-folder-with-a-long-name-'.repeat(4)))
  assert.equal(await ask(holder.line.url, 'select host(inet_client_addr())'), '127.0.0.1')
  await holder.stop()
})

test('lock files whose process numbers went to other programs do not prevent a start', async () => {
  const lines = [process.pid, join(dataDir, 'postgres/data'), 1, 5432, '', '127.0.0.1', '', 'ready']
  writeFileSync(join(dataDir, 'postgres/data/postmaster.pid'), `${lines.join('\n')}\n`)
  writeFileSync(
    join(dataDir, 'cairn.lock'),
    JSON.stringify({ pid: process.pid, born: `not ${birthOf(process.pid)}`, place: PLACE }),
  )
  const holder = await hold(dataDir)
  assert.equal(holder.line.error, undefined, holder.line.message)
  await holder.stop()
})

test('a second Cairn is refused; a command attaches and leaves the database running', async () => {
  const server = await hold(dataDir)
  const second = await hold(dataDir)
  assert.equal(
    second.line.message,
    `The data folder ${dataDir} is in use by another process (${server.pid}).`,
  )
  const command = await hold(dataDir, { how: 'attach' })
  assert.equal(command.line.url, server.line.url)
  assert.equal(command.line.reused, true)
  await command.stop()
  assert.equal(await rows(server.line.url), 2)
  await server.stop()
})

test('of several Cairns that find a dead lock at once one wins', async () => {
  writeFileSync(
    join(dataDir, 'cairn.lock'),
    JSON.stringify({ pid: 2 ** 22 + 1, born: 'long ago', place: PLACE }),
  )
  const all = await Promise.all([1, 2, 3].map(() => hold(dataDir)))
  const winners = all.filter(holder => holder.line.error === undefined)
  assert.equal(winners.length, 1)
  await winners[0]?.stop()
})

test('a folder in use in another container is refused, and free again when that one is gone', async () => {
  const lock = join(dataDir, 'cairn.lock')
  writeFileSync(lock, JSON.stringify({ pid: 1, born: 'then', place: 'another container' }))
  const touching = setInterval(() => utimesSync(lock, new Date(), new Date()), 500)
  const refused = await hold(dataDir)
  clearInterval(touching)
  assert.match(refused.line.message, /in use in another container/)
  const holder = await hold(dataDir)
  assert.equal(holder.line.error, undefined, holder.line.message)
  await holder.stop()
})

test('a command without a running server starts the database for itself', async () => {
  const command = await hold(dataDir, { how: 'attach' })
  assert.equal(command.line.reused, false)
  assert.equal(await rows(command.line.url), 2)
  await command.stop()
  assert.equal(postmasterPid(dataDir), undefined)
})

test('a command that started the database waits for another that attached to it', async () => {
  const first = await hold(dataDir, { how: 'attach' })
  const second = openPool(first.line.url, { max: 1, applicationName: 'test' })
  const slow = second.query(sql({ name: 'test.slow', text: 'select pg_sleep(0.5)' }))
  await sleep(100)
  const stopped = first.stop()
  await slow
  await second.close()
  await stopped
  assert.equal(postmasterPid(dataDir), undefined)
})

test('data of another major version are refused by name', async () => {
  const file = join(dataDir, 'postgres/data/PG_VERSION')
  const version = readFileSync(file, 'utf8')
  writeFileSync(file, '15\n')
  const holder = await hold(dataDir)
  assert.equal(holder.line.error, 'EmbeddedError')
  assert.match(holder.line.message, /made by PostgreSQL 15, and this program brings PostgreSQL 18/)
  writeFileSync(file, version)
})
