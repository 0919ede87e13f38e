/** The state of this server for its administrators: settings without secrets, database, connections, times of requests. */
import type { Database } from '../db/index.ts'
import { type Endpoint, endpoint, json } from '../http/index.ts'
import {
  type JobReport,
  type LoadFigures,
  type ReplicationReport,
  type RouteFigures,
  readReplication,
} from '../observe/index.ts'
import { databaseReport } from './report-store.ts'

/** Connections of one pool now. */
type Usage = ReturnType<Database['usage']>

export interface ReportNeeds {
  readonly db: Database
  readonly version: string
  /** Time of the start of this server, in milliseconds. */
  readonly since: number
  readonly settings: () => readonly { readonly variable: string; readonly value: string }[]
  readonly pools: () => Readonly<Record<string, Usage>>
  readonly routes: () => Promise<readonly RouteFigures[]>
  readonly load: () => Promise<readonly LoadFigures[]>
  readonly jobs: () => readonly JobReport[]
}

const integer = (description: string) => ({ type: 'integer', description })
const number = (description: string) => ({ type: 'number', description })
const list = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []) => ({
  type: 'array',
  items: {
    type: 'object',
    required: Object.keys(properties).filter(name => !optional.includes(name)),
    properties,
  },
})
const STRING = { type: 'string' }

const DATABASE = {
  type: 'object',
  required: ['version', 'bytes', 'role', 'durability', 'tables', 'migrations'],
  properties: {
    version: { type: 'string', description: 'Of PostgreSQL.' },
    bytes: integer('All of the database.'),
    role: {
      type: 'object',
      description: 'The database role of this server.',
      required: ['name', 'owns_tables'],
      properties: {
        name: STRING,
        owns_tables: {
          type: 'boolean',
          description:
            'True if it could change the schema and the audit trail: set `CAIRN_DATABASE_OWNER_URL`.',
        },
      },
    },
    durability: {
      type: 'object',
      description: 'Settings of PostgreSQL that decide what a crash can lose.',
      required: ['fsync', 'full_page_writes', 'synchronous_commit', 'faults'],
      properties: {
        fsync: STRING,
        full_page_writes: STRING,
        synchronous_commit: { type: 'string', description: 'In the sessions of this server.' },
        faults: {
          type: 'array',
          description: 'A sentence for each setting by which a crash may lose commits.',
          items: STRING,
        },
      },
    },
    tables: list({
      name: STRING,
      rows: integer('An estimate.'),
      bytes: integer('With indexes and what is stored apart.'),
    }),
    migrations: list({
      number: { type: 'integer' },
      name: STRING,
      applied_at: { type: 'string', format: 'date-time' },
    }),
    distribution: {
      type: 'object',
      description: 'Present where the tables are spread over the nodes of a cluster.',
      required: ['nodes', 'tables', 'uneven'],
      properties: {
        nodes: list({ node: STRING, bytes: integer('Of all its shards.') }),
        tables: list({
          name: STRING,
          shards: integer('Parts that it is divided into.'),
          bytes: integer('Of all shards.'),
          smallest: integer('Bytes of the smallest shard.'),
          largest: integer('Bytes of the largest shard.'),
        }),
        uneven: {
          type: 'array',
          description: 'A sentence for each node and shard that has much more than the others.',
          items: STRING,
        },
      },
    },
    months: {
      ...list({
        month: { type: 'string', description: 'Such as `2026-11`, in UTC.' },
        versions: integer('Committed in it.'),
      }),
      description: 'The last twelve months; left out where counting takes too long.',
    },
  },
}

const TIME = { type: 'string', format: 'date-time' }
const NUMBER_OR_NULL = { type: ['number', 'null'] }

const REPLICATION = {
  type: 'object',
  description: 'As the primary sees it. Absent if the database does not tell.',
  required: ['standbys', 'retained_bytes', 'archive'],
  properties: {
    standbys: list({
      name: STRING,
      seconds: { ...NUMBER_OR_NULL, description: 'Replay lag; null: unknown or none.' },
      bytes: { ...NUMBER_OR_NULL, description: 'WAL that is not replayed yet; null: not allowed to know.' },
    }),
    retained_bytes: integer('WAL kept by the replication slot that is furthest behind.'),
    archive: {
      type: 'object',
      description: 'The archive of WAL, which backups by time need.',
      required: ['is_on', 'failures'],
      properties: {
        is_on: { type: 'boolean' },
        failures: integer('Segments that could not be archived, since the statistics were reset.'),
        archived_at: { ...TIME, description: 'Of the last segment.' },
        failed_at: TIME,
        base_backup_at: {
          ...TIME,
          description:
            'End of the last base backup, by any tool. Absent without an archive, or without the rights of `pg_monitor`.',
        },
      },
    },
  },
}

const JOBS = {
  ...list({ name: STRING, done: { type: 'integer' }, failed: { type: 'integer' }, succeeded_at: TIME }, [
    'succeeded_at',
  ]),
  description: 'Work that this process repeats by itself, since its start.',
}

const LOAD = {
  ...list({
    at: { ...TIME, description: 'The end of the minute.' },
    requests: { type: 'integer' },
    faults: integer('Answers of 500 and above.'),
    p50: number('Milliseconds: half of the requests took at most this.'),
    p95: number('Milliseconds.'),
  }),
  description: 'Each minute of the last three hours, of all processes of this machine.',
}

const REPORT = {
  title: 'System report',
  type: 'object',
  required: ['version', 'node', 'since', 'settings', 'database', 'pools', 'routes', 'load', 'jobs'],
  properties: {
    version: { type: 'string', description: 'Of this server.' },
    node: { type: 'string', description: 'Of Node.js.' },
    since: { type: 'string', format: 'date-time', description: 'Time of the start of this process.' },
    settings: list({
      variable: STRING,
      value: { type: 'string', description: 'Of a secret only that it is set.' },
    }),
    database: DATABASE,
    pools: list({
      name: STRING,
      open: integer('Connections of this process.'),
      idle: integer('Of those, unused.'),
      waiting: integer('Callers that wait for one.'),
    }),
    routes: list({
      method: STRING,
      route: STRING,
      requests: integer('Since the start, of all processes of this machine.'),
      faults: integer('Answers of 500 and above.'),
      mean: number('Milliseconds.'),
      p50: number('Milliseconds: half of the requests took at most this.'),
      p95: number('Milliseconds.'),
      p99: number('Milliseconds.'),
    }),
    load: LOAD,
    jobs: JOBS,
    replication: REPLICATION,
  },
}

/** Absent where the role of the server may not see it. */
const replicationOf = (db: Database): Promise<ReplicationReport | undefined> =>
  readReplication(db).catch(() => undefined)

export const reportEndpoint: Endpoint<ReportNeeds> = endpoint({
  route: 'GET /system',
  scope: 'api.admin',
  produces: ['application/json'],
  doc: {
    operationId: 'system_report',
    tag: 'Admin',
    summary: 'Read the state of the server: settings, database, connections, times of requests',
    description:
      'Secrets are not shown. Times of requests are bounds of buckets, the most used routes first.',
    responses: { 200: { description: 'The report.', schema: REPORT } },
  },
  read: () => undefined,
  act: async ({ db, version, since, settings, pools, routes, load, jobs }) => ({
    version,
    node: process.versions.node,
    since: new Date(since).toISOString(),
    settings: settings(),
    database: await databaseReport(db),
    pools: Object.entries(pools()).map(([name, usage]) => ({ name, ...usage })),
    routes: await routes(),
    load: await load(),
    jobs: jobs(),
    replication: await replicationOf(db),
  }),
  reply: report => json(200, report),
})
