/** The faults, as a table: how each begins, and how it ends. */
import type { SimulatedServer, World } from './world.ts'

export interface Fault {
  readonly name: string
  /** Two faults at once are of different parts. */
  readonly of: 'server' | 'database' | 'database network' | 'client network' | 'clock'
  /** True: it hits the one server that the plan names. */
  readonly hitsOne: boolean
  /** The reason why this machine cannot have it. */
  missing?(world: World): string | undefined
  begin(world: World, server: SimulatedServer): void | Promise<void>
  end(world: World, server: SimulatedServer): void | Promise<void>
}

const HOUR = 3600
const DAY = 24 * HOUR

const noClock = ({ database }: World) =>
  database.clock === undefined ? 'there is no C compiler for the library that moves clocks' : undefined

const onServer = (name: string, signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP'): Omit<Fault, 'end'> => ({
  name,
  of: 'server',
  hitsOne: true,
  begin: (_world, server) => server.signal(signal),
})

const network = (
  name: string,
  of: 'database network' | 'client network',
  [begin, end]: readonly [
    begin: (proxy: SimulatedServer['clientNetwork']) => void,
    end?: (proxy: SimulatedServer['clientNetwork']) => void,
  ],
): Fault => {
  const proxyOf = (server: SimulatedServer) =>
    of === 'client network' ? server.clientNetwork : server.databaseNetwork
  return {
    name: `the ${of} ${name}`,
    of,
    hitsOne: true,
    begin: (_world, server) => begin(proxyOf(server)),
    end: (_world, server) => end?.(proxyOf(server)),
  }
}

/** The clock of the database, or of one server that is started anew with it or not. */
const clock = (
  name: string,
  seconds: number,
  which: 'database' | 'server' | 'server that starts with it' | 'both',
): Fault => {
  const clocksOf = (world: World, server: SimulatedServer) => [
    which === 'database' || which === 'both' ? world.database.clock : undefined,
    which === 'database' ? undefined : server.clock,
  ]
  const set = (world: World, server: SimulatedServer, to: number) => {
    for (const each of clocksOf(world, server)) each?.set(to)
  }
  return {
    name,
    of: 'clock',
    hitsOne: which !== 'database',
    missing: noClock,
    begin: async (world, server) => {
      set(world, server, seconds)
      if (which !== 'server that starts with it') return
      await server.signal('SIGTERM')
      await server.start()
    },
    end: (world, server) => set(world, server, 0),
  }
}

const ALL: readonly Fault[] = [
  {
    ...onServer('a server process is killed', 'SIGKILL'),
    end: (_world, server) => server.start(),
  },
  {
    ...onServer('a server process is stopped and started', 'SIGTERM'),
    end: (_world, server) => server.start(),
  },
  {
    ...onServer('a server process is paused', 'SIGSTOP'),
    end: (_world, server) => server.signal('SIGCONT'),
  },
  {
    name: 'the database is killed',
    of: 'database',
    hitsOne: false,
    begin: ({ database }) => database.kill(),
    end: ({ database }) => database.start(),
  },
  {
    name: 'the database fails over to its standby',
    of: 'database',
    hitsOne: false,
    begin: async world => {
      await world.database.failOver()
      world.redirect()
    },
    end: ({ database }) => database.addStandby(),
  },
  {
    name: 'the disk of the database is full',
    of: 'database',
    hitsOne: false,
    missing: ({ database }) => (database.hasDisk ? undefined : 'only root on Linux can mount a small disk'),
    begin: ({ database }) => database.fillDisk(),
    end: async ({ database }) => {
      database.emptyDisk()
      await database.start()
    },
  },
  network('goes silent', 'database network', [proxy => proxy.silence(), proxy => proxy.resume()]),
  network('is slow', 'database network', [proxy => proxy.slow(40), proxy => proxy.slow(0)]),
  network('is cut', 'database network', [proxy => proxy.cut()]),
  network('loses an answer', 'database network', [proxy => proxy.loseAnswer()]),
  network('goes silent', 'client network', [proxy => proxy.silence(), proxy => proxy.resume()]),
  network('is slow', 'client network', [proxy => proxy.slow(60), proxy => proxy.slow(0)]),
  network('is cut', 'client network', [proxy => proxy.cut()]),
  network('loses an answer', 'client network', [proxy => proxy.loseAnswer()]),
  clock('the clock of the database is two hours ahead', 2 * HOUR, 'database'),
  clock('the clock of the database is two hours behind', -2 * HOUR, 'database'),
  clock('the clock of a server is two hours ahead', 2 * HOUR, 'server'),
  clock('the clock of a server is a day behind', -DAY, 'server'),
  clock('a server starts with a clock that is 400 days ahead', 400 * DAY, 'server that starts with it'),
  clock('the clocks of a server and of the database are three hours ahead', 3 * HOUR, 'both'),
]

export const FAULTS: Readonly<Record<string, Fault>> = Object.fromEntries(
  ALL.map(fault => [fault.name, fault]),
)
