/** The server in front of all tenants: it listens, tells the tenant of each request, and answers itself where there is none. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { adminPortEndpoints, openTenantTurns } from '../app/index.ts'
import { auditEvent, type FinishedRequest, trailEvent } from '../audit/index.ts'
import { boundUnderWay, buildServer, measureWait, readTlsFiles } from '../http/index.ts'
import { operatorPageMount } from '../http/pages/index.ts'
import { type AllProcesses, type Log, type Metrics, openMetrics } from '../observe/index.ts'
import { Refusal } from '../refusal/index.ts'
import { ADMIN_CONNECTIONS, type Config, connectionsOfTenant, roomForConnections } from '../settings/index.ts'
import { openAdmission } from './admission.ts'
import { type Directory, openDirectory } from './directory.ts'
import { followRegistry } from './follow.ts'
import { openTenant, type TenantNeeds } from './open-tenant.ts'
import { type Exchange, type OpenTenants, openTenants } from './open-tenants.ts'
import {
  authenticateOperator,
  type Changes,
  openChanges,
  operatorMount,
  operatorTrail,
  removeOldRequests,
} from './operator/index.ts'
import { openRequestCounts, type RequestCounts } from './request-counts.ts'
import type { Tenant } from './tenant.ts'

export interface TenantServer {
  /** Listens on `CAIRN_PORT`. */
  readonly api: FastifyInstance
  /** Listens on `CAIRN_ADMIN_PORT`, if it is set. */
  readonly admin: FastifyInstance | undefined
  /** Takes the certificate from its files again; new connections have it. */
  reloadCertificate(): void
  close(): Promise<void>
}

/** The same words as for an address without a route: a stranger learns nothing about tenants. */
const NOT_FOUND = new Refusal('resource.not_found', 'There is nothing at this address.')

const SUSPENDED = new Refusal('tenant.suspended', 'This organisation is suspended: ask its administrator.')

const MOVING = new Refusal(
  'tenant.moving',
  'This organisation moves to another database; try again in a moment.',
  [],
  { retryAfter: '1' },
)

/** Interval at which tenants that nobody has called are opened in turn, and the time after which one has its turn again. */
const [WAKE_MS, WAKE_AGAIN_MS] = [60_000, 6 * 60 * 60_000]

const INTERNAL = new Refusal(
  'internal',
  'An internal error occurred. The request id identifies it in the log.',
)

type Wait = ReturnType<typeof measureWait>

/** The parts of the servers that no tenant has: they have no callers, and no audit trail to put a request in. The log has it. */
const coreOf = (config: Config, log: Log, wait: Wait) => ({
  config,
  authenticate: () => {
    throw NOT_FOUND
  },
  underWay: boundUnderWay(config.maxRequests, wait.isTooLong),
  reads: { position: async () => undefined, settled: async () => {} },
  unreadable: (count: number) => log.warn({ count }, 'too many unreadable connections'),
  fault: (error: unknown, requestId: string) => {
    log.error({ error, requestId }, 'internal error while refusing a request')
    return INTERNAL
  },
  trail: {
    eventOf: (request: FinishedRequest) => trailEvent(auditEvent(request, Date.now())),
    record: () => undefined,
    stored: () => {},
  },
  now: Date.now,
})

/** Requests of tenants go to their own apps; all others stay with this server, which refuses them. */
function divert({ server }: FastifyInstance, handOver: (exchange: HandedOver) => void): void {
  const [answer] = server.listeners('request') as RequestListener[]
  if (!answer) throw new Error('the server has no listener for requests')
  server.off('request', answer)
  server.on('request', (request, response) =>
    handOver({ request, response, stay: () => void answer(request, response) }),
  )
}

interface HandedOver {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Lets this server answer. */
  readonly stay: () => void
}

function openApi(config: Config, log: Log, wait: Wait, serve: (tenant: Tenant, exchange: Exchange) => void) {
  const refusals = new WeakMap<IncomingMessage, Refusal>()
  const directory = openDirectory()
  const api = buildServer({
    ...coreOf(config, log, wait),
    mounts: [],
    gate: request => refusals.get(request) ?? NOT_FOUND,
    mostConnections: roomForConnections(config),
    opened: server => wait.watch(server),
    served: log.served,
  })
  divert(api, ({ request, response, stay }) => {
    const tenant = directory.of(request)
    const refuse = (refusal: Refusal) => {
      refusals.set(request, refusal)
      stay()
    }
    if (!tenant) stay()
    else if (tenant.state === 'suspended') refuse(SUSPENDED)
    else if (tenant.state === 'moving') refuse(MOVING)
    else serve(tenant, { request, response, refuse })
  })
  return { api, directory }
}

/** The pages of all open tenants on one, each sample with the name of its tenant. */
const metricsOfAll = (own: Metrics, tenants: () => OpenTenants): AllProcesses => ({
  provide: () => {},
  collect: () =>
    Promise.all(
      [
        own,
        ...tenants()
          .open()
          .map(({ metrics }) => metrics),
      ].map(each => each.render()),
    ),
})

interface AdminNeeds {
  readonly needs: TenantNeeds
  readonly wait: Wait
  readonly tenants: () => OpenTenants
  readonly directory: Directory
  readonly changes: Changes
  readonly counts: RequestCounts
}

function openAdmin({ needs, wait, tenants, directory, changes, counts }: AdminNeeds) {
  const { config, log, registry } = needs
  if (config.adminPort === undefined) return undefined
  const metrics = openMetrics()
  metrics.include(() => [
    {
      name: 'cairn_tenants',
      type: 'gauge',
      help: 'Tenants in the registry, by state, and those that are open.',
      labels: ['state'],
      samples: [
        ...[...countStates(directory)].map(([state, count]) => [count, { state }] as const),
        [tenants().open().length, { state: 'open' }],
      ],
    },
  ])
  const processes = metricsOfAll(metrics, tenants)
  const isWell = async () => undefined
  const loadOf = (tenantId: string) => ({ ...tenants().stateOf(tenantId), minutes: counts.of(tenantId) })
  return buildServer({
    ...coreOf(config, log, wait),
    authenticate: authenticateOperator({ registry }),
    trail: operatorTrail(registry.db, error =>
      log.error({ error }, 'a request of an operator cannot be recorded; it is refused'),
    ),
    isPlain: true,
    mounts: [
      operatorPageMount(),
      operatorMount({ registry, config, changes, loadOf }, needs.version),
      {
        prefixes: [''],
        endpoints: adminPortEndpoints({ metrics, processes, unready: isWell, degraded: isWell }),
      },
    ],
    gate: () => undefined,
    mostConnections: ADMIN_CONNECTIONS,
    opened: () => {},
    served: () => {},
  })
}

function countStates(directory: Directory): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { state } of directory.all()) counts.set(state, (counts.get(state) ?? 0) + 1)
  return counts
}

/** Tenants have work that no request begins: events to deliver, drafts and months to remove. */
function wakeInTurn(directory: Directory, tenants: OpenTenants, log: Log): () => void {
  const wokenAt = new Map<string, number>()
  const isNext = ({ tenantId, state }: Tenant, now: number) =>
    state === 'active' && now - (wokenAt.get(tenantId) ?? Number.NEGATIVE_INFINITY) > WAKE_AGAIN_MS
  const waking = setInterval(() => {
    const now = performance.now()
    const next = [...directory.all()].find(tenant => isNext(tenant, now))
    if (!next) return
    wokenAt.set(next.tenantId, now)
    tenants.wake(next).catch(error => log.warn({ error, tenant: next.tenantId }, 'failed to wake a tenant'))
  }, WAKE_MS).unref()
  return () => clearInterval(waking)
}

export async function openTenantServer(needs: TenantNeeds): Promise<TenantServer> {
  const { config, log, registry } = needs
  const wait = measureWait(config.waitTarget)
  const counts = openRequestCounts(needs.now)
  const { api, directory } = openApi(config, log, wait, (tenant, exchange) => {
    counts.add(tenant.tenantId)
    tenants.serve(tenant, exchange)
  })
  const turns = openTenantTurns(config)
  const tenants = openTenants({
    most: Math.floor(config.tenantConnections / connectionsOfTenant(config)),
    idleMs: config.tenantIdle * 1000,
    graceMs: config.shutdownGrace,
    admit: openAdmission(config.maxRequests),
    open: (tenant, settled) => {
      const { tenantId } = tenant
      return openTenant(needs, tenant, {
        listener: api.server,
        wait,
        settled,
        tenant: { tenantId, turns },
      })
    },
    failed: (error, { tenantId }, message) => log.error({ error, tenant: tenantId }, message),
  })
  const changes = openChanges((error, tenantId) =>
    log.error({ error, tenant: tenantId }, 'the move of a tenant was interrupted'),
  )
  const admin = openAdmin({ needs, wait, tenants: () => tenants, directory, changes, counts })
  const endFollowing = await followRegistry(registry.db, {
    changed: tenant => {
      directory.put(tenant)
      tenants.changed(tenant)
    },
    failed: error =>
      log.warn({ error }, 'the registry of tenants cannot be read; serving those that are known'),
  })
  const endWaking = wakeInTurn(directory, tenants, log)
  const endRemoving = removeOldRequests(registry.db, config.auditRetention, log)
  return {
    api,
    admin,
    reloadCertificate: () => {
      const files = readTlsFiles(config)
      if (files && api.server instanceof TlsServer) api.server.setSecureContext(files)
    },
    close: async () => {
      endFollowing()
      endWaking()
      endRemoving()
      await Promise.all([tenants.close(), api.close(), admin?.close()])
      await changes.settled()
      wait.close()
    },
  }
}
