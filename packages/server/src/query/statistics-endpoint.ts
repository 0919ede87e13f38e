/** `GET /queries`: which queries cost the most, for those who run the server. */
import { type Endpoint, endpoint, type Incoming, json } from '../http/index.ts'
import { int32In } from '../http/request/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type QueryFigures, runsOf } from './statistics.ts'

export interface StatisticsNeeds {
  /** The figures of all processes of this machine. */
  readonly figures: () => Promise<readonly QueryFigures[]>
  /** The start of counting, in milliseconds since 1970. */
  readonly since: number
}

const meanOf = (figures: QueryFigures): number => figures.milliseconds / Math.max(1, runsOf(figures))

/** Columns that the list can be ordered by, the largest first. */
const ORDERS: Readonly<Record<string, (figures: QueryFigures) => number>> = {
  time: ({ milliseconds }) => milliseconds,
  slowest: ({ slowest }) => slowest,
  mean: meanOf,
  runs: runsOf,
  rows: ({ rows }) => rows,
}
const ORDER_NAMES = Object.keys(ORDERS)

const DEFAULT_FETCH = 20

function orderIn({ query }: Incoming): (figures: QueryFigures) => number {
  const name = query.get('order') ?? 'time'
  const order = Object.hasOwn(ORDERS, name) ? ORDERS[name] : undefined
  if (!order) throw new Refusal('request.malformed', `order is one of ${ORDER_NAMES.join(', ')}.`)
  return order
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000

const shown = (figures: QueryFigures) => ({
  query: figures.query,
  executor: figures.executor,
  runs: runsOf(figures),
  failed: figures.outcomes.failed,
  timeouts: figures.outcomes.timeout,
  left: figures.outcomes.left,
  rows: figures.rows,
  milliseconds: rounded(figures.milliseconds),
  mean: rounded(meanOf(figures)),
  slowest: rounded(figures.slowest),
  indexable: figures.indexable,
  last: new Date(figures.lastAt).toISOString(),
})

const number = (description: string) => ({ type: 'number', description })
const QUERY = {
  title: 'Query figures',
  type: 'object',
  required: [
    'query',
    'executor',
    'runs',
    'failed',
    'timeouts',
    'left',
    'rows',
    'milliseconds',
    'mean',
    'slowest',
    'indexable',
    'last',
  ],
  properties: {
    query: { type: 'string', description: 'Name and version of a stored query, or the hash of another.' },
    executor: { type: 'string', description: '`sql`, `documents`, or `none` where none had been chosen.' },
    runs: number('All of them.'),
    failed: number('Those that ended with an error.'),
    timeouts: number('Those that reached the time limit.'),
    left: number('Those whose client did not wait for the end.'),
    rows: number('Of all runs.'),
    milliseconds: number('Of all runs.'),
    mean: number('Milliseconds of a run.'),
    slowest: number('Milliseconds of the slowest run.'),
    indexable: {
      type: 'array',
      description:
        'Values by which the last run ordered or filtered without a value index; `cairn index add` makes one of a path.',
      items: {
        type: 'object',
        required: ['archetype', 'path'],
        properties: {
          archetype: { type: 'string', description: 'The archetype that the path starts at.' },
          path: { type: 'string', description: 'The path from the root of the archetype.' },
        },
      },
    },
    last: { type: 'string', format: 'date-time' },
  },
}

export const statisticsEndpoint: Endpoint<StatisticsNeeds> = endpoint({
  route: 'GET /queries',
  scope: 'api.admin',
  produces: ['application/json'],
  doc: {
    operationId: 'query_statistics',
    tag: 'Admin',
    summary: 'List the queries that cost the most',
    description:
      'Of this server since it was started; with several machines, each has its own list. Queries without a name are identified by a ' +
      'hash of their text without its literals, which `explain` and the log show too. The 100 most expensive stored queries and as many ' +
      'others are listed separately, the rest together as `other`.',
    parameters: [
      {
        name: 'order',
        in: 'query',
        description: `The largest first by ${ORDER_NAMES.map(name => `\`${name}\``).join(', ')}; \`time\` when left out.`,
        schema: { type: 'string', enum: ORDER_NAMES },
      },
      {
        name: 'fetch',
        in: 'query',
        description: `Number of queries; ${DEFAULT_FETCH} when left out.`,
        schema: { type: 'integer', format: 'int32', minimum: 0 },
      },
    ],
    responses: {
      200: {
        description: 'The queries.',
        schema: {
          type: 'object',
          required: ['since', 'more', 'queries'],
          properties: {
            since: { type: 'string', format: 'date-time' },
            more: { type: 'boolean', description: 'There are more than `fetch`.' },
            queries: { type: 'array', items: QUERY },
          },
        },
      },
      400: { description: 'There is no such order, or `fetch` is no whole number.' },
    },
  },
  read: request => ({ order: orderIn(request), fetch: int32In(request.query, 'fetch') ?? DEFAULT_FETCH }),
  act: async ({ figures, since }, _caller, { order, fetch }) => {
    const sorted = [...(await figures())].sort((a, b) => order(b) - order(a))
    return {
      since: new Date(since).toISOString(),
      more: sorted.length > fetch,
      queries: sorted.slice(0, fetch).map(shown),
    }
  },
  reply: body => json(200, body),
})
