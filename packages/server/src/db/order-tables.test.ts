import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { orderTables } from './order-tables.ts'

it('puts each table after those that it refers to, whatever the references', () => {
  const count = 12
  // A reference to a smaller number alone: no circle.
  const reference = fc.tuple(fc.nat(count - 1), fc.nat(count - 1)).filter(([from, to]) => to < from)
  fc.assert(
    fc.property(
      fc.array(reference),
      fc.shuffledSubarray([...Array(count).keys()], { minLength: count }),
      (pairs, order) => {
        const names = order.map(String)
        const references = pairs.map(([from, to]) => ({ from: String(from), to: String(to) }))
        const ordered = orderTables(names, references)
        assert.deepEqual([...ordered].sort(), [...names].sort())
        for (const { from, to } of references) assert.ok(ordered.indexOf(to) < ordered.indexOf(from))
      },
    ),
  )
})

it('refuses a circle, and takes a table that refers to itself', () => {
  assert.deepEqual(orderTables(['a'], [{ from: 'a', to: 'a' }]), ['a'])
  assert.throws(
    () =>
      orderTables(
        ['a', 'b'],
        [
          { from: 'a', to: 'b' },
          { from: 'b', to: 'a' },
        ],
      ),
    /a, b/,
  )
})
