/** A TCP proxy before a server, which a test can make refuse, cut or keep waiting. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

type Mode = 'open' | 'cutting' | 'silent'

export interface UnsteadyProxy {
  readonly url: string
  /** Connections are refused, as while a server restarts. */
  refuse(): Promise<void>
  /** `cutting`: takes a request and ends its connection. `silent`: takes it and never answers. */
  accept(mode?: Mode): Promise<void>
}

export async function unsteadyProxy(target: string): Promise<UnsteadyProxy> {
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  let mode: Mode = 'open'
  let server: Server | undefined
  const serve = (client: Socket) => {
    sockets.add(client)
    client.on('error', () => {}).on('close', () => sockets.delete(client))
    if (mode === 'cutting') client.once('data', () => client.destroy())
    if (mode !== 'open') return
    const upstream = connect(Number(targetPort), hostname)
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
  }
  const listen = (at: number) =>
    new Promise<number>(done => {
      const made = createServer(serve)
      server = made
      made.listen(at, '127.0.0.1', () => done((made.address() as AddressInfo).port))
    })
  const close = () =>
    new Promise<void>(done => {
      for (const socket of sockets) socket.destroy()
      if (server) server.close(() => done())
      else done()
      server = undefined
    })
  const port = await listen(0)
  return {
    url: `http://127.0.0.1:${port}`,
    refuse: close,
    accept: async (next = 'open') => {
      await close()
      mode = next
      await listen(port)
    },
  }
}
