import assert from 'node:assert/strict'
import { test } from 'node:test'
import { warningsHeader } from './warnings-header.ts'

const listOf = (warnings: readonly string[]): readonly string[] =>
  JSON.parse(warningsHeader(warnings)['cairn-warnings'] ?? '[]')

test('there is no header without a warning', () => assert.deepEqual(warningsHeader([]), {}))

test('any script is sent as ASCII', () => {
  assert.match(warningsHeader(['größe/身長'])['cairn-warnings'] ?? '', /^[ -~]+$/)
  assert.deepEqual(listOf(['größe/身長']), ['größe/身長'])
})

test('warnings that do not fit are counted', () => {
  const many = Array.from({ length: 200 }, (_, at) => `${at} ${'x'.repeat(100)}`)
  const list = listOf(many)
  assert.ok((warningsHeader(many)['cairn-warnings'] ?? '').length <= 4000)
  assert.deepEqual(list.slice(0, -1), many.slice(0, list.length - 1))
  assert.equal(list.at(-1), `There are ${many.length - list.length + 1} more warnings.`)
  assert.deepEqual(listOf(['x'.repeat(5000)]), ['There is one more warning.'])
})
