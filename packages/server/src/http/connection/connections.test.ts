/** Addresses that count as one peer, and the end of connections when a server stops. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { it } from 'node:test'
import { boundConnections, peerOf } from './connections.ts'

for (const [address, peer] of [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::', 'fe80:0:0:0'],
] as const)
  it(`${address} is of the peer ${peer}`, () => assert.equal(peerOf(address), peer))

it('a connection ends with its answer if the server stops while it is sent', async () => {
  const server = createServer({ keepAliveTimeout: 600_000 }).listen(0, '127.0.0.1')
  const connections = boundConnections(server, {
    most: 10,
    mostPerPeer: 0,
    isShared: () => false,
    firstByteMs: 600_000,
  })
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const [, answer] = (await once(server, 'request')) as [unknown, ServerResponse]
  answer.write('first')
  await once(socket, 'data')
  connections.closeWithAnswers()
  const closed = once(server.close(), 'close')
  answer.end('last')
  await once(socket, 'end')
  await closed
})
