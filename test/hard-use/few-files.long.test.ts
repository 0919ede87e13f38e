/** A server that may open few files, and more clients than that: some are turned away, and it lives on. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../database.ts'
import { notBuilt } from '../http/program.ts'
import { idIn, programServer } from '../program-server.ts'
import { openLoad, statuses } from './load.ts'
import { record } from './report.ts'

const FILES = 300
const CLIENTS = 400

test('400 clients at 300 files', { skip: notBuilt, timeout: 90_000 }, async () => {
  const { url: databaseUrl } = await testDatabase()
  const server = await programServer({ CAIRN_DATABASE_URL: databaseUrl }, { built: true, files: FILES })
  assert.match(server.program.output().stdout, /may open 300 files, and its settings may need \d+/)
  const path = `/openehr/v1/ehr/${idIn(await server.call('POST /openehr/v1/ehr'))}`
  const load = openLoad(server.url)
  after(() => load.close())
  const shot = () => ({ method: 'GET', path, headers: { Authorization: server.authorization } })
  const hits = await load.byClients(CLIENTS, 5, shot)
  const answered = hits.filter(({ status }) => typeof status === 'number')
  assert.ok(answered.length > 0)
  assert.deepEqual(
    answered.filter(({ status }) => status !== 200 && status !== 503),
    [],
  )
  load.close()
  const live = await fetch(`${server.url}/health/live`)
  assert.equal(live.status, 200)
  assert.equal((await server.call(`GET ${path}`)).status, 200)
  record({
    check: '26',
    subject: 'Few open files',
    method: `ulimit -n ${FILES}, ${CLIENTS} clients that read for 5 s`,
    figure: `${statuses(hits)}; afterwards it serves as before`,
  })
})
