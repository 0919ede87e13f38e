/** Closes a connection at once: its running statement fails, and the database ends its session. */
import type pg from 'pg'

export const cutConnection = (client: pg.Client): void => void client.connection.stream.destroy()
