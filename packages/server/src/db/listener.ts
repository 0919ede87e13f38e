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

/** A connection has one statement at a time, and several changes may come at once. */
function statementsInTurn() {
  let turn: Promise<unknown> = Promise.resolve()
  return (on: pg.Client, text: string, values?: readonly string[]): Promise<unknown> => {
    const mine = turn.then(() => on.query(text, values && [...values]))
    turn = mine.catch(() => {})
    return mine
  }
}

/** Closes a connection, by force when the database stays silent. */
async function endConnection(last: pg.Client): Promise<void> {
  const cut = setTimeout(() => cutConnection(last), SILENCE_MS).unref()
  await last.end().catch(() => {})
  clearTimeout(cut)
}

export async function openListener(options: ListenerOptions): Promise<Listener> {
  let client: pg.Client | undefined
  let heardAt = NEVER
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const inTurn = statementsInTurn()

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
      heardUpTo(at, current)
    } catch (error) {
      lose(current, error)
    }
  }
  const heardUpTo = (time: number, current: pg.Client): void => {
    if (current !== client) return
    heardAt = time
    later(BEAT_MS, () => beat(current))
  }
  const connect = async (): Promise<pg.Client> => {
    const opened = await connectListener(options)
    client = opened
    follow(opened, options.hear, error => lose(opened, error))
    return opened
  }
  const reconnect = async (): Promise<void> => {
    try {
      const opened = await connect()
      const at = performance.now()
      await options.resumed()
      heardUpTo(at, opened)
    } catch (error) {
      if (client) lose(client, error)
      else later(RETRY_MS, reconnect)
    }
  }

  const first = await connect()
  heardUpTo(performance.now(), first)
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
      if (last) await endConnection(last)
    },
  }
}

function follow(opened: pg.Client, hear: ListenerOptions['hear'], lost: (error: unknown) => void): void {
  opened.on('error', lost)
  opened.on('end', () => lost(new Error('the connection that listens was closed')))
  opened.on('notification', ({ channel, payload = '', processId }) => {
    hear(channel, payload, processId).catch(lost)
  })
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
