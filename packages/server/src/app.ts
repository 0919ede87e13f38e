/** Puts the rooms together and lists every route: the page to read first. */
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { adminExtraEndpoints, adminRoomEndpoints, auditRoomEndpoints, openErasureLog } from './admin/index.ts'
import { checkedVault, openAuthorization, refuseLastAdministrator } from './auth/index.ts'
import { type Config, effectiveSettings } from './config.ts'
import { datamapRoomEndpoints } from './datamap/index.ts'
import { type Database, openChanges } from './db/index.ts'
import { definitionEndpoints, openTemplateShelf } from './definitions/index.ts'
import { ehrRoomEndpoints, episodeRoomEndpoints, launchRecords, SERVER_DOCUMENTS } from './ehr/index.ts'
import {
  auditUnavailable,
  type BoundEndpoint,
  bind,
  boundUnderWay,
  buildServer,
  consoleMount,
  databaseRefusal,
  docsMount,
  type Endpoint,
  endpoint,
  healthEndpoints,
  type Mount,
  readTlsFiles,
  type Served,
  siteMount,
} from './http/index.ts'
import { openKnownIndexes } from './indexes/index.ts'
import {
  type AllProcesses,
  AUDIT_CONNECTIONS,
  BUCKETS,
  isAuditFault,
  type Log,
  type Metrics,
  openAuditPool,
  openAuditTrail,
  openJobs,
  openQueryWatch,
  openSealer,
  openTracing,
  poolUse,
  type RouteCounts,
  routeFigures,
  sumMetrics,
  sumRouteCounts,
  tracedDatabase,
  traceRequest,
  watchServer,
} from './observe/index.ts'
import { openPeople } from './people/index.ts'
import {
  openConnectionLine,
  openExecutor,
  openPrepare,
  openPrepareWhole,
  openQueryReads,
  openQueryStatistics,
  openRunningQueries,
  openWarnings,
  printQueryMetrics,
  type QueryFigures,
  type QueryRun,
  queryAdminEndpoints,
  queryRoomEndpoints,
  sumFigures,
} from './query/index.ts'
import { Refusal } from './refusal/index.ts'
import { openPathDictionary, sweepDictionary } from './roots/index.ts'
import { settingsLabel } from './shared-settings.ts'
import {
  activityEndpoints,
  ehrbaseEndpoints,
  ehrbaseRoots,
  type ProcessActivity,
  systemEndpoints,
  systemReportEndpoints,
} from './system/index.ts'
import { transferRoomEndpoints } from './transfer/index.ts'
import {
  openCommitWriter,
  openFindingCount,
  openNewEhrDoor,
  openPacker,
  openSigner,
} from './versions/index.ts'

export interface AppNeeds {
  readonly config: Config
  readonly db: Database
  /** The address of `db`, for parts that open their own connections. */
  readonly databaseUrl: string
  readonly secretKey: string
  readonly log: Log
  readonly metrics: Metrics
  readonly processes: AllProcesses
  readonly version: string
  /** Resolves to the fault that keeps the server from serving, or to undefined. */
  readonly unready: () => Promise<string | undefined>
  /** Resolves to the part of the database that is away, or to undefined. */
  readonly degraded: () => Promise<string | undefined>
  /** The clock; only tests set another. */
  readonly now: () => number
}

export interface App {
  /** Listens on `CAIRN_PORT`. */
  readonly api: FastifyInstance
  /** Listens on `CAIRN_AUTH_PORT`, if it is set. */
  readonly auth: FastifyInstance | undefined
  /** Listens on `CAIRN_ADMIN_PORT`, if it is set. */
  readonly admin: FastifyInstance | undefined
  /** Takes the certificate from its files again; new connections have it. */
  reloadCertificate(): void
  /** Ends requests, then writes the audit events that wait. */
  close(): Promise<void>
}

/** Interval of the search for changes that were not announced, such as those of an operator in SQL. Commits check templates themselves. */
const REFRESH_MS = 2000

/** Interval of the search for dictionary entries that nothing uses. */
const SWEEP_MS = 60_000

/** A room is served at its own path, and also below the path of its public URL. */
const prefixesOf = (url: string, path: string): string[] => [
  ...new Set([path, `${new URL(url).pathname.replace(/\/$/, '')}${path}`]),
]

/** Prefixes routes with the path of their mount. */
const prefixRoutes = (path: string, endpoints: readonly BoundEndpoint[]): Pick<BoundEndpoint, 'route'>[] =>
  endpoints.map(({ route }) => ({ route: route.replace(' ', ` ${path}`) as BoundEndpoint['route'] }))

export async function buildApp(given: AppNeeds): Promise<App> {
  const { config, log, metrics, processes, version, now } = given
  const tracing = openTracing(config, version, log)
  const traced = (pool: string, opened: Database): Database =>
    tracing ? tracedDatabase(opened, tracing.tracer, pool) : opened
  const db = traced('records', given.db)
  const needs = { ...given, db }
  const jobs = openJobs(now)
  const vault = await checkedVault(db, needs.secretKey)
  const signer = await openSigner(db, vault)
  const auditPool = openAuditPool(needs.databaseUrl, db.isDistributed)
  const sealer = await openSealer({
    db: auditPool,
    now,
    sign: signer.signDigest,
    failed: error => log.error({ error }, 'audit events wait for their seal'),
  })
  const audit = openAuditTrail({
    db: auditPool,
    now,
    seal: sealer.add,
    failed: error => log.error({ error }, 'audit events wait: they cannot be written'),
  })
  const unready = async () => audit.fault() ?? needs.unready()
  const changes = await openChanges({
    url: needs.databaseUrl,
    db,
    label: settingsLabel(config),
    failed: error =>
      log.warn({ error }, 'changes of other processes are not heard of: caches are read again'),
  })
  const dictionary = openPathDictionary(db, config.pathsPerTemplate)
  await dictionary.refresh()
  const people = await openPeople({
    config,
    db,
    changes,
    vault,
    now,
    jobs,
    keepAdministrator: refuseLastAdministrator,
    failed: (error, message) => log.warn({ error }, message),
  })
  const authorization = await openAuthorization({
    ...needs,
    changes,
    vault,
    jobs,
    people,
    records: launchRecords(db),
    recordKeys: signer.jwks,
    failed: error => log.warn({ error }, 'clients and keys were not refreshed'),
  })

  const shelf = openTemplateShelf(db, changes)
  const findingCount = openFindingCount(db)
  await findingCount.refresh()
  const indexes = openKnownIndexes(db)
  await indexes.refresh()
  const refresh = () =>
    Promise.all([shelf.refresh(), findingCount.refresh(), dictionary.refresh(), indexes.refresh()])
  const stopRefreshing = jobs.repeat({
    name: 'refresh',
    milliseconds: REFRESH_MS,
    work: refresh,
    failed: error => log.warn({ error }, 'templates were not refreshed'),
  })
  const stopSweeping = jobs.repeat({
    name: 'dictionary_sweep',
    milliseconds: SWEEP_MS,
    work: () => sweepDictionary(db),
    failed: error => log.warn({ error }, 'the dictionary of paths was not swept'),
  })
  const ehrNeeds = {
    db,
    commitDoor: openCommitWriter(db),
    newEhrDoor: openNewEhrDoor(db),
    shelf,
    signer,
    dictionary,
    packer: openPacker({
      db,
      templateOf: async key => (await shelf.byKey(key))?.template,
      serverDocuments: SERVER_DOCUMENTS,
      systemId: config.systemId,
    }),
    now,
    systemId: config.systemId,
    profile: config.wireProfile,
  }
  const erasureLog = openErasureLog(db, config.erasureLog)
  await erasureLog.update()
  const openehr: BoundEndpoint[] = [
    ...definitionEndpoints({ db, shelf, now }),
    ...ehrRoomEndpoints(ehrNeeds),
    ...adminRoomEndpoints({ db, shelf, erasureLog }),
  ]
  const reads = await openQueryReads({ ...needs, traced: pool => traced('queries', pool) }, fault =>
    fault === undefined
      ? log.info({}, 'the replica is read from')
      : log.warn({ fault }, 'the replica is not read from'),
  )
  const connectionLine = openConnectionLine(config)
  const extra: BoundEndpoint[] = [
    ...datamapRoomEndpoints({ ...ehrNeeds, reads, connectionLine, territory: config.territory }),
    ...episodeRoomEndpoints(ehrNeeds),
    ...adminExtraEndpoints({ db }),
  ]
  const identityKey = vault.mac('records without identity').toString('base64url')
  const executor = openExecutor({ ...needs, reads, connectionLine, dictionary, indexes, identityKey })
  const prepareWhole = openPrepareWhole()
  const statistics = openQueryStatistics()
  processes.provide('queries', statistics.figures)
  const figures = async () => sumFigures((await processes.collect('queries')) as QueryFigures[][])
  const running = openRunningQueries()
  const queryWatch = openQueryWatch(config, log, tracing)
  processes.provide('routes', metrics.routeCounts)
  const routes = async () =>
    routeFigures(sumRouteCounts((await processes.collect('routes')) as RouteCounts[][]), BUCKETS)
  const since = now()
  const observe = (run: QueryRun) => {
    const { requestId, clientId, query, executor, outcome, rows, milliseconds, shape } = run
    queryWatch.ended({ requestId, clientId, query, executor, outcome, rows, milliseconds, shape })
    statistics.count(run, now())
  }
  const query = queryRoomEndpoints({
    db,
    executor,
    now,
    findings: findingCount.of,
    prepareWhole,
    prepare: openPrepare({ defaultFetch: config.queryDefaultFetch, maxFetch: config.queryMaxFetch }),
    generator: `Cairn/${version}`,
    observe,
    running,
    warnings: openWarnings(db, dictionary),
  })
  const openehrPrefixes = [...new Set([...prefixesOf(config.baseUrl, '/openehr/v1'), ...config.prefixes])]
  // Queries are also served without the prefix `/openehr` (docs/interface.md, section 8).
  const queryPrefixes = [
    ...openehrPrefixes.map(prefix => `${prefix}/query`),
    ...['/v1/query', '/query'].flatMap(path => prefixesOf(config.baseUrl, path)),
  ]
  const isOpenehrProfile = config.wireProfile === 'openehr'
  const authMount: Mount = {
    prefixes: prefixesOf(config.authUrl, ''),
    endpoints: config.issuer === undefined ? [...authorization.publicEndpoints, ...people.pageEndpoints] : [],
  }
  const apiMounts: Mount[] = [
    {
      prefixes: openehrPrefixes,
      lenient: isOpenehrProfile ? openehrPrefixes : config.prefixes,
      endpoints: [
        ...openehr,
        ...systemEndpoints({ version, endpoints: [...openehr, ...prefixRoutes('/query', query)] }),
      ],
    },
    {
      prefixes: queryPrefixes,
      lenient: isOpenehrProfile ? queryPrefixes : config.prefixes.map(prefix => `${prefix}/query`),
      endpoints: query,
    },
    { prefixes: prefixesOf(config.baseUrl, '/extra/v1'), endpoints: extra },
    {
      prefixes: prefixesOf(config.baseUrl, '/admin/v1'),
      endpoints: [
        ...authorization.adminEndpoints,
        ...people.adminEndpoints,
        ...queryAdminEndpoints({ figures, since }),
        ...activityEndpoints({
          version,
          now,
          activities: async () => (await processes.collect('activity')) as ProcessActivity[],
        }),
        ...systemReportEndpoints({
          db,
          version,
          since,
          settings: () => effectiveSettings(config),
          pools: () => ({ records: db.usage(), queries: reads.primary.db.usage(), audit: auditPool.usage() }),
          routes,
        }),
        ...auditRoomEndpoints({ db, baseUrl: config.baseUrl }),
        ...transferRoomEndpoints({
          ...ehrNeeds,
          reads,
          connectionLine,
          executor,
          prepareWhole,
          generator: `Cairn/${version}`,
          stall: config.queryStall,
        }),
      ],
    },
    { prefixes: [''], endpoints: authorization.resourceEndpoints },
  ]
  const about = {
    ...needs,
    unready,
    prefixes: prefixesOf(config.baseUrl, ''),
    baseUrl: config.baseUrl,
    authUrl: config.authUrl,
    tokenUrl: `${config.authUrl}/oauth/token`,
    systemId: config.systemId,
    securityContact: config.securityContact,
  }
  const docs = docsMount(about)
  const site = siteMount(about, [authMount, ...apiMounts, docs])
  /** The same operations under the paths of EHRbase; the API description leaves them out. */
  const ehrbase: Mount = {
    prefixes: ehrbaseRoots(config.prefixes),
    lenient: ehrbaseRoots(config.prefixes),
    endpoints: ehrbaseEndpoints({ db, version, endpoints: openehr }),
  }
  const consolePages = consoleMount(about)
  const ownAuthPort = config.authPort !== undefined && config.authPort !== config.port

  let stopping = false
  const gate = (): Refusal | undefined => {
    if (stopping)
      return new Refusal('service.unavailable', 'The server is stopping.', [], { retryAfter: '5' })
    return audit.fault() === undefined ? undefined : auditUnavailable()
  }
  let [answered, failed] = [0, 0]
  const served = (event: Served) => {
    log.served(event)
    answered += 1
    if (event.status >= 500) failed += 1
    metrics.observe(event)
    if (tracing) traceRequest(tracing, event)
  }
  const fault = (error: unknown, requestId: string): Refusal => {
    if (isAuditFault(error)) {
      log.error({ error, requestId }, 'the audit event of a write could not be stored')
      return auditUnavailable()
    }
    const refusal = databaseRefusal(error)
    if (refusal) {
      log.warn({ error, requestId }, 'the database could not do its part')
      return refusal
    }
    log.error({ error, requestId }, 'a request failed by a fault of ours')
    return new Refusal('internal', 'An internal error occurred. The request id identifies it in the log.')
  }
  const underWay = boundUnderWay(config.maxRequests)
  const core = {
    config,
    authenticate: authorization.authenticate,
    gate,
    underWay,
    served,
    tracer: tracing?.tracer,
    fault,
    trail: audit,
    reads,
    now,
  }

  const api = buildServer({
    ...core,
    mounts: [...(ownAuthPort ? [] : [authMount]), ...apiMounts, ehrbase, docs, site, consolePages],
  })
  const auth = ownAuthPort ? buildServer({ ...core, mounts: [authMount] }) : undefined
  const admin =
    config.adminPort === undefined
      ? undefined
      : buildServer({
          ...core,
          served: () => {},
          isPlain: true,
          mounts: [
            {
              prefixes: [''],
              endpoints: adminEndpoints({
                metrics: allMetrics(metrics, processes),
                unready,
                degraded: needs.degraded,
              }),
            },
          ],
        })

  const pools = {
    records: { db, most: config.databasePool },
    queries: { db: reads.primary.db, most: config.queryPool },
    audit: { db: auditPool, most: AUDIT_CONNECTIONS },
  }
  processes.provide(
    'activity',
    (): ProcessActivity => ({
      requests: { underWay: underWay.count(), answered, failed },
      running: running.list(),
      queriesWaiting: connectionLine.waiting,
      pools: poolUse(pools),
      audit: { waiting: audit.waiting(), unsealed: sealer.waiting(), written: audit.written() },
      memoryBytes: process.memoryUsage.rss(),
    }),
  )
  watchServer(metrics, {
    db,
    pools,
    sections: [() => printQueryMetrics(statistics.figures()), queryWatch.render, jobs.render],
    gauges: {
      cairn_processes: ['Server processes of this machine.', () => 1],
      cairn_requests_under_way: ['Requests not yet answered to their end.', underWay.count],
      cairn_audit_events_waiting: ['Audit events not yet written.', audit.waiting],
      cairn_audit_events_unsealed: ['Audit events of this server that have no seal yet.', sealer.waiting],
      cairn_audit_fault: [
        '1 while the audit trail cannot be written, so that nothing is served.',
        () => (audit.fault() === undefined ? 0 : 1),
      ],
      cairn_database_connections: ['Open connections to the database.', () => db.usage().open],
      cairn_database_waiting: ['Callers that wait for a connection.', () => db.usage().waiting],
      cairn_queries_running: ['Queries under way, those that wait for their turn included.', running.count],
      cairn_queries_waiting: ['Queries that wait for a connection of theirs.', () => connectionLine.waiting],
      cairn_templates: ['Templates in force.', () => shelf.figures().inForce],
    },
    counters: {
      cairn_audit_events_total: ['Audit events written.', audit.written],
      cairn_template_compilations_total: ['Templates compiled.', () => shelf.figures().compiled],
      cairn_template_compile_seconds_total: [
        'Time of compiling templates.',
        () => shelf.figures().compileSeconds,
      ],
      cairn_trace_spans_sent_total: ['Spans that the collector took.', () => tracing?.figures().sent ?? 0],
      cairn_trace_spans_lost_total: ['Spans that were lost.', () => tracing?.figures().lost ?? 0],
    },
  })

  return {
    api,
    auth,
    admin,
    reloadCertificate: () => {
      const files = readTlsFiles(config)
      for (const server of files ? [api, auth] : [])
        if (server?.server instanceof TlsServer) server.server.setSecureContext(files ?? {})
    },
    close: async () => {
      stopping = true
      await Promise.all([api.close(), auth?.close(), admin?.close()])
      await executor.close()
      await reads.close()
      await changes.close()
      authorization.close()
      people.close()
      stopRefreshing()
      stopSweeping()
      await audit.close()
      await sealer.close()
      await tracing?.close()
      await auditPool.close()
    },
  }
}

type PrintedMetrics = Pick<Metrics, 'render' | 'contentType'>

/** The metrics of all processes on one page, whichever of them is asked. */
function allMetrics({ render, contentType }: Metrics, processes: AllProcesses): PrintedMetrics {
  processes.provide('metrics', render)
  return { contentType, render: async () => sumMetrics((await processes.collect('metrics')) as string[]) }
}

const metricsEndpoint: Endpoint<PrintedMetrics> = endpoint({
  route: 'GET /metrics',
  scope: 'public',
  unaudited: true,
  produces: ['text/plain'],
  doc: {
    operationId: 'metrics',
    tag: 'Service',
    summary: 'Prometheus metrics',
    responses: { 200: { description: 'The metrics.' } },
  },
  read: () => undefined,
  act: metrics => metrics.render().then(body => ({ body, type: metrics.contentType })),
  reply: ({ body, type }) => ({ status: 200, headers: { 'Content-Type': type }, body }),
})

const adminEndpoints = ({
  metrics,
  unready,
  degraded,
}: Pick<AppNeeds, 'unready' | 'degraded'> & { readonly metrics: PrintedMetrics }): BoundEndpoint[] => [
  ...bind([metricsEndpoint], metrics),
  ...bind(healthEndpoints, { unready, degraded }),
]
