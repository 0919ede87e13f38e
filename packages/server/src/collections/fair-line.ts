/** Shares places for work fairly between members, such as clients or tenants, and keeps some of them for light work. */

/** A request for a place. */
interface Applicant {
  readonly memberId: string
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

interface OpenFairLine extends FairLine {
  /** Gives a place that is free at once, or undefined. */
  takeNow(applicant: Applicant): (() => void) | undefined
}

export interface FairLineLimits {
  /** Works under way at once. */
  readonly places: number
  /** Of those, places that only light ones get. */
  readonly lightPlaces: number
  /**
   * Places that one member can have at once with heavy ones, and as many with light ones: these shall not wait for its own heavy ones either. Read at
   * each turn: it may change.
   */
  readonly placesPerMember: number
  /** Most that may wait of one member. */
  readonly waitingPerMember: number
  /** Most that may wait in all. */
  readonly waiting: number
  /** The refusal if the queue of the member, or of all, is full. */
  readonly full: (whose: 'member' | 'all') => Error
}

interface Waiting extends Applicant {
  readonly start: () => void
}

/** A member that has something under way or waiting. */
interface Member {
  running: number
  runningHeavy: number
  /** The last time that it was served, counted in places given; 0: never. */
  servedAt: number
  readonly waiting: Waiting[]
}

/** The member with the fewest places goes first; of several, the one that was served the longest ago. */
const isBefore = (one: Member, other: Member): boolean =>
  one.running === other.running ? one.servedAt < other.servedAt : one.running < other.running

/** The places, and the members who have some or wait for one. `freed` is called when a place is free. */
function openPlaces(limits: FairLineLimits, freed: () => void) {
  const members = new Map<string, Member>()
  let running = 0
  let runningHeavy = 0
  let served = 0

  const isFree = ({ isLight }: Applicant, member: Member): boolean =>
    running < limits.places &&
    (isLight
      ? member.running - member.runningHeavy < limits.placesPerMember
      : member.runningHeavy < limits.placesPerMember && runningHeavy < limits.places - limits.lightPlaces)

  const forget = (memberId: string, member: Member): void => {
    if (member.running === 0 && member.waiting.length === 0) members.delete(memberId)
  }
  const count = (member: Member, change: 1 | -1, isLight: boolean): void => {
    member.running += change
    running += change
    if (isLight) return
    member.runningHeavy += change
    runningHeavy += change
  }
  return {
    isFree,
    forget,
    memberOf: (memberId: string): Member => {
      const known = members.get(memberId)
      if (known) return known
      const made: Member = { running: 0, runningHeavy: 0, servedAt: 0, waiting: [] }
      members.set(memberId, made)
      return made
    },
    begin: ({ memberId, isLight }: Applicant, member: Member): (() => void) => {
      count(member, 1, isLight)
      served += 1
      member.servedAt = served
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        count(member, -1, isLight)
        forget(memberId, member)
        freed()
      }
    },
    /** The next of those who wait. The light ones of a member need not wait for its heavy ones. */
    findNext: () => {
      if (running >= limits.places) return undefined
      let found: { member: Member; applicant: Waiting } | undefined
      for (const member of members.values()) {
        if (found && !isBefore(member, found.member)) continue
        const applicant = member.waiting.find(each => isFree(each, member))
        if (applicant) found = { member, applicant }
      }
      return found
    },
  }
}

export function openFairLine(limits: FairLineLimits): OpenFairLine {
  let waiting = 0
  const remove = (member: Member, applicant: Waiting): void => {
    member.waiting.splice(member.waiting.indexOf(applicant), 1)
    waiting -= 1
  }
  const startNext = (): void => {
    for (;;) {
      const next = waiting === 0 ? undefined : findNext()
      if (!next) return
      remove(next.member, next.applicant)
      next.applicant.start()
    }
  }
  const { isFree, forget, memberOf, begin, findNext } = openPlaces(limits, startNext)

  const takeNow: OpenFairLine['takeNow'] = applicant => {
    const member = memberOf(applicant.memberId)
    // Nobody who waits could have this place: he would have been given it when it became free.
    if (isFree(applicant, member)) return begin(applicant, member)
    forget(applicant.memberId, member)
    return undefined
  }
  const wait = (applicant: Applicant, signal: AbortSignal): Promise<() => void> => {
    const member = memberOf(applicant.memberId)
    return new Promise((taken, refused) => {
      const leave = (): void => {
        remove(member, entry)
        forget(applicant.memberId, member)
        refused(signal.reason)
      }
      const entry: Waiting = {
        ...applicant,
        start: () => {
          signal.removeEventListener('abort', leave)
          taken(begin(applicant, member))
        },
      }
      member.waiting.push(entry)
      waiting += 1
      signal.addEventListener('abort', leave, { once: true })
    })
  }
  return {
    takeNow,
    take: (applicant, signal) => {
      if (signal.aborted) return Promise.reject(signal.reason)
      const giveBack = takeNow(applicant)
      if (giveBack) return Promise.resolve(giveBack)
      const member = memberOf(applicant.memberId)
      const isFull = member.waiting.length >= limits.waitingPerMember
      if (!isFull && waiting < limits.waiting) return wait(applicant, signal)
      forget(applicant.memberId, member)
      return Promise.reject(limits.full(isFull ? 'member' : 'all'))
    },
    get waiting() {
      return waiting
    },
  }
}
