/** Settings of queries: their limits, and the terminology server that they ask. */
import { integer, url } from './config-values.ts'
import { optional, setting } from './setting.ts'

export const QUERY_SETTINGS = {
  queryTimeout: setting({
    variable: 'CAIRN_QUERY_TIMEOUT_MS',
    default: '30000',
    read: integer(10, 3600000),
    meaning:
      'Longest time of a query, including its wait in the queue; then it is cancelled with 408. Clients that may export can request more (`timeout`, `cairn aql --out`).',
  }),
  queryDefaultFetch: setting({
    variable: 'CAIRN_QUERY_DEFAULT_FETCH',
    default: '1000',
    read: integer(1, 2147483647),
    meaning: 'Rows of a query without `fetch`.',
  }),
  queryMaxFetch: setting({
    variable: 'CAIRN_QUERY_MAX_FETCH',
    default: '100000',
    read: integer(1, 2147483647),
    meaning: 'Largest `fetch`; more answers 400.',
  }),
  queryPool: setting({
    variable: 'CAIRN_QUERY_POOL',
    default: '8',
    read: integer(1, 1000),
    meaning: 'Most connections that queries use, beside those of `CAIRN_DATABASE_POOL`.',
  }),
  queryWorkers: setting({
    variable: 'CAIRN_QUERY_WORKERS',
    default: '2',
    read: integer(1, 64),
    meaning:
      'Threads for queries that need whole documents, each with its own connection and up to 512 MB of memory; one more is started for short queries while all are busy.',
  }),
  queriesPerClient: setting({
    variable: 'CAIRN_QUERY_PER_CLIENT',
    default: '6',
    read: integer(1, 1000),
    meaning:
      'Most queries of one client, or of one person with it, that run at once; more wait in a queue of their own.',
  }),
  queriesWaiting: setting({
    variable: 'CAIRN_QUERY_WAITING',
    default: '50',
    read: integer(1, 10000),
    meaning: 'Most queries of one client or person that wait; one more answers 429.',
  }),
  queryStall: setting({
    variable: 'CAIRN_QUERY_STALL_MS',
    default: '10000',
    read: integer(100, 3600000),
    meaning: 'Time after which an answer that its client does not read is cut off.',
  }),
  liveMax: setting({
    variable: 'CAIRN_LIVE_MAX',
    default: '500',
    read: integer(0, 100000),
    meaning:
      'Most readers of live queries of a process; one more answers 503. They do not count as requests in progress.',
  }),
  livePerClient: setting({
    variable: 'CAIRN_LIVE_PER_CLIENT',
    default: '200',
    read: integer(1, 100000),
    meaning: 'Most live queries that one client or person reads in a process; one more answers 429.',
  }),
  liveMaxRows: setting({
    variable: 'CAIRN_LIVE_MAX_ROWS',
    default: '10000',
    read: integer(1, 1000000),
    meaning:
      'Most rows of a live query. The server keeps them in memory, once for all readers with the same rights.',
  }),
  liveInterval: setting({
    variable: 'CAIRN_LIVE_INTERVAL_MS',
    default: '2000',
    read: integer(100, 3600000),
    meaning:
      'Shortest time between two runs of a live query that has to be run as a whole, such as an aggregate over all EHRs. A slow query is run less often: after twenty times the time that it takes, or after a minute.',
  }),
  terminologyUrl: optional({
    variable: 'CAIRN_TERMINOLOGY_URL',
    unset: "none: only openEHR's own terminology",
    read: url('http:', 'https:'),
    meaning:
      'Base URL of the FHIR terminology server for `TERMINOLOGY()` in queries, and for the codes that fields of forms offer.',
  }),
}
