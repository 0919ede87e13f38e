/** The list of the fast tests names what there is: a file that was moved would silently be left out, or run again. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { FAST, LEFT_OUT } from '../scripts/fast-tests.ts'

test('every file and folder of the fast tests exists', () => {
  const missing = [...FAST, ...LEFT_OUT].filter(path => !existsSync(new URL(`../${path}`, import.meta.url)))
  assert.deepEqual(missing, [])
})
