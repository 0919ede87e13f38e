/** Puts the rooms together: services are opened, routes are mounted, servers are built. */
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { type OpenedParts, openParts } from '../collections/index.ts'
import { buildServer, type Mount, readTlsFiles } from '../http/index.ts'
import { ADMIN_CONNECTIONS, roomForConnections } from '../settings/index.ts'
import { adminPortEndpoints } from './admin-port.ts'
import { provideFigures } from './figures.ts'
import { openRequests, type Requests } from './requests.ts'
import { type Mounts, openMounts } from './routes.ts'
import { type AppNeeds, openServices, type Services } from './services.ts'

export { openTenantTurns } from '../query/index.ts'
export { adminPortEndpoints } from './admin-port.ts'
export { openReadiness } from './readiness.ts'
export type { AppNeeds, Front } from './services.ts'

interface Servers {
  /** Listens on `CAIRN_PORT`. */
  readonly api: FastifyInstance
  /** Listens on `CAIRN_AUTH_PORT`, if it is set. */
  readonly auth: FastifyInstance | undefined
  /** Listens on `CAIRN_ADMIN_PORT`, if it is set. */
  readonly admin: FastifyInstance | undefined
}

export interface App extends Servers {
  /** Takes the certificate from its files again; new connections have it. */
  reloadCertificate(): void
  /** Resolves to true while events of subscriptions wait to be delivered, which ends with the app. */
  hasWork(): Promise<boolean>
  /** Ends requests, then writes the audit events that wait. */
  close(): Promise<void>
}

function buildServers(services: Services, requests: Requests, mounts: Mounts): Servers {
  const { config, access, audit, queries, tracing, now, front } = services
  const { underWay, gate, served, fault, opened, unreadable } = requests
  const ownAuthPort = config.authPort !== undefined && config.authPort !== config.port
  const core = {
    config,
    authenticate: access.authorization.authenticate,
    gate,
    underWay,
    mostConnections: Math.floor(roomForConnections(config) / (ownAuthPort ? 2 : 1)),
    opened,
    served,
    tracer: tracing?.tracer,
    fault,
    unreadable,
    trail: audit.trail,
    reads: queries.reads,
    now,
    listener: front?.listener,
    ...(front && { isPlain: true as const }),
  }
  const adminMount = (): Mount => ({ prefixes: [''], endpoints: adminPortEndpoints(services) })
  return {
    api: buildServer({ ...core, mounts: ownAuthPort ? mounts.api : [mounts.auth, ...mounts.api] }),
    auth: ownAuthPort ? buildServer({ ...core, mounts: [mounts.auth] }) : undefined,
    admin:
      config.adminPort === undefined
        ? undefined
        : buildServer({
            ...core,
            served: () => {},
            isPlain: true,
            mostConnections: ADMIN_CONNECTIONS,
            opened: () => {},
            mounts: [adminMount()],
          }),
  }
}

export const buildApp = (needs: AppNeeds): Promise<App> => openParts(opened => openApp(needs, opened))

async function openApp(needs: AppNeeds, opened: OpenedParts): Promise<App> {
  const services = opened.add(await openServices(needs))
  const requests = openRequests(services)
  const servers = buildServers(services, requests, await openMounts(services))
  const stopFigures = provideFigures(services, requests)
  const { api, auth, admin } = servers
  return {
    ...servers,
    reloadCertificate: () => {
      const files = readTlsFiles(needs.config)
      for (const server of files ? [api, auth] : [])
        if (server?.server instanceof TlsServer) server.server.setSecureContext(files ?? {})
    },
    hasWork: services.webhooks.deliverer.isBehind,
    close: async () => {
      requests.stop()
      services.feed.endReaders()
      await Promise.all([api.close(), auth?.close(), admin?.close(), needs.front?.settled()])
      requests.close()
      stopFigures()
      await services.close()
    },
  }
}
