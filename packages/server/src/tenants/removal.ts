/** Removes a tenant for good: first the facts that prove it, then database and roles. */
import { createHash } from 'node:crypto'
import { checkedVault } from '../auth/index.ts'
import { type Database, StartError, sql } from '../db/index.ts'
import { openSigner } from '../versions/index.ts'
import { dropOwnDatabase, openOwnPool } from './own-database.ts'
import { type Registry, requireTenant, withTenantLocked } from './registry.ts'
import { addEvent, lockRegistry, putDeleted, putProof } from './registry-store.ts'
import type { DeletionProof, RemovedFacts, Tenant } from './tenant.ts'

type Counts = Pick<RemovedFacts, 'ehrs' | 'versions' | 'audit_events' | 'audit_head' | 'removed_at'>

const counts = sql<Omit<Counts, 'removed_at'> & { removed_at: Date }>({
  name: 'tenant.counts',
  text: `select (select count(*) from cairn.ehr)::integer as ehrs,
    ((select count(*) from cairn.version) + (select count(*) from cairn_party.version))::integer as versions,
    ((select count(*) from cairn.audit_trail) + (select count(*) from cairn.audit_old_event))::integer as audit_events,
    (select seal_number || ':' || encode(digest, 'hex') from cairn.audit_seal order by seal_number desc limit 1) as audit_head,
    now() as removed_at`,
})

async function proofOf(db: Database, secretKey: string, tenant: Tenant): Promise<DeletionProof> {
  const [found] = await db.query(counts)
  if (!found) throw new Error('counts without a row')
  const { tenantId, systemId, database } = tenant
  const removed: RemovedFacts = {
    tenant: tenantId,
    system_id: systemId,
    database,
    ...found,
    removed_at: found.removed_at.toISOString(),
  }
  const facts = JSON.stringify(removed)
  const signer = await openSigner(db, await checkedVault(db, secretKey))
  const signature = signer.signDigest(createHash('sha256').update(facts).digest())
  const { kid: used } = JSON.parse(Buffer.from(signature.split('.')[0] ?? '', 'base64url').toString())
  return { facts, signature, key: signer.jwks.find(({ kid }) => kid === used) }
}

async function takeProof(registry: Registry, tenant: Tenant): Promise<DeletionProof> {
  const access = await registry.accessOf(tenant)
  const db = openOwnPool(access)
  try {
    return await proofOf(db, access.secretKey, tenant)
  } finally {
    await db.close()
  }
}

/** A tenant whose creation was interrupted was never served: it has no records, and maybe no database. */
const nothingRemoved = ({ tenantId, systemId, database }: Tenant): DeletionProof => {
  const none = { ehrs: 0, versions: 0, audit_events: 0, audit_head: null }
  const removed_at = new Date().toISOString()
  const removed: RemovedFacts = { tenant: tenantId, system_id: systemId, database, ...none, removed_at }
  return { facts: JSON.stringify(removed), signature: null, key: null }
}

/** A command that was interrupted goes on here: what was proved and dropped stays so. */
async function remove(registry: Registry, tenant: Tenant): Promise<void> {
  const { tenantId, database } = tenant
  if (tenant.state !== 'removing') {
    const isEmpty = tenant.state === 'creating'
    const proof = isEmpty ? nothingRemoved(tenant) : await takeProof(registry, tenant)
    await registry.db.transaction(async queries => {
      await lockRegistry(queries)
      await putProof(queries, tenantId, proof)
      await addEvent(queries, registry, tenantId, 'removal begun')
    })
  }
  if (!(await dropOwnDatabase(registry, tenant)))
    throw new StartError(
      `The database ${database} or a role of it could not be removed: run the command again.`,
    )
  await registry.db.transaction(async queries => {
    await lockRegistry(queries)
    await putDeleted(queries, tenantId)
    await addEvent(queries, registry, tenantId, 'deleted')
  })
}

const isOver = ({ deleteAfter }: Tenant, now: number): boolean =>
  deleteAfter !== null && deleteAfter.getTime() <= now

/** True if the tenant is to be deleted and its grace time is over, or if it was never complete. */
export const isDue = (tenant: Tenant, now: number): boolean =>
  ['creating', 'removing'].includes(tenant.state) || (tenant.state === 'deleting' && isOver(tenant, now))

export const removeTenant = (registry: Registry, tenantId: string, now: number): Promise<Tenant> =>
  withTenantLocked(registry.db, tenantId, async () => {
    const tenant = await requireTenant(registry.db, tenantId)
    if (tenant.state !== 'deleting' && !isDue(tenant, now))
      throw new StartError(`The tenant "${tenantId}" is ${tenant.state}: there is nothing to remove.`)
    if (!isDue(tenant, now))
      throw new StartError(
        `The tenant "${tenantId}" can be taken back until ${tenant.deleteAfter?.toISOString()} ("cairn tenant resume ${tenantId}"); its data are removed after that.`,
      )
    await remove(registry, tenant)
    return requireTenant(registry.db, tenantId)
  })
