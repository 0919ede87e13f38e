/** docs/reliability.md has a row for every check. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { figuresIn, missingIn } from '../../scripts/reliability/page.ts'

test('no check is left without a run', () => {
  const page = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8')
  assert.deepEqual(missingIn(figuresIn(page)), [], 'run "npm run reliability" with these numbers')
})
