/** Limit of files and connections that this process may have open. Node itself raises it as far as allowed. */
import { readFileSync } from 'node:fs'

/** Returns undefined if the system does not report it. */
export function openFilesLimit(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}
