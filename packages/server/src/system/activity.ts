/** `GET /activity`: what the server does at this moment, for those who run it. */
import { type BoundEndpoint, bind, type Endpoint, endpoint, json } from '../http/index.ts'

interface RunningQuery {
  readonly query: string
  readonly clientId: string
  readonly requestId: string
  readonly milliseconds: number
}

interface PoolUse {
  readonly busy: number
  readonly idle: number
  readonly waiting: number
  readonly most: number
}

/** Of one process. Counts are since its start. */
export interface ProcessActivity {
  readonly requests: { readonly underWay: number; readonly answered: number; readonly failed: number }
  readonly running: readonly RunningQuery[]
  readonly queriesWaiting: number
  readonly pools: Readonly<Record<string, PoolUse>>
  readonly audit: { readonly waiting: number; readonly unsealed: number; readonly written: number }
  readonly memoryBytes: number
}

export interface ActivityNeeds {
  /** Of every process of this machine. */
  readonly activities: () => Promise<readonly ProcessActivity[]>
  readonly version: string
  readonly now: () => number
}

/** Most queries that are listed, the longest first. */
const MOST_QUERIES = 50

const sumOf = <T>(items: readonly T[], value: (item: T) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0)

function sumPools(activities: readonly ProcessActivity[]) {
  const names = [...new Set(activities.flatMap(({ pools }) => Object.keys(pools)))]
  return names.map(pool => {
    const uses = activities.flatMap(({ pools }) => pools[pool] ?? [])
    return {
      pool,
      busy: sumOf(uses, ({ busy }) => busy),
      idle: sumOf(uses, ({ idle }) => idle),
      waiting: sumOf(uses, ({ waiting }) => waiting),
      most: sumOf(uses, ({ most }) => most),
    }
  })
}

const shownQuery = ({ query, clientId, requestId, milliseconds }: RunningQuery) => ({
  query,
  client_id: clientId,
  request_id: requestId,
  milliseconds,
})

function sumActivities(activities: readonly ProcessActivity[], version: string, now: number) {
  const running = activities.flatMap(each => each.running).sort((a, b) => b.milliseconds - a.milliseconds)
  return {
    at: new Date(now).toISOString(),
    version,
    processes: activities.length,
    memory_bytes: sumOf(activities, each => each.memoryBytes),
    requests: {
      under_way: sumOf(activities, ({ requests }) => requests.underWay),
      answered: sumOf(activities, ({ requests }) => requests.answered),
      failed: sumOf(activities, ({ requests }) => requests.failed),
    },
    queries: {
      running: running.length,
      waiting: sumOf(activities, each => each.queriesWaiting),
      list: running.slice(0, MOST_QUERIES).map(shownQuery),
    },
    pools: sumPools(activities),
    audit: {
      written: sumOf(activities, ({ audit }) => audit.written),
      waiting: sumOf(activities, ({ audit }) => audit.waiting),
      unsealed: sumOf(activities, ({ audit }) => audit.unsealed),
    },
  }
}

const integer = (description: string) => ({ type: 'integer', description })

const objectOf = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

const ACTIVITY = {
  title: 'Server activity',
  ...objectOf({
    at: { type: 'string', format: 'date-time' },
    version: { type: 'string' },
    processes: integer('Server processes on this machine.'),
    memory_bytes: integer('Of all of them.'),
    requests: objectOf({
      under_way: integer('Not yet answered to their end.'),
      answered: integer('Since the start.'),
      failed: integer('Of those, answered with 500 or more.'),
    }),
    queries: objectOf({
      running: integer('Under way, those that wait included.'),
      waiting: integer('Waiting for a connection.'),
      list: {
        type: 'array',
        description: `The ones that have run the longest, at most ${MOST_QUERIES}.`,
        items: objectOf({
          query: {
            type: 'string',
            description: 'Name and version of a stored query, or the hash of another.',
          },
          client_id: { type: 'string' },
          request_id: { type: 'string' },
          milliseconds: integer('Since its start.'),
        }),
      },
    }),
    pools: {
      type: 'array',
      description: 'Connections to the database.',
      items: objectOf({
        pool: { type: 'string', enum: ['records', 'queries', 'audit'] },
        busy: integer('Connections with work.'),
        idle: integer('Connections without.'),
        waiting: integer('Callers that wait for one.'),
        most: integer('Connections that it may open.'),
      }),
    },
    audit: objectOf({
      written: integer('Events since the start.'),
      waiting: integer('Events to be written.'),
      unsealed: integer('Events to be sealed.'),
    }),
  }),
}

const activity: Endpoint<ActivityNeeds> = endpoint({
  route: 'GET /activity',
  scope: 'api.admin',
  produces: ['application/json'],
  doc: {
    operationId: 'admin_activity',
    tag: 'Admin',
    summary: 'Show what the server does at this moment',
    description:
      'Of the processes of this machine; with several machines, each has its own. Queries are known by their name or hash, never by ' +
      'their text. `cairn top` shows it again and again.',
    responses: { 200: { description: 'The activity.', schema: ACTIVITY } },
  },
  read: () => undefined,
  act: async ({ activities, version, now }) => sumActivities(await activities(), version, now()),
  reply: body => json(200, body),
})

export const activityEndpoints = (needs: ActivityNeeds): BoundEndpoint[] => bind([activity], needs)
