/** Opens what several rooms share, from the vault to the executor of queries, and closes it in the other order. */
import type { Server } from 'node:http'
import { RIGHTS } from '../access/index.ts'
import { openAudit } from '../audit/index.ts'
import { checkedVault, openAuthorization, refuseLastAdministrator } from '../auth/index.ts'
import { type OpenedParts, openParts } from '../collections/index.ts'
import { type Changes, type Database, openChanges } from '../db/index.ts'
import { openTemplateShelf } from '../definitions/index.ts'
import { launchPatients, openDefinitionShelf, personEntries } from '../demographic/index.ts'
import { launchRecords, SERVER_DOCUMENTS } from '../ehr/index.ts'
import { openFeed } from '../events/index.ts'
import { openMappingShelf } from '../fhir/index.ts'
import type { measureWait } from '../http/index.ts'
import { openKnownIndexes } from '../indexes/index.ts'
import { openLiveQueries } from '../live/index.ts'
import {
  type AllProcesses,
  type Jobs,
  type Log,
  type Metrics,
  openJobs,
  openQueryWatch,
  openTracing,
  type QueryWatch,
  type Tracing,
  tracedDatabase,
} from '../observe/index.ts'
import { openPeople } from '../people/index.ts'
import {
  openConnectionLine,
  openExecutor,
  openPrepareWhole,
  openQueryReads,
  openQueryStatistics,
  openRunningQueries,
  openWarnings,
} from '../query/index.ts'
import { openDictionarySweep, openPathDictionary } from '../roots/index.ts'
import { identityKeyOf, sealWhatExists, type Vault } from '../seals/index.ts'
import { type Config, settingsLabel } from '../settings/index.ts'
import { openFindingCount } from '../versions/companions/index.ts'
import {
  openCommitWriter,
  openEhrLane,
  openNewEhrDoor,
  openSigner,
  type Signer,
  settlingTimes,
} from '../versions/index.ts'
import { openPacker } from '../versions/packing/index.ts'
import { type Owner, openConditions, openDeliverer } from '../webhooks/index.ts'
import { openQuota } from './quota.ts'
import { startUpkeep } from './upkeep.ts'

/** The server in front of several apps. */
export interface Front {
  readonly listener: Server
  /** The wait of requests of all apps. */
  readonly wait: ReturnType<typeof measureWait>
  /** Resolves when the requests that were handed over have ended. */
  readonly settled: () => Promise<void>
  /** The app among the others. */
  readonly tenant: Parameters<typeof openConnectionLine>[1]
}

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
  /** The server that hands requests over to this app, which then does not listen itself. */
  readonly front?: Front
  /** Resolves to the fault that keeps the server from serving, or to undefined. */
  readonly unready: () => Promise<string | undefined>
  /** Resolves to the part of the database that is away, or to undefined. */
  readonly degraded: () => Promise<string | undefined>
  /** The clock; only tests set another. */
  readonly now: () => number
  /** Cost of a new password's hash; only tests set another. */
  readonly passwordCost?: Parameters<typeof openPeople>[0]['passwordCost']
  /** The pace of background jobs: 10 runs them ten times as often. Only tests set another than 1. */
  readonly jobPace?: number
}

/** Interval of the search for changes that were not announced, such as those of an operator in SQL. Commits check templates themselves. */
const REFRESH_MS = 2000

/** Interval at which EHRs are counted and the size is read, where they have a limit. */
const QUOTA_MS = 5000

/** Interval of the search for dictionary entries that nothing uses. */
const SWEEP_MS = 60_000

interface AccessNeeds {
  readonly changes: Changes
  readonly jobs: Jobs
  readonly vault: Vault
  readonly signer: Signer
}

/** People who sign in, clients, and their tokens. */
async function openAccess(needs: AppNeeds, { changes, jobs, vault, signer }: AccessNeeds) {
  const { config, db, now, passwordCost, log } = needs
  const people = await openPeople({
    config,
    db,
    changes,
    vault,
    now,
    passwordCost,
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
    patients: launchPatients(db.ofParties()),
    recordKeys: signer.jwks,
    failed: error => log.warn({ error }, 'failed to refresh clients and keys'),
  })
  return {
    people,
    authorization,
    close: async () => {
      await authorization.close()
      people.close()
    },
  }
}

/** Copies of small tables that are held in memory: templates, paths, indexes, counts of findings. */
async function openCaches({ config, db, log }: AppNeeds, changes: Changes, jobs: Jobs) {
  const dictionary = openPathDictionary(db, config.pathsPerTemplate)
  const shelf = openTemplateShelf(db, changes, config.systemId)
  const findingCount = openFindingCount(db)
  const indexes = openKnownIndexes(db)
  const quota = await openQuota(db, { ehrs: config.maxEhrs, bytes: config.maxDatabaseSize })
  await Promise.all([dictionary.refresh(), findingCount.refresh(), indexes.refresh()])
  const stopRefreshing = jobs.repeat({
    name: 'refresh',
    milliseconds: REFRESH_MS,
    work: () =>
      Promise.all([shelf.refresh(), findingCount.refresh(), dictionary.refresh(), indexes.refresh()]),
    failed: error => log.warn({ error }, 'failed to refresh templates'),
  })
  const stopSweeping = jobs.repeat({
    name: 'dictionary_sweep',
    milliseconds: SWEEP_MS,
    work: openDictionarySweep(db),
    failed: error => log.warn({ error }, 'failed to clean up the path dictionary'),
  })
  const stopCounting =
    quota &&
    jobs.repeat({
      name: 'quota',
      milliseconds: QUOTA_MS,
      work: quota.refresh,
      failed: error => log.warn({ error }, 'failed to read the number of EHRs and the size of the database'),
    })
  return {
    dictionary,
    shelf,
    findingCount,
    indexes,
    quota,
    close: () => {
      stopRefreshing()
      stopSweeping()
      stopCounting?.()
    },
  }
}

type Caches = Awaited<ReturnType<typeof openCaches>>

/** Everything that the rooms need to read and write records. */
const openRecords = (
  { config, db, now }: AppNeeds,
  { shelf, dictionary, quota }: Caches,
  signer: Signer,
  ehrLane = openEhrLane(config.lockTimeout),
) => ({
  db,
  ehrLane,
  commitDoor: openCommitWriter(db, ehrLane),
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
  settleTime: settlingTimes(db, now),
  quota,
  limits: {
    versions: config.maxVersions,
    folders: config.maxFolders,
    findings: config.maxFindings,
  },
  systemId: config.systemId,
  profile: config.wireProfile,
})

/** The same for parties, which are records of their own in another schema. */
async function openParties<Records extends ReturnType<typeof openRecords>>(records: Records) {
  const db = records.db.ofParties()
  const definitions = await openDefinitionShelf(db)
  return {
    ...records,
    db,
    definitions,
    entryOf: personEntries(definitions),
    commitDoor: openCommitWriter(db, records.ehrLane),
    settleTime: settlingTimes(db, records.now),
  }
}

interface QueryServiceNeeds {
  readonly caches: Caches
  /** Keys what replaces the identity of patients. */
  readonly identityKey: string
  readonly tracing: Tracing | undefined
}

/** The executor of queries with its connections, and what watches it. */
async function openQueries(needs: AppNeeds, { caches, identityKey, tracing }: QueryServiceNeeds) {
  const { config, log, metrics } = needs
  const traced = (pool: Database) => (tracing ? tracedDatabase(pool, tracing.tracer, 'queries') : pool)
  const reads = await openQueryReads({ ...needs, traced }, fault =>
    fault === undefined
      ? log.info({}, 'reading from the replica')
      : log.warn({ fault }, 'replica not in use; reading from the primary'),
  )
  const tenant = needs.front?.tenant
  const connectionLine = openConnectionLine(config, tenant)
  const { dictionary, indexes } = caches
  const watch: QueryWatch = openQueryWatch(config, log, metrics, tracing)
  const executor = openExecutor({ ...needs, tenant, reads, connectionLine, dictionary, indexes, identityKey })
  return {
    reads,
    connectionLine,
    executor,
    prepareWhole: openPrepareWhole(),
    statistics: openQueryStatistics(),
    running: openRunningQueries(),
    watch,
    close: async () => {
      await executor.close()
      await reads.close()
    },
  }
}

interface EventNeeds {
  readonly vault: Vault
  readonly jobs: Jobs
  readonly changes: Changes
  readonly access: Awaited<ReturnType<typeof openAccess>>
  readonly audit: Awaited<ReturnType<typeof openAudit>>
  readonly queries: Awaited<ReturnType<typeof openQueries>>
  readonly caches: Caches
}

/** The change feed, the live queries that follow it, and its events sent to the addresses of subscriptions. */
async function openEvents(
  needs: AppNeeds,
  { access, audit, vault, changes, jobs, queries, caches }: EventNeeds,
) {
  const { config, db, log } = needs
  const feed = await openFeed({
    db,
    jobs,
    readers: { most: config.maxChangeReaders, mostPerClient: config.changeReadersPerClient },
    failed: error => log.warn({ error }, 'failed to give changes their positions in the feed; retrying'),
  })
  const live = openLiveQueries({
    db,
    reads: queries.reads,
    feed,
    settings: {
      most: config.liveMax,
      mostPerClient: config.livePerClient,
      interval: config.liveInterval,
      mostRows: config.liveMaxRows,
    },
    failed: error => log.warn({ error }, 'live queries do not show the latest changes; retrying'),
  })
  const readerOf = (owner: Owner) =>
    access.authorization.findStandingCaller(owner, {
      scope: 'api.read',
      right: RIGHTS.readRecord,
      isLenient: false,
    })
  const { outgoing } = access.people
  const source = config.baseUrl
  const conditionOf = openConditions()
  const shared = { db, vault, changes, feed, outgoing, readerOf, source, conditionOf }
  const deliverer = openDeliverer({ ...needs, ...shared, jobs, trail: audit.trail })
  return {
    feed,
    live,
    webhooks: {
      ...shared,
      deliverer,
      knowsPeople: config.issuer === undefined,
      warnings: openWarnings(db, caches.dictionary),
    },
    close: async () => {
      live.close()
      await deliverer.close()
      feed.close()
    },
  }
}

/** An installation from before the seals has them from its first start on. */
async function sealFirst(db: Database, { stateKey }: Vault, log: Log): Promise<void> {
  const sealed = await sealWhatExists(db, stateKey)
  if (Object.keys(sealed).length > 0)
    log.info({ sealed }, 'sealed existing definitions, accounts, rights and tags')
}

export type Services = Awaited<ReturnType<typeof openServices>>

export const openServices = (given: AppNeeds) => openParts(opened => openAll(given, opened))

async function openAll(given: AppNeeds, opened: OpenedParts) {
  const { config, log, version, now } = given
  const tracing = openTracing({ config, version, log, tenantId: given.front?.tenant?.tenantId })
  if (tracing) opened.add(tracing)
  const db = tracing ? tracedDatabase(given.db, tracing.tracer, 'records') : given.db
  const needs = { ...given, db }
  const jobs = opened.add(openJobs(now, given.jobPace))
  const vault = await checkedVault(db, given.secretKey)
  await sealFirst(db, vault, log)
  const signer = await openSigner(db, vault)
  const audit = opened.add(await openAudit({ ...needs, sign: signer.signDigest, jobs }))
  const changes = await openChanges({
    url: given.databaseUrl,
    db,
    label: settingsLabel(config),
    failed: error => log.warn({ error }, 'lost change notifications from other processes; reloading caches'),
  })
  opened.add(changes)
  const access = opened.add(await openAccess(needs, { changes, jobs, vault, signer }))
  const caches = opened.add(await openCaches(needs, changes, jobs))
  const identityKey = identityKeyOf(vault)
  const queries = opened.add(await openQueries(needs, { caches, identityKey, tracing }))
  const records = openRecords(needs, caches, signer)
  const events = opened.add(await openEvents(needs, { access, audit, vault, changes, jobs, queries, caches }))
  const parties = await openParties(records)
  opened.add({ close: startUpkeep({ ...needs, jobs, identityKey }, caches.shelf, parties.definitions) })
  return {
    ...needs,
    // The cause first: a database that takes no writes stores no audit events either.
    unready: async () => (await given.unready()) ?? audit.trail.fault(),
    tracing,
    jobs,
    audit,
    access,
    caches,
    records,
    parties,
    queries,
    feed: events.feed,
    live: events.live,
    webhooks: events.webhooks,
    mappings: openMappingShelf(db),
    identityKey,
    vault,
    stateKey: vault.stateKey,
    /** Server start, as the reports tell it. */
    since: now(),
    close: opened.close,
  }
}
