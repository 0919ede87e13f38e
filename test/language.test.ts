/**
 * Refuses doc comments that open with a question word: they name a subject and leave the reader to guess what is said about it
 * (CONTRIBUTING.md, "Language").
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readSources } from './imports.ts'

const FOLDERS = [
  ...['server', 'openehr', 'client', 'cli', 'embedded', 'console'].map(name => `packages/${name}/src`),
  ...['packages/openehr/test', 'test', 'bench', 'scripts'],
]

const OPENING = /\/\*\*[\s*]*(?:What|Whether|Where|How|Who|When|Which|Why)\b/g

const root = fileURLToPath(new URL('..', import.meta.url))

describe('doc comments', () => {
  it('open with a statement, not with a question word', () => {
    const questions = [...readSources(root, FOLDERS)]
      .filter(([file]) => !file.endsWith('.generated.ts'))
      .flatMap(([file, text]) => (text.match(OPENING) ?? []).map(opening => `${file}: ${opening}`))
    assert.deepEqual(questions, [])
  })
})
