import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePath } from '@cairn-ehr/openehr/path'
import { q } from '../../../relation/expressions/index.ts'
import { join, print, table, valuesFor } from '../../../relation/index.ts'
import { textOperand } from '../../sql/operand.ts'
import type { Bound } from '../paths/bound.ts'
import { single } from '../paths/item.ts'
import { foundBy } from './found-by-id.ts'

const ID = '7d44b88c-4199-4bad-97dc-d78268e01398'
const GIVEN = { literals: [], ehrId: undefined, offset: 0, fetch: 1, now: '', answers: [], generation: 1 }

const root = (outermost: boolean): Bound => ({
  kind: 'root',
  alias: 'r1',
  outermost,
  item: conditions => single('r1', conditions),
})
const columns = (kind: 'ehr' | 'version'): Bound => ({
  kind,
  ehrId: q`x.ehr_id`,
  operand: () => textOperand(q`x.text`),
  root: alias => join(table('root', alias), [], true),
})

function foundIn(bound: Bound, path: string, id = ID) {
  const found = foundBy(bound, parsePath(path).steps, { constant: () => id })
  if (!found) return undefined
  const printed = print(found)
  return [printed.text, ...valuesFor(printed, GIVEN)]
}

const BY_OBJECT =
  /^\S+\.ehr_id in \(select o\.ehr_id from cairn\.versioned_object o where o\.object_id = \$1::uuid\)$/

test('an EHR is found by its id', () => {
  assert.deepEqual(foundIn(columns('ehr'), 'ehr_id/value'), ['x.ehr_id = $1::uuid', ID])
  assert.equal(foundIn(columns('ehr'), 'system_id/value'), undefined)
})

test('a version and an outermost root are looked for in the EHR of their object', () => {
  for (const bound of [columns('version'), root(true)])
    for (const id of [ID, `${ID}::system::1`]) {
      const [text, value] = foundIn(bound, 'uid/value', id) ?? []
      assert.match(String(text), BY_OBJECT)
      assert.equal(value, ID)
    }
})

test('an id that is none of ours finds nothing', () => {
  assert.equal(foundIn(root(true), 'uid/value', 'x')?.[1], null)
})

test('roots inside others, other paths and steps with predicates follow from no id', () => {
  assert.equal(foundIn(root(false), 'uid/value'), undefined)
  assert.equal(foundIn(root(true), 'name/value'), undefined)
  assert.equal(foundIn(root(true), "uid[name/value='x']/value"), undefined)
})
