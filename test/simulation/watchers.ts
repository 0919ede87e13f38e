/** Follows live queries by both processes, as dashboards do: their rows have to be those of the records after each round. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, isCairnError } from '../../packages/client/src/index.ts'
import { CLIENT, type SimulatedServer, type World } from './world.ts'

/** All systolic values, with the version that they are in. Aggregates and orders are kept in another way than plain rows. */
const SYSTOLIC = `SELECT c/uid/value AS uid, o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude AS systolic
  FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o`
const QUERIES = [SYSTOLIC, `${SYSTOLIC} ORDER BY c/uid/value`]

interface SystolicRow {
  readonly uid: string
  readonly systolic: number
}

interface Watcher {
  readonly name: string
  /** As `uid systolic`, in the order of the answer. */
  rows(): readonly string[]
}

export interface Watchers {
  readonly all: readonly Watcher[]
  /** Answers that no fault explains. */
  readonly faults: readonly string[]
  close(): Promise<void>
}

/** A token of either process is good for both. */
const clientOf = (world: World, { url }: SimulatedServer) => {
  const baseUrl = world.servers[0]?.url ?? ''
  return createClient({
    baseUrl,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    scope: 'api.read',
    fetch: (address, init) => fetch(String(address).replace(baseUrl, url), init),
    retries: { attempts: 1 },
  })
}

export function openWatchers(world: World): Watchers {
  const stop = new AbortController()
  const faults: string[] = []
  const watch = (server: SimulatedServer, at: number, q: string, kind: number) => {
    let rows: readonly string[] = []
    const follow = async (): Promise<void> => {
      const live = clientOf(world, server).live<SystolicRow>(q, { signal: stop.signal })
      for await (const { rows: found } of live) rows = found.map(({ uid, systolic }) => `${uid} ${systolic}`)
    }
    const run = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        await follow().catch(error => {
          if (isCairnError(error) && error.status === 500) faults.push(`${at}: ${error.message}`)
        })
        await sleep(200)
      }
    }
    return { watcher: { name: `live query ${kind} of server ${at}`, rows: () => rows }, running: run() }
  }
  const opened = world.servers.flatMap((server, at) => QUERIES.map((q, kind) => watch(server, at, q, kind)))
  return {
    all: opened.map(({ watcher }) => watcher),
    faults,
    close: async () => {
      stop.abort()
      await Promise.all(opened.map(({ running }) => running))
    },
  }
}
