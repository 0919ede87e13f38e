import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { weightedCache } from './weighted-cache.ts'

const byLength = (most: number) =>
  weightedCache<string, string>({ most, weigh: (value, key) => key.length + value.length })

describe('a weighted cache', () => {
  it('keeps what weighs no more than it may, together', () => {
    const cache = byLength(10)
    cache.set('a', '1234')
    cache.set('b', '1234')
    assert.equal(cache.weight, 10)
    cache.set('c', '')
    assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [undefined, '1234', ''])
    assert.equal(cache.weight, 6)
  })

  it('keeps what was used, and lets the oldest go that was not', () => {
    const cache = byLength(6)
    for (const key of ['a', 'b', 'c']) cache.set(key, '1')
    cache.get('a')
    cache.set('d', '1')
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map(key => cache.get(key) !== undefined),
      [true, false, true, true],
    )
  })

  it('replaces the value of a key, and its weight', () => {
    const cache = byLength(10)
    cache.set('a', '123456789')
    cache.set('a', '1')
    cache.set('b', '1')
    assert.deepEqual([cache.size, cache.weight], [2, 4])
  })

  it('does not keep what is heavier than itself, nor the value that it was to replace', () => {
    const cache = byLength(4)
    cache.set('a', '1')
    cache.set('a', '12345')
    assert.deepEqual([cache.get('a'), cache.size, cache.weight], [undefined, 0, 0])
  })

  it('makes room even where everything was used', () => {
    const cache = byLength(4)
    cache.set('a', '1')
    cache.set('b', '1')
    cache.get('a')
    cache.get('b')
    cache.set('c', '1')
    assert.equal(cache.get('c'), '1')
    assert.equal(cache.weight, 4)
  })

  it('forgets one, or all', () => {
    const cache = byLength(10)
    cache.set('a', '1')
    cache.set('b', '1')
    cache.delete('a')
    cache.delete('never there')
    assert.equal(cache.weight, 2)
    cache.clear()
    assert.deepEqual([cache.size, cache.weight], [0, 0])
  })

  it('tells of each value that it keeps no longer, once', () => {
    const dropped: string[] = []
    const cache = weightedCache<string, string>({
      most: 3,
      weigh: value => value.length,
      dropped: value => dropped.push(value),
    })
    for (const [key, value] of ['a1', 'b2', 'c3', 'd4', 'd5'].map(each => [...each]))
      cache.set(key ?? '', value ?? '')
    assert.deepEqual(dropped, ['1', '4'])
    cache.set('e', 'longer than all')
    cache.delete('b')
    cache.delete('b')
    assert.deepEqual(dropped, ['1', '4', '2'])
    cache.clear()
    cache.clear()
    assert.deepEqual(dropped, ['1', '4', '2', '3', '5'])
    assert.deepEqual([cache.size, cache.weight], [0, 0])
  })

  it('never exceeds its weight and never gives a value that was not set last, whatever is done', () => {
    const key = fc.constantFrom('a', 'bb', 'ccc', 'dddd')
    const step = fc.record({ key, value: fc.option(fc.string({ maxLength: 12 })), isRead: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const cache = byLength(16)
        const last = new Map<string, string>()
        for (const { key: name, value, isRead } of steps) {
          if (isRead) assert.ok([undefined, last.get(name)].includes(cache.get(name)))
          else if (value === null) {
            cache.delete(name)
            last.delete(name)
          } else {
            cache.set(name, value)
            last.set(name, value)
          }
          assert.ok(cache.weight <= 16)
        }
        const held = [...last].filter(([name]) => cache.get(name) !== undefined)
        assert.equal(held.length, cache.size)
        assert.equal(
          held.reduce((sum, [name, value]) => sum + name.length + value.length, 0),
          cache.weight,
        )
      }),
    )
  })
})
