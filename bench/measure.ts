/** Processor time of server and database while an operation is repeated. */
import type { Operation } from './cost-operations.ts'

/** Milliseconds of processor time for one request. */
export interface Cost {
  readonly server: number
  readonly database: number
  /** Requests a second. */
  readonly rate: number
}

export interface Clocks {
  readonly server: () => Promise<number>
  readonly database: () => number
}

/** Runs an operation on all its connections for some time, or until it was sent so often. */
export async function measure(
  { connections, send }: Operation,
  clocks: Clocks,
  seconds: number,
  most = Number.POSITIVE_INFINITY,
): Promise<Cost> {
  const [server, database] = [await clocks.server(), clocks.database()]
  const start = performance.now()
  const end = start + seconds * 1000
  let turns = 0
  const loop = async () => {
    while (performance.now() < end && turns < most) await send(turns++)
  }
  await Promise.all(Array.from({ length: connections }, loop))
  const each = 1000 / turns
  return {
    server: ((await clocks.server()) - server) * each,
    database: (clocks.database() - database) * each,
    rate: turns / ((performance.now() - start) / 1000),
  }
}
