/** A fast path stands beside its plain version, with a test that compares them and a benchmark (decision 0097). */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import { FAST_PATHS } from '../bench/fast-paths.ts'

const SOURCES = new URL('../packages/server/src/', import.meta.url)

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(file =>
  /(^|\/)fast\/[^/]+\.ts$/.test(file),
)
const paths = files
  .filter(file => !/\.(plain|test)\.ts$/.test(file))
  .map(file => file.slice(0, -'.ts'.length))

describe('fast paths', () => {
  it('are all measured by `npm run bench fast`', () => {
    assert.deepEqual(Object.keys(FAST_PATHS).sort(), paths.sort())
  })

  for (const path of paths)
    for (const part of ['plain', 'test'])
      it(`${path} has ${path}.${part}.ts beside it`, () => assert.ok(files.includes(`${path}.${part}.ts`)))
})
