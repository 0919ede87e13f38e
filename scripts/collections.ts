/**
 * Writes the collections for Postman and Bruno, made from the API description of this checkout.
 *
 *   npm run collections                into docs/collections
 *   npm run collections -- <folder>    into another folder; a release has them in release/collections
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeApi } from './client/describe.ts'
import { collectionFiles } from './collections/files.ts'

const USUAL = fileURLToPath(new URL('../docs/collections/', import.meta.url))

const [given] = process.argv.slice(2)
const folder = given === undefined ? USUAL : resolve(given)
const files = Object.entries(collectionFiles(await describeApi()))
// An operation that no longer exists must not keep its file.
rmSync(join(folder, 'bruno'), { recursive: true, force: true })
for (const [path, text] of files) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
console.log(`${files.length} files in ${folder}`)
