/**
 * `npm run bench <name>` runs `bench/<name>.ts`; without a name, it lists what is there. With CAIRN_BENCH_SAVE set, all that it prints goes
 * to `docs/figures/<name>.txt` too, from which `npm run docs` makes parts of pages.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { recordOutput } from './saved-output.ts'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))

/** A benchmark exports `run`; its first line says what it measures. Other files beside it are its helpers. */
function aboutOf(name: string): string | undefined {
  const text = readFileSync(`${FOLDER}${name}.ts`, 'utf8')
  if (!/^export (async function run|function run|const run)\b/m.test(text)) return undefined
  return /^\/\*\*[\s*]*(.*?)\s*(\*\/)?$/m.exec(text)?.[1] ?? ''
}

const benches = readdirSync(FOLDER)
  .filter(file => file.endsWith('.ts') && file !== 'main.ts')
  .map(file => file.slice(0, -'.ts'.length))
  .map(name => ({ name, about: aboutOf(name) }))
  .filter(({ about }) => about !== undefined)

const [wanted, ...args] = process.argv.slice(2)
if (benches.some(({ name }) => name === wanted)) {
  const bench = (await import(`./${wanted}.ts`)) as { run(args: readonly string[]): Promise<void> }
  const saved = process.env['CAIRN_BENCH_SAVE'] === undefined ? undefined : recordOutput(wanted)
  await bench.run(args)
  saved?.save()
} else {
  for (const { name, about } of benches) console.log(`npm run bench ${name.padEnd(10)} ${about}`)
  if (wanted !== undefined) process.exitCode = 1
}
