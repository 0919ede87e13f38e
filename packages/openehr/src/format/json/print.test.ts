/** The canonical form has one definition, short and slow; what is quicker must come to the same. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { canonicalize } from './index.ts'

/** RFC 8785 as it reads, for values without half surrogate pairs. */
function defined(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(defined).join(',')}]`
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined)
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${defined(inner)}`).join(',')}}`
}

/** Keys that JavaScript treats in its own way among those that it does not, in any order. */
const key = fc.oneof(
  fc.constantFrom('_type', 'name', 'value', '1', '10', '9', '01', '-1', '', 'toJSON', 'é', '😀', '\ufb33'),
  fc.string({ unit: 'grapheme' }),
)
const json = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -0, 1e21, 0.1, 'plain', 'a "quoted" \\ line\n', '\\ud800'),
    fc.string({ unit: 'grapheme' }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      key.filter(name => name !== '__proto__'),
      fc.option(tie('value'), { nil: undefined }),
      {
        maxKeys: 6,
      },
    ),
  ),
}))

describe('the canonical form', () => {
  it('is what RFC 8785 defines, whatever the order and the names of members', () =>
    fc.assert(
      fc.property(json.value, value => {
        fc.pre(value !== undefined)
        assert.equal(canonicalize(value), defined(value))
      }),
      { numRuns: 2000 },
    ))

  it('leaves what it is given as it was', () => {
    const given = { b: [{ d: 1, c: 2 }], a: { f: 1, e: 2 } }
    const before = JSON.stringify(given)
    canonicalize(given)
    assert.equal(JSON.stringify(given), before)
  })
})
