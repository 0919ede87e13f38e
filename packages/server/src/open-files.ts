/** How many files and connections this process may have open. Node itself raises the limit as far as it may. */
import { readFileSync } from 'node:fs'

/** Undefined where the system does not tell. */
export function openFilesLimit(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}
