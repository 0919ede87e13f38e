/**
 * Makes the documentation as static files: for the server, which sends them at `/docs`, or into any folder.
 *
 *   npm run build
 *   npm run site -- <folder>
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSite } from './site/build.ts'

const FOR_SERVER = fileURLToPath(new URL('../packages/server/dist/docs/', import.meta.url))

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const [given] = process.argv.slice(2)
const folder = given === undefined ? FOR_SERVER : resolve(given)
const files = buildSite(version)
// Pages that are gone must not stay; another folder may hold other things.
if (given === undefined) rmSync(folder, { recursive: true, force: true })
for (const [path, content] of files) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
if (given !== undefined) console.log(`${files.size} files in ${folder}`)
