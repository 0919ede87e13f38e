/** Keeps what a benchmark prints, with the day and the machine, for the documentation. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/** Records all that is printed from now on. */
export function recordOutput(name: string | undefined): { save(): void } {
  const [load = 0] = loadavg()
  const day = new Date().toISOString().slice(0, 10)
  const lines = [
    `${day}, ${availableParallelism()} cores, Node ${process.versions.node}, load ${load.toFixed(1)} before it began`,
  ]
  const { log } = console
  console.log = (...values: unknown[]) => {
    lines.push(values.join(' '))
    log(...values)
  }
  return {
    save: () => {
      console.log = log
      const folder = new URL('../docs/figures/', import.meta.url)
      // A benchmark that leaves its figures as data is told by those.
      if (existsSync(new URL(`${name}.json`, folder))) return
      mkdirSync(folder, { recursive: true })
      writeFileSync(new URL(`${name}.txt`, folder), `${lines.join('\n')}\n`)
      log(`docs/figures/${name}.txt is written; "npm run docs" puts it into the pages`)
    },
  }
}
