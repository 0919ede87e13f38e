/** Requests of several tenants take turns, so that one that sends many leaves room for those of the others (decision 0132). */
import type { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { openFairLine } from '../collections/index.ts'
import { Refusal } from '../refusal/index.ts'

/** Places of requests in progress, and those of one tenant while others send requests too. */
const PLACES = 64
const PLACES_BESIDE_OTHERS = 4

/** A tenant is beside others for so long after a request of another. */
const BESIDE_MS = 1000

/** A request has its place for so long at most: one that takes longer waits for the database, a thread or its reader. */
const LONGEST_MS = 100

/** As many wait in all as this number of tenants may have. */
const TENANTS_WAITING = 20

const overloaded = () =>
  new Refusal('service.overloaded', 'Too many requests wait for their turn; try again in a moment.', [], {
    retryAfter: '1',
  })

interface Entering {
  readonly tenantId: string
  readonly response: Pick<ServerResponse, 'destroyed'> & EventEmitter
  readonly enter: () => void
  readonly refuse: (refusal: Refusal) => void
}

export type Admission = (entering: Entering) => void

type Clock = () => number

/** Returns true while requests of several tenants come. */
function watchTenants(now: Clock): { seen(tenantId: string): void; areSeveral(): boolean } {
  let last = ''
  let changedAt = Number.NEGATIVE_INFINITY
  return {
    seen: tenantId => {
      if (last !== '' && tenantId !== last) changedAt = now()
      last = tenantId
    },
    areSeveral: () => now() - changedAt < BESIDE_MS,
  }
}

/** `now`: milliseconds, from any beginning. */
export function openAdmission(maxRequests: number, now: Clock = () => performance.now()): Admission {
  const tenants = watchTenants(now)
  const line = openFairLine({
    places: PLACES,
    lightPlaces: 0,
    get placesPerMember() {
      return tenants.areSeveral() ? PLACES_BESIDE_OTHERS : PLACES
    },
    waitingPerMember: maxRequests,
    waiting: TENANTS_WAITING * maxRequests,
    full: overloaded,
  })
  const begin = ({ response, enter }: Entering, giveBack: () => void): void => {
    const late = setTimeout(giveBack, LONGEST_MS)
    response.once('close', () => {
      clearTimeout(late)
      giveBack()
    })
    enter()
  }
  /** Until its turn, or until the client has gone. */
  const wait = async (entering: Entering): Promise<void> => {
    const { response, refuse, tenantId: memberId } = entering
    const gone = new AbortController()
    const leave = () => gone.abort()
    response.once('close', leave)
    try {
      const giveBack = await line.take({ memberId, isLight: false }, gone.signal)
      response.off('close', leave)
      // It may have gone just now.
      if (response.destroyed) giveBack()
      else begin(entering, giveBack)
    } catch (error) {
      if (!gone.signal.aborted) refuse(error as Refusal)
    }
  }
  return entering => {
    const { tenantId } = entering
    tenants.seen(tenantId)
    const giveBack = line.takeNow({ memberId: tenantId, isLight: false })
    if (giveBack) begin(entering, giveBack)
    else void wait(entering)
  }
}
