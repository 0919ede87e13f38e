/**
 * Counts doc comments that open with a question word: they name a subject and leave the reader to guess what is said about it
 * (CONTRIBUTING.md, "Language"). To widen the test to another package, add its folder to `PACKAGES`.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readSources } from './imports.ts'

const PACKAGES = ['packages/server/src']

/** Comments of this kind that are left, by folder. A number only goes down; a folder without an entry has none left. */
const LEFT: Readonly<Record<string, number>> = {
  'packages/server/src/datamap/list': 23,
  'packages/server/src/query': 99,
  'packages/server/src/relation': 7,
}

const OPENING = /\/\*\*[\s*]*(?:What|Whether|Where|How|Who)\b/g

/** `packages/server/src/auth/store.ts` → `packages/server/src/auth`; a folder with an entry of its own counts by itself. */
function folderOf(file: string): string {
  const parts = file.split('/').slice(0, -1)
  const own = parts.slice(0, 5).join('/')
  return own in LEFT ? own : parts.slice(0, 4).join('/')
}

const root = fileURLToPath(new URL('..', import.meta.url))

describe('doc comments', () => {
  const counts: Record<string, number> = {}
  for (const [file, text] of readSources(root, PACKAGES)) {
    const folder = folderOf(file)
    counts[folder] = (counts[folder] ?? 0) + (text.match(OPENING) ?? []).length
  }

  for (const [folder, count] of Object.entries(counts))
    it(`open with a statement, not with a question word, in ${folder}`, () => {
      const left = LEFT[folder] ?? 0
      assert.ok(
        count <= left,
        `${count} doc comments open with What, Whether, Where, How or Who; ${left} may`,
      )
    })
})
