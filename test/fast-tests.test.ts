/** The lists of test files name what there is: a file that was moved would silently be left out, or run with others. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { FAST, LEFT_OUT } from '../scripts/fast-tests.ts'
import { ALONE } from '../scripts/test-groups.ts'

test('every file and folder of the lists exists', () => {
  const missing = [...FAST, ...LEFT_OUT, ...ALONE].filter(
    path => !existsSync(new URL(`../${path}`, import.meta.url)),
  )
  assert.deepEqual(missing, [])
})
