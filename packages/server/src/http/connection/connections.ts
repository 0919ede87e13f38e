/**
 * Bounds the open connections of a server, in all and for each peer, and closes those that send nothing. When there is no room, a connection
 * without work makes room for the new one, so that nobody keeps others out by opening connections alone.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  readonly most: number
  /** 0: no bound. */
  readonly mostPerPeer: number
  /** Addresses that many clients share, such as a reverse proxy: the bound for one peer is not for them. */
  readonly isShared: (address: string) => boolean
  /** Time for the first byte of a connection. */
  readonly firstByteMs: number
}

export interface Connections {
  open(): number
  /** Connections that were closed since the start: new ones for which there was no room, and those that made room or sent nothing. */
  closed(): number
  /**
   * For a server that stops. Connections that never had a request count as busy to Node, and those whose answer ends
   * later, such as a stream, would be kept for another request: both would be waited for.
   */
  closeWithAnswers(): void
}

interface Connection {
  readonly socket: Socket
  /** Of the client. */
  readonly port: number
  readonly peer: Peer
  readonly openedAt: number
  /** The last request and its answer; undefined before the first. */
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined
}

/** The connections of one address, those with the oldest requests first. */
interface Peer {
  readonly address: string
  readonly connections: Map<number, Connection>
}

/** Interval of the look at connections that sent nothing, in milliseconds. */
const LOOK_MS = 500

/** Connections that can make room, those that cost their client the least first: without a request, idle, with a request that is not complete. */
const REMOVABLE: readonly ((connection: Connection) => boolean)[] = [
  ({ exchange }) => exchange === undefined,
  ({ exchange }) => exchange?.response.writableFinished === true,
  ({ exchange }) => exchange?.request.complete === false,
]

/** A client of IPv6 has all addresses with the same first 64 bits. */
export function peerOf(address: string): string {
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length)
  if (!address.includes(':')) return address
  const [before = '', after] = address.split('::')
  const groups = before === '' ? [] : before.split(':')
  if (after !== undefined) {
    const rest = after === '' ? 0 : after.split(':').length
    while (groups.length + rest < 8) groups.push('0')
  }
  return groups.slice(0, 4).join(':')
}

function removableOf({ connections }: Peer): Connection | undefined {
  for (const isRemovable of REMOVABLE)
    for (const connection of connections.values()) if (isRemovable(connection)) return connection
  return undefined
}

/** The peer with the most connections is the one that leaves no room. */
const largestFirst = (peers: ReadonlyMap<string, Peer>): readonly Peer[] =>
  [...peers.values()].sort((one, other) => other.connections.size - one.connections.size)

/** Finds connections by address and port, since a request over TLS has another socket than its connection, and remembers them by socket. */
function connectionFinder(peers: ReadonlyMap<string, Peer>): (socket: Socket) => Connection | undefined {
  const bySocket = new WeakMap<Socket, Connection>()
  return socket => {
    const known = bySocket.get(socket)
    if (known) return known
    const { remoteAddress = '', remotePort = 0 } = socket
    const found = peers.get(peerOf(remoteAddress))?.connections.get(remotePort)
    if (found) bySocket.set(socket, found)
    return found
  }
}

function closeAfterAnswers(server: Server, peers: Iterable<Peer>): void {
  const closeIdle = () => setImmediate(() => server.closeIdleConnections())
  for (const { connections } of peers)
    for (const { exchange } of connections.values()) exchange?.response.once('finish', closeIdle)
}

export const boundConnections = (server: Server, limits: ConnectionLimits): Connections =>
  new BoundConnections(server, limits)

class BoundConnections implements Connections {
  readonly #server: Server
  readonly #limits: ConnectionLimits
  readonly #peers = new Map<string, Peer>()
  readonly #connectionOf = connectionFinder(this.#peers)
  /** Connections without a request, in the order of their start. */
  readonly #unused = new Set<Connection>()
  #open = 0
  #closed = 0

  constructor(server: Server, limits: ConnectionLimits) {
    this.#server = server
    this.#limits = limits
    server.on('connection', (socket: Socket) => this.#add(socket))
    server.on('request', (request, response) => this.#note(request, response))
    const look = setInterval(() => this.#closeSilent(), LOOK_MS).unref()
    server.once('close', () => clearInterval(look))
  }

  open(): number {
    return this.#open
  }

  closed(): number {
    return this.#closed
  }

  closeWithAnswers(): void {
    for (const { socket } of this.#unused) socket.destroy()
    closeAfterAnswers(this.#server, this.#peers.values())
  }

  #add(socket: Socket): void {
    const { remoteAddress = '', remotePort } = socket
    // The client is gone already.
    if (remotePort === undefined) return
    const key = peerOf(remoteAddress)
    const peer = this.#peers.get(key) ?? { address: key, connections: new Map() }
    if (!this.#makeRoom(peer, remoteAddress)) {
      this.#closed++
      socket.destroy()
      return
    }
    const openedAt = performance.now()
    const connection: Connection = { socket, port: remotePort, peer, openedAt, exchange: undefined }
    // Making room may have removed the peer's last connection, and the peer with it.
    this.#peers.set(key, peer)
    peer.connections.set(remotePort, connection)
    this.#unused.add(connection)
    this.#open++
    socket.once('close', () => this.#remove(connection))
  }

  /** The connection of a request becomes the newest of its peer. */
  #note(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connectionOf(request.socket)
    if (!connection) return
    if (connection.exchange === undefined) this.#unused.delete(connection)
    connection.exchange = { request, response }
    const { port, peer } = connection
    if (!peer.connections.delete(port)) return
    peer.connections.set(port, connection)
  }

  #closeSilent(): void {
    const latest = performance.now() - this.#limits.firstByteMs
    for (const connection of this.#unused) {
      if (connection.openedAt > latest) break
      if (connection.socket.bytesRead === 0) this.#close(connection)
    }
  }

  /** Makes room for one more; false if all connections have work. */
  #makeRoom(peer: Peer, address: string): boolean {
    const { most, mostPerPeer, isShared } = this.#limits
    const isPeerFull = mostPerPeer > 0 && peer.connections.size >= mostPerPeer && !isShared(address)
    if (!isPeerFull && this.#open < most) return true
    for (const each of isPeerFull ? [peer] : largestFirst(this.#peers)) {
      const found = removableOf(each)
      if (found === undefined) continue
      this.#close(found)
      return true
    }
    return false
  }

  #close(connection: Connection): void {
    this.#closed++
    this.#remove(connection)
    connection.socket.destroy()
  }

  #remove(connection: Connection): void {
    const { peer, port } = connection
    this.#unused.delete(connection)
    if (!peer.connections.delete(port)) return
    this.#open--
    if (peer.connections.size === 0) this.#peers.delete(peer.address)
  }
}
