/** The planner decides, and other folders write SQL: `sql/` what AQL alone needs, `relation` the rest. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const FOLDER = new URL('.', import.meta.url)
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
  name => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)

test('there are stages', () => assert.ok(files.includes('place.ts') && files.length > 20))

for (const name of files)
  test(`${name} has no SQL`, () => {
    const imported = [...readFileSync(new URL(name, FOLDER), 'utf8').matchAll(/^import (.*?) from/gms)]
    assert.ok(imported.every(([, names = '']) => !/\bq\b/.test(names)))
  })
