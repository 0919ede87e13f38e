/** A TCP proxy before the database, or before a server, that a test can make silent: connections stay open, and nothing comes through. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
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
  /** Holds back everything that is sent by this time, in its order; 0: not any more. */
  slow(delayMs: number): void
  /** Ends all connections. */
  cut(): void
  /** Leads new connections to another database. */
  redirect(databaseUrl: string): void
  close(): Promise<void>
}

export async function faultProxy(databaseUrl: string): Promise<FaultProxy> {
  const address = urlByPort(databaseUrl)
  let target = { host: address.hostname, port: Number(address.port || 5432) }
  const sockets = new Set<Socket>()
  let isSilent = false
  let isLosing = false
  let delayMs = 0

  const join = (from: Socket, to: Socket, isDatabase: boolean): void => {
    sockets.add(from)
    let heldBack: Promise<unknown> | undefined
    const pass = (data: Buffer) => {
      if (delayMs === 0 && heldBack === undefined) return void to.write(data)
      const mine = Promise.all([heldBack, sleep(delayMs)]).then(() => {
        if (heldBack === mine) heldBack = undefined
        if (!to.destroyed) to.write(data)
      })
      heldBack = mine
    }
    from.on('data', data => {
      if (isDatabase && isLosing) {
        isLosing = false
        to.destroy()
      } else pass(data)
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    if (isSilent) from.pause()
  }
  const server = createServer(client => {
    const database = connect(target)
    join(client, database, false)
    join(database, client, true)
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
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
    slow: ms => {
      delayMs = ms
    },
    cut,
    redirect: url => {
      const { hostname: host, port } = urlByPort(url)
      target = { host, port: Number(port || 5432) }
    },
    close: async () => {
      cut()
      await new Promise(done => server.close(done))
    },
  }
}
