/** A TCP proxy before the database that a test can make silent: connections stay open, and nothing comes through. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { urlByPort } from './postgres.ts'

export interface FaultProxy {
  /** The address of the database by way of the proxy. */
  readonly url: string
  /** Nothing goes through from now on; what was sent waits. New connections are accepted and kept waiting too. */
  silence(): void
  /** Lets through the bytes that wait, and all that follow. */
  resume(): void
  /** Cuts the next connection that the database answers on, and the answer is lost. */
  loseAnswer(): void
  close(): Promise<void>
}

export async function faultProxy(databaseUrl: string): Promise<FaultProxy> {
  const address = urlByPort(databaseUrl)
  const { hostname, port } = address
  const sockets = new Set<Socket>()
  let isSilent = false
  let isLosing = false

  const join = (from: Socket, to: Socket, isDatabase: boolean): void => {
    sockets.add(from)
    from.on('data', data => {
      if (isDatabase && isLosing) {
        isLosing = false
        to.destroy()
      } else to.write(data)
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    if (isSilent) from.pause()
  }
  const server = createServer(client => {
    const database = connect(Number(port || 5432), hostname)
    join(client, database, false)
    join(database, client, true)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const here = server.address() as AddressInfo
  return {
    url: Object.assign(address, { host: `127.0.0.1:${here.port}` }).href,
    silence: () => {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    resume: () => {
      isSilent = false
      for (const socket of sockets) socket.resume()
    },
    loseAnswer: () => {
      isLosing = true
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
}
