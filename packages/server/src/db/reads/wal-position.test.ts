import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasReached, printWalPosition, readWalPosition } from './wal-position.ts'

const position = (text: string) => readWalPosition(text) ?? assert.fail(text)

test('a position of one server is the notation of PostgreSQL', () => {
  assert.deepEqual(position('1/16B3748'), new Map([[0, 0x1016b3748n]]))
  assert.equal(printWalPosition([[0, '1/16B3748']]), '1/16B3748')
})

test('a position of a cluster has one for each node', () => {
  const text = printWalPosition([
    [0, '0/A'],
    [12, '1/B'],
  ])
  assert.equal(text, '0/A,12=1/B')
  assert.deepEqual(
    position(text),
    new Map([
      [0, 0xan],
      [12, 0x10000000bn],
    ]),
  )
})

test('anything else is no position', () => {
  for (const text of ['', 'yesterday', '0/1,', '0/G', 'x=0/1', '-1=0/1', '0/1 1=0/1'])
    assert.equal(readWalPosition(text), undefined, text)
})

test('a replica has reached a position when each of its nodes has', () => {
  const wanted = position('0/10,1=0/20')
  assert.equal(hasReached(position('0/10,1=0/21,2=0/1'), wanted), true)
  assert.equal(hasReached(position('0/11,1=0/1F'), wanted), false)
  assert.equal(hasReached(position('0/11'), wanted), false, 'a node without a replica')
})
