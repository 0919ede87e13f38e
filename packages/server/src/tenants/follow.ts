/** Follows the registry: what commands of the operator change there, this server takes note of within about a second. */
import type { Database } from '../db/index.ts'
import { changedTenants } from './registry-store.ts'
import type { Tenant } from './tenant.ts'

const LOOK_MS = 1000

interface Followed {
  readonly changed: (tenant: Tenant) => void
  /** Called once for a series of failures: the server goes on with what it knows. */
  readonly failed: (error: unknown) => void
}

/** Resolves when every tenant is known. Returns a function that ends it. */
export async function followRegistry(db: Database, { changed, failed }: Followed): Promise<() => void> {
  let last = 0
  let hasFailed = false
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const look = async (): Promise<void> => {
    for (const tenant of await changedTenants(db, last)) {
      last = tenant.change
      changed(tenant)
    }
  }
  const lookAgain = async (): Promise<void> => {
    try {
      await look()
      hasFailed = false
    } catch (error) {
      if (!hasFailed && !isClosed) failed(error)
      hasFailed = true
    }
    if (!isClosed) timer = setTimeout(() => void lookAgain(), LOOK_MS).unref()
  }
  await look()
  timer = setTimeout(() => void lookAgain(), LOOK_MS).unref()
  return () => {
    isClosed = true
    clearTimeout(timer)
  }
}
