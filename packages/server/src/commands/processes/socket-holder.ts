/**
 * A process that keeps the listening sockets open and accepts nothing: while all server processes start again, connections wait in the queue of
 * the system instead of being refused. Its arguments are the addresses, as JSON.
 */
import { createServer } from 'node:net'

const [addresses = '[]'] = process.argv.slice(2)
const parent = process.ppid
/** Between two looks at whether the supervisor still lives. */
const LOOK_MS = 500

const hold = (address: { readonly host: string; readonly port: number }): Promise<void> =>
  new Promise(done => {
    // A server process tells in words what is wrong with an address.
    const server = createServer().once('error', () => process.exit(1))
    server.listen(address, done)
  })

await Promise.all((JSON.parse(addresses) as { host: string; port: number }[]).map(hold))
process.send?.('holding')
// The event loop must not go on: it would accept connections.
const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
while (process.ppid === parent) Atomics.wait(never, 0, 0, LOOK_MS)
process.exit()
