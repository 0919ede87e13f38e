/** Turns of several tenants on the processor, for heavy queries on connections and for queries in threads (decision 0132). */
import { availableParallelism } from 'node:os'
import { type FairLine, openFairLine } from '../collections/index.ts'
import type { Config } from '../settings/index.ts'

/** Heavy queries for each core: more would not end sooner, and take the processor from those who read and write records. */
export const HEAVY_PER_CORE = 2

export interface TenantTurns {
  readonly connections: FairLine
  readonly threads: FairLine
}

export interface TurnsOfTenant {
  readonly tenantId: string
  readonly turns: TenantTurns
}

/** A tenant has half of the places at most: a heavy query that runs cannot be asked to wait. */
const lineOf = (heavy: number, light: number): FairLine =>
  openFairLine({
    places: heavy + light,
    lightPlaces: light,
    placesPerMember: Math.max(1, Math.floor(heavy / 2)),
    // The line of each tenant bounds those that come here.
    waitingPerMember: Number.POSITIVE_INFINITY,
    waiting: Number.POSITIVE_INFINITY,
    full: () => new Error('this line is never full'),
  })

export const openTenantTurns = ({ queryWorkers }: Pick<Config, 'queryWorkers'>): TenantTurns => ({
  connections: lineOf(HEAVY_PER_CORE * availableParallelism(), 0),
  threads: lineOf(queryWorkers, 1),
})

/** The line of one tenant, whose first waits for the turn of the tenant too. Light queries on connections need none. */
export function amongTenants(
  own: FairLine,
  { tenantId: memberId, turns }: TurnsOfTenant,
  what: keyof TenantTurns,
): FairLine {
  return {
    take: async (applicant, signal) => {
      const giveBack = await own.take(applicant, signal)
      const { isLight } = applicant
      if (isLight && what === 'connections') return giveBack
      try {
        const endTurn = await turns[what].take({ memberId, isLight }, signal)
        return () => {
          endTurn()
          giveBack()
        }
      } catch (error) {
        giveBack()
        throw error
      }
    },
    get waiting() {
      return own.waiting
    },
  }
}
