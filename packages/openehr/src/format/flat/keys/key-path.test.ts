import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { KeptKeys, type KeyPath, passingPath } from './key-path.ts'

/** One step from a path to another. */
type PathStep = readonly [kind: 'member' | 'occurrence' | 'level', segment: string, index: number]

function follow(path: KeyPath, [kind, segment, index]: PathStep): KeyPath {
  if (kind === 'occurrence') return path.occurrence(segment, index)
  return kind === 'level' ? path.level(segment) : path.member(segment)
}

const segment = fc.constantFrom('/a', '/_data', '/b:0', '/')
const step: fc.Arbitrary<PathStep> = fc.tuple(
  fc.constantFrom('member', 'occurrence', 'level'),
  segment,
  fc.nat(3),
)

test('a kept path has the text that its segments make, and the keys of a level stand beside those of its node', () => {
  const keys = new KeptKeys('root')
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), fc.constantFrom('', '|code', '/_name'), (steps, more) => {
      let path = keys.forDocument()
      let text = 'root'
      let plain = 'root'
      for (const one of steps) {
        path = follow(path, one)
        text += one[0] === 'occurrence' ? `${one[1]}:${one[2]}` : one[1]
        if (one[0] !== 'level') plain = text
      }
      assert.deepEqual([path.text, path.plain.text, path.key(more)], [text, plain, text + more])
    }),
    { numRuns: 3_000 },
  )
})

test('a path is made once', () => {
  const keys = new KeptKeys('root')
  const first = keys.forDocument()
  assert.equal(first.member('/a'), first.member('/a'))
  assert.equal(first.level('/a').plain, first)
  assert.notEqual(first.level('/a'), first.member('/a'))
  assert.equal(first.occurrence('/a', 1), first.occurrence('/a', 1))
  assert.equal(keys.forDocument(), first)
})

test('a path that passes keeps nothing', () => {
  const path = passingPath('x')
  assert.equal(path.key('|code'), 'x|code')
  assert.notEqual(path.member('/a'), path.member('/a'))
})

test('a document with any number of keys fills no more than the room, and rare keys do not stay for good', () => {
  const keys = new KeptKeys('root')
  const first = keys.forDocument()
  for (let index = 0; index < 10_000; index++)
    assert.equal(first.occurrence('/a', index).text, `root/a:${index}`)
  assert.equal(first.occurrence('/a', 1), first.occurrence('/a', 1))
  assert.notEqual(first.occurrence('/a', 9_999), first.occurrence('/a', 9_999))
  assert.notEqual(first.member('/b'), first.member('/b'))
  for (let documents = 0; documents < 101; documents++) keys.forDocument()
  const later = keys.forDocument()
  assert.equal(later.member('/b'), later.member('/b'))
})
