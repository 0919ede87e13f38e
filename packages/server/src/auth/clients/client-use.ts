/** The last use of each client: noted in memory at every call, and written for many clients together, at most once a minute for each. */
import type { Database } from '../../db/index.ts'
import { type LastUse, writeLastUses } from './store.ts'

export interface ClientUse {
  /** At every call: it must cost nothing. */
  note(clientId: string): void
  /** Writes the uses of clients that were not written for a minute; `isLast`: all that are newer. */
  write(isLast?: boolean): Promise<void>
}

const MINUTE_MS = 60_000

interface Noted {
  used: number
  written: number
}

export function openClientUse(db: Database, now: () => number): ClientUse {
  const noted = new Map<string, Noted>()
  return {
    note: clientId => {
      const known = noted.get(clientId)
      if (known) known.used = now()
      else noted.set(clientId, { used: now(), written: 0 })
    },
    write: async (isLast = false) => {
      const due = [...noted].filter(
        ([, { used, written }]) => used > written && (isLast || now() - written >= MINUTE_MS),
      )
      if (due.length === 0) return
      const uses = due.map(([clientId, { used }]): LastUse => ({ clientId, at: new Date(used) }))
      await writeLastUses(db, uses)
      for (const [index, [, each]] of due.entries()) each.written = uses[index]?.at.getTime() ?? 0
    },
  }
}
