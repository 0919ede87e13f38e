/** A pooler that gives sessions of several clients the same backend is refused when Cairn starts. */
import assert from 'node:assert/strict'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { it } from 'node:test'
import { testDatabase } from '../../../../test/database.ts'
import { urlByPort } from '../../../../test/postgres.ts'
import { migrate, StartError } from './index.ts'

const { url, beforeDrop } = await testDatabase()

/** AuthenticationOk and ReadyForQuery. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

/** All clients have one backend, that of the first: its answers go to the client that asked last. */
async function startPooler(): Promise<string> {
  const address = urlByPort(url)
  const { hostname, port } = address
  const sockets: Socket[] = []
  let backend: Socket | undefined
  let asking: Socket | undefined
  const pooler = createServer(client => {
    sockets.push(client)
    client.on('error', () => {})
    let isStarted = backend === undefined
    backend ??= connect(Number(port || 5432), hostname)
      .on('data', data => asking?.write(data))
      .on('error', () => {})
    client.on('data', data => {
      if (!isStarted) client.write(WELCOME)
      // X: the client leaves, and the session goes on for the others.
      else if (data[0] === 0x58) client.end()
      else {
        asking = client
        backend?.write(data)
      }
      isStarted = true
    })
  })
  await new Promise<void>(done => pooler.listen(0, '127.0.0.1', done))
  beforeDrop(async () => {
    for (const socket of [...sockets, backend]) socket?.destroy()
    await new Promise(done => pooler.close(done))
  })
  return Object.assign(address, { host: `127.0.0.1:${(pooler.address() as AddressInfo).port}` }).href
}

it('is refused with a sentence that names the remedy', async () => {
  const pooled = await startPooler()
  await assert.rejects(migrate(pooled), (error: unknown) => {
    assert.ok(error instanceof StartError, String(error))
    assert.match(error.message, /pooler.*"pool_mode = session"/)
    return true
  })
})

it('the database itself is not', async () => assert.equal(await migrate(url), 0))
