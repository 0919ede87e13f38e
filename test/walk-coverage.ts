/** Counts the functions of ours that a warm request runs, by the precise coverage of V8. */
import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OURS = /^packages\/(?:server|openehr)\/src\//

/** Functions that ran, by file from the root of the repository. */
export type Walk = ReadonlyMap<string, number>

export const functionsOf = (walk: Walk): number => [...walk.values()].reduce((sum, count) => sum + count, 0)

const WARM_CALLS = 10
const MEASURED_CALLS = 4

/** Functions that ran in all of several calls: jobs of the server run beside some of them. */
export async function measureWalk(call: (nth: number) => Promise<unknown>): Promise<Walk> {
  for (let nth = 0; nth < WARM_CALLS; nth++) await call(nth)
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    let always: ReadonlySet<string> | undefined
    for (let nth = 0; nth < MEASURED_CALLS; nth++) {
      await session.post('Profiler.takePreciseCoverage')
      await call(WARM_CALLS + nth)
      const { result } = await session.post('Profiler.takePreciseCoverage')
      const ran = new Set(result.flatMap(functionsThatRan))
      always = always === undefined ? ran : new Set([...always].filter(each => ran.has(each)))
    }
    await session.post('Profiler.stopPreciseCoverage')
    return byFile(always ?? new Set())
  } finally {
    session.disconnect()
  }
}

/** `file:offset` of each function; the module around them starts at 0, and runs when it is loaded. */
function functionsThatRan({ url, functions }: Profiler.ScriptCoverage): string[] {
  const path = url.startsWith('file:') ? pathOf(url) : ''
  if (!OURS.test(path)) return []
  return functions.flatMap(({ ranges: [whole] }) =>
    whole !== undefined && whole.startOffset > 0 && whole.count > 0 ? [`${path}:${whole.startOffset}`] : [],
  )
}

function byFile(functions: ReadonlySet<string>): Walk {
  const counts = new Map<string, number>()
  for (const each of [...functions].sort()) {
    const file = each.slice(0, each.lastIndexOf(':'))
    counts.set(file, (counts.get(file) ?? 0) + 1)
  }
  return counts
}

const pathOf = (url: string): string =>
  fileURLToPath(url.replace(/[?#].*$/, ''))
    .slice(ROOT.length)
    .replaceAll('\\', '/')
