/** Tells which operations a test file called, and what they answered, for the conformance statement (`scripts/conformance.ts`). */
import { appendFileSync } from 'node:fs'

/** Names the file that calls are added to; nothing is recorded without it. */
export const CALLS_VARIABLE = 'CAIRN_TEST_CALLS'

/** Names the test file that is running: several share a process, one after the other. */
export const FILE_VARIABLE = 'CAIRN_TEST_FILE'

const SERVED = /"method":"(\w+)","route":"([^"]+)","status":(\d{3})/

/** Takes lines of the server's log. Each call is told once a process, at its end. */
export function callRecorder(): (line: string) => void {
  const file = process.env[CALLS_VARIABLE]
  if (file === undefined) return () => {}
  const seen = new Set<string>()
  process.once('exit', () => {
    if (seen.size > 0) appendFileSync(file, `${[...seen].join('\n')}\n`)
  })
  return line => {
    const [, method, route, status] = SERVED.exec(line) ?? []
    if (method === undefined) return
    seen.add(JSON.stringify({ test: process.env[FILE_VARIABLE], call: `${method} ${route} ${status}` }))
  }
}
