/** Tells which operations a test file called, and what they answered, for the conformance statement (`scripts/conformance.ts`). */
import { appendFileSync } from 'node:fs'

/** Names the file that calls are added to; nothing is recorded without it. */
export const CALLS_VARIABLE = 'CAIRN_TEST_CALLS'

const SERVED = /"method":"(\w+)","route":"([^"]+)","status":(\d{3})/

/** Takes lines of the server's log. Each call is told once a process, at its end. */
export function callRecorder(): (line: string) => void {
  const file = process.env[CALLS_VARIABLE]
  if (file === undefined) return () => {}
  const seen = new Set<string>()
  process.once('exit', () => {
    const lines = [...seen].map(call => JSON.stringify({ test: process.argv[1], call }))
    if (lines.length > 0) appendFileSync(file, `${lines.join('\n')}\n`)
  })
  return line => {
    const [, method, route, status] = SERVED.exec(line) ?? []
    if (method !== undefined) seen.add(`${method} ${route} ${status}`)
  }
}
