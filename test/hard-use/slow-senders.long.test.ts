/** Two hundred connections that send a byte every five seconds: they are closed, and others are served meanwhile. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '../database.ts'
import { notBuilt } from '../http/program.ts'
import { idIn, programServer } from '../program-server.ts'
import { openLoad, percentile, type Shot } from './load.ts'
import { record } from './report.ts'

const CONNECTIONS = 200
const HEAD = 'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n'

test('slow senders', { skip: notBuilt, timeout: 180_000 }, async t => {
  const { url: databaseUrl } = await testDatabase()
  const settings = { CAIRN_DATABASE_URL: databaseUrl, CAIRN_MAX_CONNECTIONS_PER_PEER: '0' }
  const server = await programServer(settings, { built: true })
  const path = `/openehr/v1/ehr/${idIn(await server.call('POST /openehr/v1/ehr'))}`
  const load = openLoad(server.url)
  t.after(() => load.close())
  const shot = (): Shot => ({ method: 'GET', path, headers: { Authorization: server.authorization } })
  await load.atRate(50, 5, shot)
  const before = await load.atRate(50, 10, shot)

  const { hostname, port } = new URL(server.url)
  const began = performance.now()
  const closedAfter: number[] = []
  for (let at = 0; at < CONNECTIONS; at++) {
    const socket = connect(Number(port), hostname)
    let sent = 0
    const send = () => socket.write(HEAD[sent++ % HEAD.length] ?? 'x')
    const timer = setInterval(send, 5000)
    socket.on('connect', send)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      closedAfter.push((performance.now() - began) / 1000)
    })
    socket.resume()
    t.after(() => socket.destroy())
  }
  const during = await load.atRate(50, 10, shot)
  while (closedAfter.length < CONNECTIONS && performance.now() - began < 120_000) await sleep(200)
  assert.equal(closedAfter.length, CONNECTIONS, 'all of them are closed')
  assert.ok([...before, ...during].every(({ status }) => status === 200))
  record({
    check: '11',
    subject: 'Slow senders',
    method: `${CONNECTIONS} connections that send a byte every 5 s; 50 reads a second of others before and beside them`,
    figure: `all closed after ${Math.max(...closedAfter).toFixed(1)} s at most; reads p99 ${percentile(before, 0.99)} ms before, ${percentile(during, 0.99)} ms beside them, all 200`,
  })
})
