/** Closes a connection at once: its running statement fails, and the database ends its session. */
import type { Socket } from 'node:net'
import type pg from 'pg'

/** The driver's types leave the socket out. */
interface WithSocket {
  readonly connection: { readonly stream: Socket }
}

export function cutConnection(client: pg.Client | pg.PoolClient): void {
  ;(client as unknown as WithSocket).connection.stream.destroy()
}
