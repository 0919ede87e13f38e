/** Tells all server processes on one database about a change, and waits until each of them has noticed it (decision 0045). */
import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'
import { openListener } from './listener.ts'
import { sql } from './statement.ts'

/** Kinds of changes that processes tell each other. */
export type Topic =
  | 'clients'
  | 'keys'
  | 'templates'
  | 'people'
  | 'revocations'
  | 'failed_attempts'
  | 'subscriptions'

/** Takes note of changes; without details, anything of the topic may have changed. */
type Notice = (details: readonly string[]) => void | Promise<void>

export interface Changes {
  /** Calls `notice` for each change of the topic. */
  on(topic: Topic, notice: Notice): void
  /** Resolves when every process, this one included, has noticed the change or no longer trusts its caches. */
  announce(topic: Topic, detail?: string): Promise<void>
  /** Tells the other processes without waiting for them; several calls go together. */
  tell(topic: Topic, detail: string): void
  /** False if this process may have missed a change: it must then read its caches again before it uses them. */
  isCurrent(): boolean
  close(): Promise<void>
}

export interface ChangesOptions {
  readonly url: string
  readonly db: Database
  /** Short text in the name of the connection, by which processes can be told apart. */
  readonly label: string
  readonly failed: (error: unknown) => void
}

/** A process that has heard nothing from the database for this long does not trust its caches. */
const LEASE_MS = 5000

/** Longer than the lease, since a process hears of a change a little later than it was sent. */
const LONGEST_WAIT_MS = LEASE_MS + 1000

/** Interval of the check for processes that have ended while they were waited for. */
const LOOK_MS = 250

/** Time in which several calls of `tell` are gathered. */
const GATHER_MS = 20

/** PostgreSQL takes less than 8,000 bytes in one notification. */
const MOST_BYTES = 7000

const CHANGED = 'cairn_changed'
const NOTICED = 'cairn_noticed'

/** The beginning of the names of connections that listen: `pg_stat_activity` shows who must notice a change. */
const LISTENING = 'cairn listener '

interface Message {
  readonly topic: Topic
  readonly details: readonly string[]
  /** Names the announcement to those who noticed it; absent if nobody waits. */
  readonly id?: string
  /** The process that told; it has taken note already. */
  readonly teller?: string
}

const FROM_LISTENERS = `from pg_stat_activity
  where datname = current_database() and starts_with(application_name, '${LISTENING}')`
const LISTENERS = `array(select pid ${FROM_LISTENERS})`

const sendMessage = sql<{ listeners: number[] }, [message: string]>({
  name: 'changes.send',
  text: `select ${LISTENERS} as listeners, pg_notify('${CHANGED}', $1)`,
})
const findListeners = sql<{ listeners: number[] }>({
  name: 'changes.listeners',
  text: `select ${LISTENERS} as listeners`,
})

const findLabels = sql<{ label: string }>({
  name: 'changes.labels',
  text: `select distinct substr(application_name, ${LISTENING.length + 1}) as label ${FROM_LISTENERS}`,
})

/** The labels of all processes that listen now. */
export const labelsOfListeners = async (db: Database): Promise<readonly string[]> =>
  (await db.query(findLabels)).map(({ label }) => label)

/** An announcement that is waited for. */
interface Announcement {
  readonly noticedBy: Set<number>
  wake: () => void
}

/** Resolves to false if nobody noticed within `LOOK_MS`. */
const nextNotice = (announcement: Announcement): Promise<boolean> =>
  new Promise(done => {
    const late = setTimeout(() => done(false), LOOK_MS)
    announcement.wake = () => {
      clearTimeout(late)
      done(true)
    }
  })

/** The announcements of this process that others have yet to notice. */
function openAnnouncements(db: Database) {
  const announcements = new Map<string, Announcement>()
  const stillListening = async (pids: readonly number[]): Promise<readonly number[]> => {
    const now = new Set((await db.query(findListeners))[0]?.listeners)
    return pids.filter(pid => now.has(pid))
  }
  const untilNoticed = async (announcement: Announcement, listeners: readonly number[]): Promise<void> => {
    const end = performance.now() + LONGEST_WAIT_MS
    let missing = listeners
    for (;;) {
      missing = missing.filter(pid => !announcement.noticedBy.has(pid))
      if (missing.length === 0 || performance.now() > end) return
      if (!(await nextNotice(announcement))) missing = await stillListening(missing)
    }
  }
  return {
    /** Sends an announcement under a new id; `send` returns the listeners to wait for. */
    announce: async (send: (id: string) => Promise<readonly number[]>): Promise<void> => {
      const id = randomUUID()
      const announcement: Announcement = { noticedBy: new Set(), wake: () => {} }
      announcements.set(id, announcement)
      try {
        await untilNoticed(announcement, await send(id))
      } finally {
        announcements.delete(id)
      }
    },
    noticed: (id: string, pid: number): void => {
      const announcement = announcements.get(id)
      announcement?.noticedBy.add(pid)
      announcement?.wake()
    },
  }
}

/** The functions that this process calls when it hears of a change. */
function openNotices() {
  const notices = new Map<Topic, Notice[]>()
  /** Times at which changes were heard that are still being taken note of. */
  const underWay = new Set<{ readonly since: number }>()
  const take = async (topic: Topic, details: readonly string[]): Promise<void> => {
    const work = { since: performance.now() }
    underWay.add(work)
    try {
      await Promise.all((notices.get(topic) ?? []).map(notice => notice(details)))
    } finally {
      underWay.delete(work)
    }
  }
  return {
    add: (topic: Topic, notice: Notice): void =>
      void notices.set(topic, [...(notices.get(topic) ?? []), notice]),
    take,
    takeAll: async (): Promise<void> => {
      await Promise.all([...notices.keys()].map(topic => take(topic, [])))
    },
    /** True if no change that was heard before this time is still being taken note of. */
    areDoneSince: (time: number): boolean => [...underWay].every(work => work.since > time),
  }
}

/** Gathers details for a moment, and sends those of a topic together. */
function openTold(send: (topic: Topic, details: readonly string[]) => void) {
  const told = new Map<Topic, string[]>()
  let gathering: NodeJS.Timeout | undefined
  const sendTold = (): void => {
    gathering = undefined
    for (const [topic, details] of told) for (const part of partsOf(details)) send(topic, part)
    told.clear()
  }
  return {
    tell: (topic: Topic, detail: string): void => {
      told.set(topic, [...(told.get(topic) ?? []), detail])
      gathering ??= setTimeout(sendTold, GATHER_MS).unref()
    },
    close: (): void => clearTimeout(gathering),
  }
}

/** Listens from its return on: caches that are loaded after it miss nothing. */
export async function openChanges({ url, db, label, failed }: ChangesOptions): Promise<Changes> {
  const self = randomUUID()
  const notices = openNotices()
  const announcements = openAnnouncements(db)
  const hear = async (channel: string, payload: string, pid: number): Promise<void> => {
    if (channel === NOTICED) return announcements.noticed(payload, pid)
    const { topic, details, id, teller } = JSON.parse(payload) as Message
    if (teller === self) return
    await notices.take(topic, details)
    if (id !== undefined) await listener.notify(NOTICED, id)
  }
  const listener = await openListener({
    url,
    applicationName: LISTENING + label,
    channels: [CHANGED, NOTICED],
    hear,
    resumed: notices.takeAll,
    failed,
  })
  const send = async (message: Message): Promise<readonly number[]> =>
    (await db.query(sendMessage, [JSON.stringify(message)]))[0]?.listeners ?? []
  const told = openTold((topic, details) => void send({ topic, details, teller: self }).catch(failed))
  return {
    on: notices.add,
    announce: (topic, detail) =>
      announcements.announce(id => send({ topic, details: detail === undefined ? [] : [detail], id })),
    tell: told.tell,
    isCurrent: () => {
      const since = performance.now() - LEASE_MS
      return listener.heardAt() > since && notices.areDoneSince(since)
    },
    close: async () => {
      told.close()
      await listener.close()
    },
  }
}

/** Divides details into messages that are small enough; a single one that is too long is left out. */
function partsOf(details: readonly string[]): string[][] {
  const parts: string[][] = []
  let bytes = MOST_BYTES
  for (const detail of details) {
    const size = Buffer.byteLength(JSON.stringify(detail)) + 1
    if (size > MOST_BYTES) continue
    if (bytes + size > MOST_BYTES) {
      parts.push([])
      bytes = 0
    }
    parts.at(-1)?.push(detail)
    bytes += size
  }
  return parts
}
