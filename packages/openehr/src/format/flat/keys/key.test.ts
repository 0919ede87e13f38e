import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type FlatKey, MAX_INDEX, parseKey } from './key.ts'

const printKey = ({ segments, suffix }: FlatKey): string =>
  segments.map(({ id, index }) => (index === undefined ? id : `${id}:${index}`)).join('/') +
  (suffix === '' ? '' : `|${suffix}`)

test('a key is taken apart into segments, indices and a suffix', () => {
  assert.deepEqual(parseKey('vitals/bp:0/any_event:12/systolic|magnitude'), {
    segments: [{ id: 'vitals' }, { id: 'bp', index: 0 }, { id: 'any_event', index: 12 }, { id: 'systolic' }],
    suffix: 'magnitude',
  })
})

test('only the first bar parts: what follows it is the suffix, as in identifiers of a participation', () => {
  assert.deepEqual(parseKey('c/_participation:0|identifiers_id:1'), {
    segments: [{ id: 'c' }, { id: '_participation', index: 0 }],
    suffix: 'identifiers_id:1',
  })
})

test('ids keep their dots, dashes, letters of any script and signs that other software writes', () => {
  for (const key of ['a9._review-x/größe', 'x/interval<dv_time>_value/upper', '日本/語'])
    assert.equal(typeof parseKey(key), 'object', key)
})

test('what is no key is refused with the reason', () => {
  for (const [key, reason] of [
    ['', /empty/],
    ['a//b', /empty/],
    ['/a', /empty/],
    ['a/', /empty/],
    ['a|', /suffix is missing/],
    ['a:', /no index/],
    ['a:-1', /no index/],
    ['a:01', /no index/],
    ['a:1.5', /no index/],
    ['a:x', /no index/],
    [`a:${MAX_INDEX + 1}`, /beyond the limit/],
    ['a:99999999999999999999', /no index/],
    ['a/'.repeat(300), /segments/],
  ] as const) {
    const parsed = parseKey(key)
    assert.ok(typeof parsed === 'string', key)
    assert.match(parsed, reason, key)
  }
})

test('printing is the inverse of parsing', () => {
  const id = fc.stringMatching(/^[a-z_][a-z0-9_.-]{0,8}$/)
  const segment = fc.record({ id, index: fc.nat(MAX_INDEX) }, { requiredKeys: ['id'], noNullPrototype: true })
  const key = fc.record(
    {
      segments: fc.array(segment, { minLength: 1, maxLength: 6 }),
      suffix: fc.stringMatching(/^[a-z_:0-9|]{0,6}$/),
    },
    { noNullPrototype: true },
  )
  fc.assert(fc.property(key, one => assert.deepEqual(parseKey(printKey(one)), one)))
})
