/** A connection that hears notifications (LISTEN), opened again whenever it is lost. */
import pg from 'pg'
import { cutConnection } from './cut-connection.ts'

export interface Listener {
  /** Sends a notification on the connection that listens, so that its process id names the sender. */
  notify(channel: string, payload: string): Promise<void>
  /** The time (`performance.now`) up to which all notifications were heard. */
  heardAt(): number
  close(): Promise<void>
}

export interface ListenerOptions {
  readonly url: string
  /** Shown in `pg_stat_activity` from the moment on that the connection listens. */
  readonly applicationName: string
  readonly channels: readonly string[]
  /** Handles a notification of the session `pid`. If it fails, the connection is opened again. */
  readonly hear: (channel: string, payload: string, pid: number) => Promise<void>
  /** Runs after the connection was lost and opened again: notifications may have been missed. */
  readonly resumed: () => Promise<void>
  readonly failed: (error: unknown) => void
}

/** Interval of a round trip, which also brings the notifications that were sent before it. */
const BEAT_MS = 1000

/** A database that is silent for this long is connected to again. */
const SILENCE_MS = 3000

const RETRY_MS = 500

const NEVER = Number.NEGATIVE_INFINITY

export async function openListener(options: ListenerOptions): Promise<Listener> {
  let client: pg.Client | undefined
  let heardAt = NEVER
  let timer: NodeJS.Timeout | undefined
  let closed = false

  // A connection has one statement at a time, and several changes may come at once.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = (on: pg.Client, text: string, values?: readonly string[]): Promise<unknown> => {
    const mine = turn.then(() => on.query(text, values && [...values]))
    turn = mine.catch(() => {})
    return mine
  }

  const later = (milliseconds: number, work: () => Promise<void>): void => {
    if (!closed) timer = setTimeout(() => void work(), milliseconds).unref()
  }
  const lose = (lost: pg.Client, error: unknown): void => {
    if (lost !== client || closed) return
    client = undefined
    heardAt = NEVER
    clearTimeout(timer)
    cutConnection(lost)
    options.failed(error)
    later(RETRY_MS, reconnect)
  }
  const beat = async (current: pg.Client): Promise<void> => {
    const at = performance.now()
    try {
      await inTurn(current, 'select 1')
    } catch (error) {
      return lose(current, error)
    }
    if (current !== client) return
    heardAt = at
    later(BEAT_MS, () => beat(current))
  }
  const connect = async (): Promise<pg.Client> => {
    const opened = await connectListener(options)
    client = opened
    opened.on('error', error => lose(opened, error))
    opened.on('end', () => lose(opened, new Error('the connection that listens was closed')))
    opened.on('notification', ({ channel, payload = '', processId }) => {
      options.hear(channel, payload, processId).catch(error => lose(opened, error))
    })
    return opened
  }
  const reconnect = async (): Promise<void> => {
    try {
      const opened = await connect()
      const at = performance.now()
      await options.resumed()
      if (opened !== client) return
      heardAt = at
      later(BEAT_MS, () => beat(opened))
    } catch (error) {
      if (client) lose(client, error)
      else later(RETRY_MS, reconnect)
    }
  }

  const first = await connect()
  heardAt = performance.now()
  later(BEAT_MS, () => beat(first))
  return {
    notify: async (channel, payload) => {
      if (client) await inTurn(client, 'select pg_notify($1, $2)', [channel, payload])
    },
    heardAt: () => heardAt,
    close: async () => {
      closed = true
      clearTimeout(timer)
      const last = client
      client = undefined
      if (!last) return
      const cut = setTimeout(() => cutConnection(last), SILENCE_MS).unref()
      await last.end().catch(() => {})
      clearTimeout(cut)
    },
  }
}

async function connectListener({ url, applicationName, channels }: ListenerOptions): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `${applicationName} (starting)`,
    connectionTimeoutMillis: SILENCE_MS,
    query_timeout: SILENCE_MS,
    keepAlive: true,
  })
  // Without a listener Node would end the process; each query reports the error itself.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(channels.map(channel => `listen ${channel}`).join('; '))
    await client.query(`set application_name to '${applicationName}'`)
    return client
  } catch (error) {
    cutConnection(client)
    throw error
  }
}
