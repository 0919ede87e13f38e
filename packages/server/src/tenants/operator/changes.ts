/** Changes that operators ask for: one after the other, since each holds a connection of the registry. A move goes on after its answer. */
import { StartError } from '../../db/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { ConfigError } from '../../settings/index.ts'
import { beginMove, moveTenant } from '../move.ts'
import type { Registry } from '../registry.ts'
import { addEvent } from '../registry-store.ts'
import { InvalidTenant, type Tenant, UnknownTenant, UnreachableServer } from '../tenant.ts'

/** The sentences are those of the commands. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof UnknownTenant) return new Refusal('tenant.not_found', error.message)
  if (error instanceof InvalidTenant || error instanceof ConfigError)
    return new Refusal('tenant.invalid', error.message)
  if (error instanceof UnreachableServer) return new Refusal('tenant.unreachable', error.message)
  return error instanceof StartError ? new Refusal('tenant.conflict', error.message) : error
}

export interface Changes {
  make<T>(work: () => Promise<T>): Promise<T>
  /** Begins or goes on with a move; resolves when the registry has it. */
  move(registry: Registry, tenantId: string, server: string): Promise<Tenant>
  /** Resolves when no move is under way. */
  settled(): Promise<void>
}

export function openChanges(failed: (error: unknown, tenantId: string) => void): Changes {
  let last: Promise<unknown> = Promise.resolve()
  let moving: Promise<void> | undefined
  const make: Changes['make'] = work => {
    const mine = last.then(work).catch(error => {
      throw refusalOf(error)
    })
    last = mine.catch(() => {})
    return mine
  }
  const goOn = async (registry: Registry, tenantId: string, server: string): Promise<void> => {
    try {
      await moveTenant(registry, tenantId, server, () => {})
    } catch (error) {
      failed(error, tenantId)
      const reason = error instanceof StartError ? `: ${error.message}` : ''
      await addEvent(registry.db, registry, tenantId, `move interrupted${reason}`).catch(() => {})
    }
  }
  return {
    make,
    move: (registry, tenantId, server) =>
      make(async () => {
        if (moving !== undefined)
          throw new StartError('This server moves a tenant already: wait until that has ended.')
        const tenant = await beginMove(registry, tenantId, server)
        moving = goOn(registry, tenantId, server).finally(() => {
          moving = undefined
        })
        return tenant
      }),
    settled: async () => {
      await moving
    },
  }
}
