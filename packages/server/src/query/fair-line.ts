/** Shares the places for running queries fairly between clients, and keeps some of them for light queries. */

/** A request for a place. */
interface Applicant {
  readonly clientId: string
  /** Expected to be short: it may take the places that are kept for such. */
  readonly isLight: boolean
}

export interface FairLine {
  /**
   * Resolves when it is the applicant's turn, with what gives the place back. Rejects with `full` where as many wait as may,
   * and with the reason of the signal when that comes first.
   */
  take(applicant: Applicant, signal: AbortSignal): Promise<() => void>
  readonly waiting: number
}

export interface FairLineLimits {
  /** Queries under way at once. */
  readonly places: number
  /** Of those, places that only light ones get. */
  readonly lightPlaces: number
  /** Places that one client can have at once with heavy ones, and as many with light ones: these shall not wait for its own heavy ones either. */
  readonly placesPerClient: number
  /** Most that may wait of one client. */
  readonly waitingPerClient: number
  /** Most that may wait in all. */
  readonly waiting: number
  /** The refusal if the queue of the client, or of all, is full. */
  readonly full: (whose: 'client' | 'all') => Error
}

interface Waiting extends Applicant {
  readonly start: () => void
}

/** A client that has something under way or waiting. */
interface Client {
  running: number
  runningHeavy: number
  /** The last time that it was served, counted in places given; 0: never. */
  servedAt: number
  readonly waiting: Waiting[]
}

/** The client with the fewest places goes first; of several, the one that was served the longest ago. */
const isBefore = (one: Client, other: Client): boolean =>
  one.running === other.running ? one.servedAt < other.servedAt : one.running < other.running

export function openFairLine(limits: FairLineLimits): FairLine {
  const clients = new Map<string, Client>()
  let running = 0
  let runningHeavy = 0
  let waiting = 0
  let served = 0

  const isFree = ({ isLight }: Applicant, client: Client): boolean =>
    running < limits.places &&
    (isLight
      ? client.running - client.runningHeavy < limits.placesPerClient
      : client.runningHeavy < limits.placesPerClient && runningHeavy < limits.places - limits.lightPlaces)

  const begin = ({ clientId, isLight }: Applicant, client: Client): (() => void) => {
    client.running += 1
    running += 1
    const heavy = isLight ? 0 : 1
    client.runningHeavy += heavy
    runningHeavy += heavy
    served += 1
    client.servedAt = served
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      client.running -= 1
      running -= 1
      client.runningHeavy -= heavy
      runningHeavy -= heavy
      forget(clientId, client)
      startNext()
    }
  }
  const forget = (clientId: string, client: Client): void => {
    if (client.running === 0 && client.waiting.length === 0) clients.delete(clientId)
  }
  /** The first of a client that can go now: its light ones need not wait for its heavy ones. */
  const nextOf = (client: Client): Waiting | undefined => client.waiting.find(each => isFree(each, client))

  const startNext = (): void => {
    for (;;) {
      const next = findNext()
      if (!next) return
      remove(next.client, next.applicant)
      next.applicant.start()
    }
  }
  const findNext = () => {
    if (waiting === 0 || running >= limits.places) return undefined
    let found: { client: Client; applicant: Waiting } | undefined
    for (const client of clients.values()) {
      if (found && !isBefore(client, found.client)) continue
      const applicant = nextOf(client)
      if (applicant) found = { client, applicant }
    }
    return found
  }
  const remove = (client: Client, applicant: Waiting): void => {
    client.waiting.splice(client.waiting.indexOf(applicant), 1)
    waiting -= 1
  }
  const clientOf = (clientId: string): Client => {
    const known = clients.get(clientId)
    if (known) return known
    const made: Client = { running: 0, runningHeavy: 0, servedAt: 0, waiting: [] }
    clients.set(clientId, made)
    return made
  }

  return {
    take: (applicant, signal) => {
      if (signal.aborted) return Promise.reject(signal.reason)
      const client = clientOf(applicant.clientId)
      // Nobody who waits could have this place: he would have been given it when it became free.
      if (isFree(applicant, client)) return Promise.resolve(begin(applicant, client))
      const isFull = client.waiting.length >= limits.waitingPerClient
      if (isFull || waiting >= limits.waiting) {
        forget(applicant.clientId, client)
        return Promise.reject(limits.full(isFull ? 'client' : 'all'))
      }
      return new Promise((taken, refused) => {
        const leave = (): void => {
          remove(client, entry)
          forget(applicant.clientId, client)
          refused(signal.reason)
        }
        const entry: Waiting = {
          ...applicant,
          start: () => {
            signal.removeEventListener('abort', leave)
            taken(begin(applicant, client))
          },
        }
        client.waiting.push(entry)
        waiting += 1
        signal.addEventListener('abort', leave, { once: true })
      })
    },
    get waiting() {
      return waiting
    },
  }
}
