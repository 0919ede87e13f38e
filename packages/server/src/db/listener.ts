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
  const listener = new LastingListener(options)
  await listener.open()
  return listener
}

class LastingListener implements Listener {
  readonly #options: ListenerOptions
  readonly #inTurn = statementsInTurn()
  /** Undefined while there is no connection. */
  #client: pg.Client | undefined
  #heardAt = NEVER
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  async open(): Promise<void> {
    const opened = await this.#connect()
    this.#heardUpTo(performance.now(), opened)
  }

  async notify(channel: string, payload: string): Promise<void> {
    if (this.#client) await this.#inTurn(this.#client, 'select pg_notify($1, $2)', [channel, payload])
  }

  heardAt(): number {
    return this.#heardAt
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    const last = this.#client
    this.#client = undefined
    if (last) await endConnection(last)
  }

  async #connect(): Promise<pg.Client> {
    const opened = await connectListener(this.#options)
    this.#client = opened
    follow(opened, this.#options.hear, error => this.#lose(opened, error))
    return opened
  }

  async #reconnect(): Promise<void> {
    try {
      const opened = await this.#connect()
      const at = performance.now()
      await this.#options.resumed()
      this.#heardUpTo(at, opened)
    } catch (error) {
      if (this.#client) this.#lose(this.#client, error)
      else this.#later(RETRY_MS, () => this.#reconnect())
    }
  }

  #lose(lost: pg.Client, error: unknown): void {
    if (lost !== this.#client || this.#closed) return
    this.#client = undefined
    this.#heardAt = NEVER
    clearTimeout(this.#timer)
    cutConnection(lost)
    this.#options.failed(error)
    this.#later(RETRY_MS, () => this.#reconnect())
  }

  async #beat(current: pg.Client): Promise<void> {
    const at = performance.now()
    try {
      await this.#inTurn(current, 'select 1')
      this.#heardUpTo(at, current)
    } catch (error) {
      this.#lose(current, error)
    }
  }

  #heardUpTo(time: number, current: pg.Client): void {
    if (current !== this.#client) return
    this.#heardAt = time
    this.#later(BEAT_MS, () => this.#beat(current))
  }

  #later(milliseconds: number, work: () => Promise<void>): void {
    if (!this.#closed) this.#timer = setTimeout(() => void work(), milliseconds).unref()
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
