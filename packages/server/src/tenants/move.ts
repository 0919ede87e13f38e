/** Moves a tenant to another PostgreSQL server while it is served (decision 0130). Each step can be repeated; a killed command is repeated with the same words. */
import { setTimeout as sleep } from 'node:timers/promises'
import { copyDatabase, DatabaseError, grantRights, StartError } from '../db/index.ts'
import {
  allowWrites,
  catchUp,
  followChanges,
  forgetChanges,
  noteChanges,
  stopWrites,
} from '../db/moving/index.ts'
import { newDatabaseName } from './life.ts'
import { countConnections, createOwnDatabase, dropOwnDatabase } from './own-database.ts'
import { type Registry, requireTenant, withTenantLocked } from './registry.ts'
import { addEvent, lockRegistry, putMove } from './registry-store.ts'
import { type Move, type MoveStep, type Place, type Tenant, UnreachableServer } from './tenant.ts'

/** Servers take note of the registry within a second, and close the tenant when its requests have ended. */
const [LONGEST_CLOSE_MS, LOOK_MS] = [5000, 50]

/** Told how many rows were copied, of how many. */
type TellRows = (rows: number, total: number) => void

interface Moving {
  readonly registry: Registry
  readonly tenant: Tenant
  readonly move: Move
  readonly told: TellRows
}

const put = ({ registry, tenant }: Pick<Moving, 'registry' | 'tenant'>, moved: PutMove): Promise<void> =>
  registry.db.transaction(async queries => {
    await lockRegistry(queries)
    await putMove(queries, tenant.tenantId, moved.state, moved.at, moved.move)
    if (moved.event !== undefined) await addEvent(queries, registry, tenant.tenantId, moved.event)
  })

interface PutMove {
  readonly state: Tenant['state']
  readonly at: Place
  readonly move: Move | null
  readonly event?: string
}

const accessTo = ({ registry, tenant: { tenantId } }: Moving, place: Place) =>
  registry.accessOf({ tenantId, ...place })

/** The addresses of both databases, as their owners. */
async function ownerUrls(moving: Moving): Promise<readonly [source: string, target: string]> {
  const { from, to } = moving.move
  return [(await accessTo(moving, from)).ownerUrl, (await accessTo(moving, to)).ownerUrl]
}

async function copy(moving: Moving): Promise<void> {
  const { registry, tenant, move, told } = moving
  const [source, target] = await ownerUrls(moving)
  await noteChanges(source)
  // The copy of a command that was killed is not complete.
  await dropOwnDatabase(registry, move.to)
  await createOwnDatabase(registry, tenant.tenantId, move.to)
  await copyDatabase(source, target, told)
  await grantRights(target, 'service', move.to.database)
}

/** Every row is compared once, while the tenant is served; then changes are copied until few are left. */
async function follow(moving: Moving): Promise<void> {
  const [source, target] = await ownerUrls(moving)
  await catchUp(source, target, { isWhole: true })
  await followChanges(source, target, { isWhole: false })
}

async function untilClosed({ registry, move }: Moving): Promise<void> {
  const end = performance.now() + LONGEST_CLOSE_MS
  while (performance.now() < end && (await countConnections(registry, move.from)) > 0) await sleep(LOOK_MS)
}

async function finishCopy(moving: Moving): Promise<void> {
  const [source, target] = await ownerUrls(moving)
  await untilClosed(moving)
  await stopWrites(source)
  await catchUp(source, target, { isWhole: false })
}

/** The tenant is served again where it was; what was copied is kept for the next try. */
async function giveBack(moving: Moving): Promise<void> {
  const { move } = moving
  const source = await accessTo(moving, move.from)
  await allowWrites(source.ownerUrl)
  await put(moving, { state: move.state, at: move.from, move: { ...move, step: 'copied' } })
}

async function pause(moving: Moving): Promise<void> {
  try {
    await finishCopy(moving)
  } catch (error) {
    await giveBack(moving)
    throw error
  }
}

const isUnreachable = (error: unknown): boolean => error instanceof DatabaseError && error.isUnavailable

/** Removes the copy, or after the move the old database. */
async function removeUnused(registry: Registry, { server, database }: Place): Promise<void> {
  const isRemoved = await dropOwnDatabase(registry, { server, database }).catch(error => {
    if (!isUnreachable(error)) throw error
    throw new UnreachableServer(
      `The PostgreSQL server "${server}" does not answer, so the database ${database} on it cannot be removed: repeat this when it answers. If the server is gone for good, take the move back with --cancel --abandon.`,
    )
  })
  if (!isRemoved)
    throw new StartError(`The database ${database} on ${server} could not be removed: run the command again.`)
}

const leave = ({ registry, move }: Moving): Promise<void> => removeUnused(registry, move.from)

/** The work of each step, and the state of the registry afterwards. */
const STEPS: Readonly<
  Record<MoveStep, readonly [(moving: Moving) => Promise<void>, (move: Move) => PutMove]>
> = {
  copying: [
    copy,
    move => ({ state: move.state, at: move.from, move: { ...move, step: 'copied' }, event: 'copied' }),
  ],
  copied: [
    follow,
    move => ({ state: 'moving', at: move.from, move: { ...move, step: 'paused' }, event: 'paused' }),
  ],
  paused: [
    pause,
    move => ({
      state: move.state,
      at: move.to,
      move: { ...move, step: 'leaving' },
      event: `moved to ${move.to.server}`,
    }),
  ],
  leaving: [
    leave,
    move => ({ state: move.state, at: move.to, move: null, event: `removed from ${move.from.server}` }),
  ],
}

async function begin(registry: Registry, tenant: Tenant, server: string): Promise<Tenant> {
  const { tenantId, state } = tenant
  if (state !== 'active' && state !== 'suspended')
    throw new StartError(`The tenant "${tenantId}" is ${state}; this is for one that is active or suspended.`)
  if (tenant.server === server) throw new StartError(`The tenant "${tenantId}" is on ${server} already.`)
  await registry.addressOf(server)
  const at: Place = { server: tenant.server, database: tenant.database }
  const to: Place = { server, database: newDatabaseName(tenantId) }
  const move: Move = { step: 'copying', from: at, to, state }
  await put({ registry, tenant }, { state, at, move, event: `move to ${server} begun` })
  return requireTenant(registry.db, tenantId)
}

/** The state may have been changed between two commands. */
const asItIs = (tenant: Tenant, move: Move): Move =>
  tenant.state === 'active' || tenant.state === 'suspended' ? { ...move, state: tenant.state } : move

const sameMove = (tenant: Tenant, server: string): Tenant => {
  const { tenantId, moving } = tenant
  if (moving !== null && moving.to.server !== server)
    throw new StartError(
      `A move of "${tenantId}" to ${moving.to.server} has not ended: repeat that, or take it back with --cancel.`,
    )
  return tenant
}

/** Writes into the registry that a tenant moves; `moveTenant` does it. */
export const beginMove = (registry: Registry, tenantId: string, server: string): Promise<Tenant> =>
  withTenantLocked(registry.db, tenantId, async () => {
    const tenant = await requireTenant(registry.db, tenantId)
    return tenant.moving === null ? begin(registry, tenant, server) : sameMove(tenant, server)
  })

export const moveTenant = (
  registry: Registry,
  tenantId: string,
  server: string,
  told: TellRows,
): Promise<Tenant> =>
  withTenantLocked(registry.db, tenantId, async () => {
    let tenant = sameMove(await requireTenant(registry.db, tenantId), server)
    if (tenant.moving === null) tenant = await begin(registry, tenant, server)
    while (tenant.moving !== null) {
      const moving: Moving = { registry, tenant, move: asItIs(tenant, tenant.moving), told }
      const [work, after] = STEPS[moving.move.step]
      await work(moving)
      await put(moving, after(moving.move))
      tenant = await requireTenant(registry.db, tenantId)
    }
    return tenant
  })

/** Serves the tenant from where it was. A move that goes on nevertheless begins again, since changes are not noted any more. */
async function stayThere(moving: Moving): Promise<void> {
  const { tenant, move } = moving
  const again: Move = { ...move, step: 'copying' }
  await put(moving, { state: tenant.state, at: move.from, move: again })
  await forgetChanges((await accessTo(moving, move.from)).ownerUrl)
  await put(moving, { state: move.state, at: move.from, move: again })
}

interface CancelOptions {
  /** Gives up a database on a server that does not answer. */
  readonly abandon?: boolean
}

/** Returns the words for the history of the tenant. */
async function removeOrAbandon(
  registry: Registry,
  place: Place,
  { abandon = false }: CancelOptions,
): Promise<string> {
  try {
    await removeUnused(registry, place)
    return ''
  } catch (error) {
    if (!abandon || !(error instanceof UnreachableServer)) throw error
    return `; ${place.database} on ${place.server} was abandoned`
  }
}

/**
 * Possible until the tenant has moved: it is served from where it was, and the copy is removed. A tenant that has moved can only be freed of an old database
 * whose server is gone for good.
 */
export const cancelMove = (
  registry: Registry,
  tenantId: string,
  options: CancelOptions = {},
): Promise<Tenant> =>
  withTenantLocked(registry.db, tenantId, async () => {
    const tenant = await requireTenant(registry.db, tenantId)
    const move = tenant.moving
    if (move === null) throw new StartError(`The tenant "${tenantId}" does not move.`)
    const hasMoved = move.step === 'leaving'
    if (hasMoved && !options.abandon)
      throw new StartError(
        `The tenant "${tenantId}" has moved already: repeat "cairn tenant move" to remove its old database, or add --abandon if its server is gone for good.`,
      )
    const moving = { registry, tenant, move: asItIs(tenant, move), told: () => {} }
    if (!hasMoved) await stayThere(moving)
    const [at, unused] = hasMoved ? [move.to, move.from] : [move.from, move.to]
    const abandoned = await removeOrAbandon(registry, unused, options)
    const event = `${hasMoved ? `removed from ${move.from.server}` : 'move taken back'}${abandoned}`
    await put(moving, { state: moving.move.state, at, move: null, event })
    return requireTenant(registry.db, tenantId)
  })
