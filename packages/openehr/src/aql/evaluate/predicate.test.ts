import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LEGAL } from '../../../test/aql/queries.ts'
import { RECORDS } from '../../../test/aql/records.ts'
import { resolve } from '../../path/index.ts'
import { isRmObject, rmClass } from '../../rm/index.ts'
import { declaredVariables } from '../check/scope.ts'
import { parseAql } from '../syntax/parse.ts'
import type { Path } from '../syntax/tree.ts'
import { pathsIn } from '../syntax/walk.ts'
import { descendantsOf } from './item.ts'
import { picks, reach } from './predicate.ts'
import { openRecord, rootsOf } from './record.ts'

const ITEMS = RECORDS.map(openRecord)
  .flatMap(record => record.versions.flatMap(rootsOf))
  .flatMap(root => [root, ...descendantsOf(root, 'Any')])

/** Every path of the test queries that needs no parameter, with the class of its variable. */
const PATHS: readonly (readonly [string, Path])[] = LEGAL.flatMap(([, query]) => {
  const tree = parseAql(query)
  const types = new Map(declaredVariables(tree.from).map(({ name, type }) => [name, type]))
  return pathsIn([tree])
    .filter(path => !JSON.stringify(path).includes('"parameter"'))
    .map(path => [types.get(path.variable) ?? '', path] as const)
})

test('a path of a query leads where the same path leads outside of one', () => {
  let reached = 0
  for (const [type, { predicate, steps }] of PATHS) {
    for (const item of ITEMS.filter(each => rmClass(each.type)?.ancestors.has(type))) {
      assert.ok(isRmObject(item.value))
      const found = picks(predicate, item) ? reach(item, steps).map(({ value }) => value) : []
      const path = { absolute: false, ...(predicate && { predicate }), steps }
      assert.deepEqual(
        found,
        resolve(path, item.value).map(({ value }) => value),
      )
      reached += found.length
    }
  }
  assert.ok(reached > 500, `only ${reached} values were reached`)
})
