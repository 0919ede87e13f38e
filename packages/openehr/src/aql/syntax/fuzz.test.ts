import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { processorSeconds } from '../../../fixtures/processor-time.ts'
import { mutatedQuery, queryOfPieces, queryTree } from '../../../test/aql/strange-queries.ts'
import { Problem } from '../../problem.ts'
import { checkAql } from '../check/check.ts'
import { bindParameters } from './bind.ts'
import { parseAql } from './parse.ts'
import { printAql } from './print.ts'

/** Trees are compared without positions, which a generated one does not have. */
const shape = (tree: unknown): unknown =>
  JSON.parse(JSON.stringify(tree, (key, value) => (key === 'at' ? undefined : value)))

test('whatever the grammar can say prints, parses to the same tree, and prints the same again', () => {
  fc.assert(
    fc.property(queryTree, tree => {
      const printed = printAql(tree as never)
      const parsed = parseAql(printed, { maxLength: 1_000_000, maxDepth: 500 })
      assert.deepEqual(shape(parsed), shape(tree), printed)
      assert.equal(printAql(parsed), printed)
    }),
    { numRuns: 1_000 },
  )
})

/** Runs everything that reads a text; anything but an answer or a Problem is a bug. */
function survives(query: string): void {
  try {
    const tree = parseAql(query)
    assert.deepEqual(shape(parseAql(printAql(tree))), shape(tree), query)
    checkAql(tree)
    bindParameters(tree, {})
  } catch (error) {
    if (!(error instanceof Problem)) throw new Error(`${JSON.stringify(query)}: ${error}`, { cause: error })
    assert.match(error.code, /^aql\./)
    assert.ok(error.findings.length > 0)
  }
}

test('a mutated query gives an answer or a problem, nothing else', () => {
  fc.assert(fc.property(mutatedQuery, survives), { numRuns: 5_000 })
})

test('any text at all gives an answer or a problem', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), survives), { numRuns: 1_000 })
  fc.assert(fc.property(queryOfPieces, survives), { numRuns: 2_000 })
})

test('hostile text costs at most 10 ms a kilobyte', () => {
  const size = 60_000
  const hostile = [
    "'".padEnd(size, '\\'),
    'SELECT a['.padEnd(size, 'a-'),
    'SELECT a['.padEnd(size, 'a.'),
    'SELECT a['.padEnd(size, 'a::'),
    `SELECT a[${'openEHR-EHR-'.repeat(size / 12)}`,
    `SELECT a FROM A WHERE a matches {${'a:'.repeat(size / 2)}`,
    `SELECT a[b matches {/${'\\'.repeat(size)}`,
    'SELECT '.padEnd(size, '-- \n'),
    'SELECT '.padEnd(size, '- '),
    `SELECT ${'a/b[at0001]/'.repeat(size / 12)}`,
    `SELECT ${'LENGTH(a),'.repeat(size / 10)}`,
  ]
  for (const query of hostile) {
    const seconds = processorSeconds(() => survives(query))
    assert.ok(seconds < query.length / 50_000, `${query.slice(0, 30)}… took ${seconds} s of processor time`)
  }
})
