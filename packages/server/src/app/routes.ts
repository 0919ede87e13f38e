/** Lists every route with the path that it is mounted at. */
import {
  adminExtraEndpoints,
  adminRoomEndpoints,
  openErasureLog,
  verificationRoomEndpoints,
} from '../admin/index.ts'
import { auditRoomEndpoints } from '../audit/search/index.ts'
import { datamapRoomEndpoints } from '../datamap/index.ts'
import { definitionEndpoints, openSelectQuery } from '../definitions/index.ts'
import { demographicRoomEndpoints, mergingRoomEndpoints, personRoomEndpoints } from '../demographic/index.ts'
import { draftRoomEndpoints } from '../drafts/index.ts'
import { ehrRoomEndpoints, episodeRoomEndpoints } from '../ehr/index.ts'
import { ecisEndpoints, ehrscapeEndpoints } from '../ehrscape/index.ts'
import { eventRoomEndpoints } from '../events/index.ts'
import { FHIR_API, fhirRoomEndpoints, mappingRoomEndpoints, refuseAsOutcome } from '../fhir/index.ts'
import type { BoundEndpoint, Mount } from '../http/index.ts'
import { consoleMount, docsMount, siteMount } from '../http/pages/index.ts'
import { liveRoomEndpoints } from '../live/index.ts'
import {
  BUCKETS,
  type LoadSample,
  loadFigures,
  type RouteCounts,
  routeFigures,
  sumRouteCounts,
} from '../observe/index.ts'
import {
  openPrepare,
  openWarnings,
  type QueryFigures,
  type QueryRun,
  queryAdminEndpoints,
  queryRoomEndpoints,
  sumFigures,
} from '../query/index.ts'
import { effectiveSettings } from '../settings/index.ts'
import {
  activityEndpoints,
  ehrbaseEndpoints,
  ehrbaseRoots,
  type ProcessActivity,
  systemEndpoints,
  systemReportEndpoints,
} from '../system/index.ts'
import { terminologyEndpoints } from '../terminology/index.ts'
import { transferRoomEndpoints } from '../transfer/index.ts'
import { eventDescriptionEndpoints, webhookRoomEndpoints } from '../webhooks/index.ts'
import type { Services } from './services.ts'

/** The mounts of the two ports for clients; where they have one port, it serves both. */
export interface Mounts {
  readonly auth: Mount
  readonly api: readonly Mount[]
}

/** A room is served at its own path, and also below the path of its public URL. */
const prefixesOf = (url: string, path: string): string[] => [
  ...new Set([path, `${new URL(url).pathname.replace(/\/$/, '')}${path}`]),
]

/** Prefixes routes with the path of their mount. */
const prefixRoutes = (path: string, endpoints: readonly BoundEndpoint[]): Pick<BoundEndpoint, 'route'>[] =>
  endpoints.map(({ route }) => ({ route: route.replace(' ', ` ${path}`) as BoundEndpoint['route'] }))

/** Templates, records and physical deletion: the openEHR REST API but for its queries. */
async function openehrEndpoints({
  config,
  db,
  now,
  caches,
  records,
  parties,
}: Services): Promise<BoundEndpoint[]> {
  const { shelf } = caches
  const erasureLog = openErasureLog(db, config.erasureLog)
  await erasureLog.update()
  return [
    ...definitionEndpoints({ db, shelf, now }),
    ...ehrRoomEndpoints(records),
    ...demographicRoomEndpoints(parties),
    ...adminRoomEndpoints({ db, shelf, erasureLog }),
  ]
}

function queryEndpoints({ config, db, now, version, caches, queries }: Services): BoundEndpoint[] {
  const { executor, prepareWhole, running, statistics, watch } = queries
  const observe = (run: QueryRun) => {
    watch.ended(run)
    statistics.count(run, now())
  }
  return queryRoomEndpoints({
    db,
    selectQuery: openSelectQuery(),
    executor,
    now,
    findings: caches.findingCount.of,
    prepareWhole,
    queryTimeout: config.queryTimeout,
    prepare: openPrepare({ defaultFetch: config.queryDefaultFetch, maxFetch: config.queryMaxFetch }),
    generator: `Cairn/${version}`,
    observe,
    running,
    dictionary: caches.dictionary,
    warnings: openWarnings(db, caches.dictionary),
  })
}

const fhirNeeds = ({ config, db, now, version, since, records, parties, queries, mappings }: Services) => ({
  ...records,
  executor: queries.executor,
  prepareWhole: queries.prepareWhole,
  mappings,
  people: parties,
  matching: { db: parties.db, weights: config.personMatchWeights },
  trail: { db, now },
  stall: config.queryStall,
  territory: config.territory,
  baseUrl: config.baseUrl,
  authUrl: config.authUrl,
  version,
  since,
})

function liveEndpoints({ config, db, caches, queries, feed, live, log }: Services): BoundEndpoint[] {
  return liveRoomEndpoints({
    db,
    live,
    executor: queries.executor,
    selectQuery: openSelectQuery(),
    warnings: openWarnings(db, caches.dictionary),
    stall: config.queryStall,
    stopping: feed.clock.stopping,
    failed: error => log.warn({ error }, 'a live query was cut off'),
  })
}

const extraEndpoints = ({
  config,
  db,
  now,
  vault,
  records,
  parties,
  queries,
  feed,
  webhooks,
  log,
}: Services): BoundEndpoint[] => [
  ...datamapRoomEndpoints({
    ...records,
    reads: queries.reads,
    connectionLine: queries.connectionLine,
    executor: queries.executor,
    prepareWhole: queries.prepareWhole,
    territory: config.territory,
  }),
  ...episodeRoomEndpoints(records),
  ...personRoomEndpoints({ ...parties, weights: config.personMatchWeights }),
  ...mergingRoomEndpoints({ db: parties.db, records: db }),
  ...adminExtraEndpoints({ db }),
  ...draftRoomEndpoints({ db, parties: parties.db, now, vault, lifeDays: config.draftDays }),
  ...terminologyEndpoints(config),
  ...eventRoomEndpoints({
    db,
    feed,
    source: config.baseUrl,
    stall: config.queryStall,
    failed: error => log.warn({ error }, 'a stream of changes was cut off'),
  }),
  ...webhookRoomEndpoints(webhooks),
]

function adminEndpoints(services: Services): BoundEndpoint[] {
  const { config, db, now, version, since, processes, access, audit, records, queries } = services
  const { reads, connectionLine, executor, prepareWhole } = queries
  return [
    ...access.authorization.adminEndpoints,
    ...queryAdminEndpoints({
      figures: async () => sumFigures((await processes.collect('queries')) as QueryFigures[][]),
      since,
    }),
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
      pools: () => ({ records: db.usage(), queries: reads.primary.db.usage(), audit: audit.pool.usage() }),
      routes: async () =>
        routeFigures(sumRouteCounts((await processes.collect('routes')) as RouteCounts[][]), BUCKETS),
      load: async () => loadFigures((await processes.collect('load')) as LoadSample[][], BUCKETS),
      jobs: services.jobs.report,
    }),
    ...auditRoomEndpoints({ db, baseUrl: config.baseUrl, now }),
    ...verificationRoomEndpoints({ db, databaseUrl: services.databaseUrl, stateKey: services.stateKey }),
    ...transferRoomEndpoints({
      ...records,
      reads,
      connectionLine,
      executor,
      prepareWhole,
      identityKey: services.identityKey,
      generator: `Cairn/${version}`,
      stall: config.queryStall,
    }),
  ]
}

/** Queries are also served without the prefix `/openehr` (docs/interface.md, section 8). */
const queryPrefixes = (openehrPrefixes: readonly string[], baseUrl: string): string[] => [
  ...openehrPrefixes.map(prefix => `${prefix}/query`),
  ...['/v1/query', '/query'].flatMap(path => prefixesOf(baseUrl, path)),
]

/** openEHR REST 1.1.0 has `Location` on answers to a creation or a change only. */
function withoutLocation(endpoint: BoundEndpoint): BoundEndpoint {
  if (!endpoint.route.startsWith('GET ')) return endpoint
  return {
    ...endpoint,
    reply: (...answer) => {
      const { headers, ...reply } = endpoint.reply(...answer)
      const { Location: _location, ...others } = headers ?? {}
      return { ...reply, headers: others }
    },
  }
}

function apiMounts(
  services: Services,
  openehr: readonly BoundEndpoint[],
  query: readonly BoundEndpoint[],
): Mount[] {
  const { config, version, access } = services
  const { baseUrl, prefixes } = config
  const isOpenehrProfile = config.wireProfile === 'openehr'
  const openehrPrefixes = [...new Set([...prefixesOf(baseUrl, '/openehr/v1'), ...prefixes])]
  const atQuery = queryPrefixes(openehrPrefixes, baseUrl)
  return [
    {
      prefixes: openehrPrefixes,
      lenient: isOpenehrProfile ? openehrPrefixes : prefixes,
      numbered: config.numberedPrefixes,
      isOpenehr: isOpenehrProfile,
      endpoints: [
        ...(isOpenehrProfile ? openehr.map(withoutLocation) : openehr),
        ...systemEndpoints({ version, endpoints: [...openehr, ...prefixRoutes('/query', query)] }),
      ],
    },
    {
      prefixes: atQuery,
      lenient: isOpenehrProfile ? atQuery : prefixes.map(prefix => `${prefix}/query`),
      isOpenehr: isOpenehrProfile,
      endpoints: query,
    },
    {
      prefixes: prefixesOf(baseUrl, '/extra/v1'),
      endpoints: [
        ...extraEndpoints(services),
        ...mappingRoomEndpoints(fhirNeeds(services)),
        ...liveEndpoints(services),
      ],
    },
    { prefixes: prefixesOf(baseUrl, '/admin/v1'), endpoints: adminEndpoints(services) },
    { prefixes: [''], endpoints: access.authorization.resourceEndpoints },
  ]
}

/** Paths of EhrScape beside those of EHRbase; the API description leaves them out. */
function ehrscapeMounts({ config, db, access }: Services, endpoints: readonly BoundEndpoint[]): Mount[] {
  const mountAt = (path: string, mounted: readonly BoundEndpoint[]): Mount => {
    const prefixes = ehrbaseRoots(config.prefixes).map(root => `${root}${path}`)
    return { prefixes, lenient: prefixes, endpoints: mounted }
  }
  const { sessionEndpoints } = access.authorization
  return [
    mountAt('/ecis/v1', ecisEndpoints({ db, endpoints })),
    mountAt('/v1', [...ehrscapeEndpoints({ db, endpoints }), ...sessionEndpoints]),
  ]
}

/** The FHIR API has a description of its own beside its CapabilityStatement (decision 0117). */
const fhirMount = (services: Services): Mount => ({
  prefixes: prefixesOf(services.config.baseUrl, '/fhir/r4'),
  refuse: refuseAsOutcome,
  endpoints: [...fhirRoomEndpoints(fhirNeeds(services)), ...services.access.authorization.fhirEndpoints],
})

export async function openMounts(services: Services): Promise<Mounts> {
  const { config, db, version, access } = services
  const openehr = await openehrEndpoints(services)
  const auth: Mount = {
    prefixes: prefixesOf(config.authUrl, ''),
    endpoints:
      config.issuer === undefined
        ? [...access.authorization.publicEndpoints, ...access.people.pageEndpoints]
        : [],
  }
  const query = queryEndpoints(services)
  const api = apiMounts(services, openehr, query)
  const about = {
    ...services,
    prefixes: prefixesOf(config.baseUrl, ''),
    baseUrl: config.baseUrl,
    authUrl: config.authUrl,
    tokenUrl: `${config.authUrl}/oauth/token`,
    systemId: config.systemId,
    securityContact: config.securityContact,
    consoleArchetypes: config.consoleArchetypes,
    hasTerminology: config.terminologyUrl !== undefined,
  }
  const docs = docsMount(about)
  const events: Mount = { prefixes: about.prefixes, endpoints: eventDescriptionEndpoints(about) }
  const fhir = fhirMount(services)
  /** The same operations under the paths of EHRbase; the API description leaves them out. */
  const ehrbase: Mount = {
    prefixes: ehrbaseRoots(config.prefixes),
    lenient: ehrbaseRoots(config.prefixes),
    endpoints: ehrbaseEndpoints({ db, version, endpoints: openehr }),
  }
  return {
    auth,
    api: [
      ...api,
      ehrbase,
      ...ehrscapeMounts(services, [...openehr, ...query]),
      fhir,
      docs,
      events,
      siteMount(about, [auth, ...api, docs, events], [{ mount: fhir, api: FHIR_API }]),
      consoleMount(about),
    ],
  }
}
