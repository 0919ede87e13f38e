/**
 * Tenants that are open: each is opened at its first request and closed when nobody has called it for a while. Their number is bounded, since each may use
 * a share of the connections; when there is no room, the one that has been idle for the longest time is closed (decision 0125).
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../refusal/index.ts'
import type { Admission } from './admission.ts'
import type { OpenTenant } from './open-tenant.ts'
import type { Tenant } from './tenant.ts'

interface Slot {
  readonly tenant: Tenant
  readonly opening: Promise<OpenTenant>
  open: OpenTenant | undefined
  /** Requests in progress. */
  running: number
  usedAt: number
  closing: Promise<void> | undefined
}

interface OpenState {
  readonly isOpen: boolean
  /** Requests in progress. */
  readonly running: number
}

export interface OpenTenants {
  /** Hands a request to its tenant, or calls `refuse`. */
  serve(tenant: Tenant, exchange: Exchange): void
  /** Takes note that a tenant was changed: what is open of an earlier state is closed. */
  changed(tenant: Tenant): void
  /** Opens a tenant without a request, if there is room: work that it left is done. */
  wake(tenant: Tenant): Promise<void>
  open(): readonly OpenTenant[]
  stateOf(tenantId: string): OpenState
  close(): Promise<void>
}

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly refuse: (refusal: Refusal) => void
}

export interface OpenTenantsNeeds {
  readonly most: number
  readonly idleMs: number
  /** Longest wait for requests in progress when a tenant is closed. */
  readonly graceMs: number
  readonly admit: Admission
  /** `settled` resolves when the requests of the tenant have ended. */
  readonly open: (tenant: Tenant, settled: () => Promise<void>) => Promise<OpenTenant>
  readonly failed: (error: unknown, tenant: Tenant, message: string) => void
}

/** A tenant that could not be opened is tried again after this time. */
const RETRY_MS = 5000

/** Interval of looks at requests in progress while a tenant is closed. */
const LOOK_MS = 20

const unavailable = (sentence: string) =>
  new Refusal('service.unavailable', sentence, [], { retryAfter: '5' })

const full = () =>
  new Refusal(
    'service.overloaded',
    'The server is processing as many organisations as it can; try again in a moment.',
    [],
    { retryAfter: '1' },
  )

interface SlotKeeper {
  readonly slots: ReadonlyMap<string, Slot>
  /** The slot of a tenant, which may not be open yet. Throws a refusal if it cannot be opened. */
  slotOf(tenant: Tenant): Promise<Slot>
  closeSlot(slot: Slot): Promise<void>
  /** The tenant was changed: it is tried again at once. */
  forgetFailure(tenant: Tenant): void
}

function keepSlots(needs: OpenTenantsNeeds): SlotKeeper {
  const slots = new Map<string, Slot>()
  const failedUntil = new Map<string, number>()

  const closeSlot = (slot: Slot): Promise<void> => {
    slot.closing ??= (async () => {
      const opened = await slot.opening.catch(() => undefined)
      await opened?.close().catch(error => needs.failed(error, slot.tenant, 'failed to close a tenant'))
      slots.delete(slot.tenant.tenantId)
    })()
    return slot.closing
  }
  const makeRoom = roomMaker(slots, needs.most, closeSlot)

  const openSlot = (tenant: Tenant): Slot => {
    const room = makeRoom()
    const opening = room.then(() => needs.open(tenant, () => untilSettled(slot, needs.graceMs)))
    const usedAt = performance.now()
    const slot: Slot = { tenant, opening, open: undefined, running: 0, usedAt, closing: undefined }
    slots.set(tenant.tenantId, slot)
    opening.then(
      opened => {
        slot.open = opened
      },
      error => {
        failedUntil.set(tenant.tenantId, performance.now() + RETRY_MS)
        slots.delete(tenant.tenantId)
        needs.failed(error, tenant, 'failed to open a tenant; its requests are refused')
      },
    )
    return slot
  }
  const slotOf = async (tenant: Tenant): Promise<Slot> => {
    const known = slots.get(tenant.tenantId)
    if (known?.closing !== undefined) return known.closing.then(() => slotOf(tenant))
    if (known) return known
    if ((failedUntil.get(tenant.tenantId) ?? 0) > performance.now()) throw cannotOpen()
    return openSlot(tenant)
  }
  const forgetFailure = ({ tenantId }: Tenant) => void failedUntil.delete(tenantId)
  return { slots, slotOf, closeSlot, forgetFailure }
}

export function openTenants(needs: OpenTenantsNeeds): OpenTenants {
  const { slots, slotOf, closeSlot, forgetFailure } = keepSlots(needs)
  let isStopping = false

  const handOver = (slot: Slot, opened: OpenTenant, { request, response, refuse }: Exchange): void => {
    slot.running += 1
    response.once('close', () => {
      slot.running -= 1
      slot.usedAt = performance.now()
    })
    const enter = () => opened.serve(request, response)
    needs.admit({ tenantId: slot.tenant.tenantId, response, enter, refuse })
  }
  const openFor = async (tenant: Tenant, exchange: Exchange): Promise<void> => {
    if (isStopping) throw unavailable('The server is stopping.')
    const slot = await slotOf(tenant)
    const opened = await slot.opening.catch(() => {
      throw cannotOpen()
    })
    if (slot.closing !== undefined) return openFor(tenant, exchange)
    // The client may have gone meanwhile.
    if (!exchange.response.destroyed) handOver(slot, opened, exchange)
  }
  const stopSweeping = sweepIdle(slots, needs, closeSlot)
  return {
    serve: (tenant, exchange) => {
      const slot = slots.get(tenant.tenantId)
      if (slot?.open && slot.closing === undefined && !isStopping) return handOver(slot, slot.open, exchange)
      openFor(tenant, exchange).catch(error =>
        exchange.refuse(error instanceof Refusal ? error : cannotOpen()),
      )
    },
    changed: tenant => {
      forgetFailure(tenant)
      const slot = slots.get(tenant.tenantId)
      if (slot && slot.tenant.change !== tenant.change) void closeSlot(slot)
    },
    wake: async tenant => {
      if (!isStopping && slots.size < needs.most && !slots.has(tenant.tenantId)) await slotOf(tenant)
    },
    open: () => [...slots.values()].flatMap(({ open }) => open ?? []),
    stateOf: tenantId => {
      const slot = slots.get(tenantId)
      return { isOpen: slot?.open !== undefined, running: slot?.running ?? 0 }
    },
    close: async () => {
      isStopping = true
      stopSweeping()
      await Promise.all([...slots.values()].map(closeSlot))
    },
  }
}

const cannotOpen = () =>
  unavailable('This service cannot be opened at the moment; the log of the server has the reason.')

/** Waits for the requests in progress of a tenant that takes no more. */
async function untilSettled(slot: Slot, graceMs: number): Promise<void> {
  const end = performance.now() + graceMs
  while (slot.running > 0 && performance.now() < end) await sleep(LOOK_MS)
}

const isIdle = ({ open, running, closing }: Slot): boolean =>
  open !== undefined && running === 0 && closing === undefined

/** Throws if every open tenant is in use. Connections of tenants that close are still open: the next waits for them. */
function roomMaker(
  slots: ReadonlyMap<string, Slot>,
  most: number,
  closeSlot: (slot: Slot) => Promise<void>,
): () => Promise<unknown> {
  return () => {
    const all = [...slots.values()]
    if (all.length < most) return Promise.resolve()
    if (all.filter(({ closing }) => closing === undefined).length >= most) {
      const [longest] = all.filter(isIdle).sort((one, other) => one.usedAt - other.usedAt)
      if (!longest) throw full()
      void closeSlot(longest)
    }
    return Promise.all(all.map(({ closing }) => closing))
  }
}

/** Closes tenants that nobody calls. Returns a function that stops it. */
function sweepIdle(
  slots: ReadonlyMap<string, Slot>,
  { idleMs, failed }: OpenTenantsNeeds,
  closeSlot: (slot: Slot) => Promise<void>,
): () => void {
  const hasBeenIdle = (slot: Slot) => isIdle(slot) && performance.now() - slot.usedAt >= idleMs
  const look = async (slot: Slot): Promise<void> => {
    if (await slot.open?.hasWork()) return
    if (hasBeenIdle(slot)) await closeSlot(slot)
  }
  const sweeping = setInterval(
    () => {
      for (const slot of slots.values())
        if (hasBeenIdle(slot))
          look(slot).catch(error =>
            failed(error, slot.tenant, 'failed to look for the work of an idle tenant'),
          )
    },
    Math.min(idleMs / 2, 30_000),
  ).unref()
  return () => clearInterval(sweeping)
}
