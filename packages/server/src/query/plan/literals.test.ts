import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Aql, bindParameters, parseAql, visitNodes } from '@cairn-ehr/openehr/aql'
import { shapeOf } from './literals.ts'

const shape = (text: string) => shapeOf(bindParameters(parseAql(text), {}))
const C = 'FROM COMPOSITION c'

test('queries that differ in values have one shape', () => {
  const a = shape(
    `SELECT c/name/value, 'x' ${C} WHERE c/name/value = 'a' AND c/uid/value matches {'b', 'c'} LIMIT 3`,
  )
  const b = shape(
    `SELECT c/name/value, 5 ${C}\n WHERE c/name/value = NULL AND c/uid/value matches {true, 1.5}`,
  )
  assert.equal(a.key, b.key)
  assert.equal(a.digest, b.digest)
  assert.deepEqual(a.literals, ['x', 'a', 'b', 'c'])
  assert.deepEqual(b.literals, [5, null, true, 1.5])
})

test('queries that differ in anything else do not', () => {
  const texts = [
    `SELECT c/name/value ${C} WHERE c/name/value = 'a'`,
    `SELECT c/name/value AS a ${C} WHERE c/name/value = 'a'`,
    `SELECT c/name/value ${C} WHERE c/name/value != 'a'`,
    `SELECT c/name/value ${C} WHERE c/name/value matches {'a'}`,
    `SELECT c/name/value ${C} WHERE c/name/value matches {'a', 'b'}`,
    `SELECT DISTINCT c/name/value ${C} WHERE c/name/value = 'a'`,
    `SELECT c/name/value FROM COMPOSITION c[name/value='a'] WHERE c/name/value = 'a'`,
    `SELECT c[name/value='a']/name/value ${C} WHERE c/name/value = 'a'`,
    `SELECT c[name/value='b']/name/value ${C} WHERE c/name/value = 'a'`,
    `SELECT c/content[at0001, 'a']/name/value ${C} WHERE c/name/value = 'a'`,
    `SELECT c/content[at0001, 'b']/name/value ${C} WHERE c/name/value = 'a'`,
    `SELECT c/content[at0002]/name/value ${C} WHERE c/name/value = 'a'`,
  ]
  assert.equal(new Set(texts.map(text => shape(text).key)).size, texts.length)
  assert.equal(new Set(texts.map(text => shape(text).digest)).size, texts.length)
})

test('a literal is read from the values of the run, but for those in paths', () => {
  const query = bindParameters(
    parseAql(`SELECT c/content[at0001, 'inside']/name/value ${C} WHERE c/name/value = 'outside'`),
    {},
  )
  const { reader } = shapeOf(query)
  const given = {
    answers: [],
    literals: ['given'],
    ehrId: undefined,
    offset: 0,
    fetch: 0,
    now: '',
    generation: 0,
  }
  const found: Aql.Literal[] = []
  visitNodes(query, node => {
    if (node.kind === 'literal') found.push(node as Aql.Literal)
    return true
  })
  assert.deepEqual(
    found.map(literal => reader(literal)(given)),
    ['inside', 'given'],
  )
})
