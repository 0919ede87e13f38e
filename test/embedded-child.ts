/**
 * A process that holds the embedded database, to be interrupted and killed by embedded.test.ts.
 * Arguments: the module with openEmbedded, `open` or `attach`, the data folder. Talks JSON, one line each.
 */
import { pathToFileURL } from 'node:url'

const [, , module = '', how = '', dataDir = ''] = process.argv
const { openEmbedded, attachEmbedded } = (await import(
  pathToFileURL(module).href
)) as typeof import('../packages/embedded/src/open.ts')

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

try {
  const told: string[] = []
  const log = (message: string) => void told.push(message)
  const database = await (how === 'attach' ? attachEmbedded : openEmbedded)({ dataDir, name: 'cairn', log })
  process.on('SIGINT', () => say({ interrupted: true }))
  say({ url: database.url, reused: database.reused, told })
  process.stdin.once('data', () => {
    void database.stop().then(() => {
      say({ stopped: true })
      process.exit(0)
    })
  })
} catch (error) {
  const { name, message } = error as Error
  say({ error: name, message })
  process.exitCode = 1
}
