import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { data } from '../../fixtures/opt-builder/index.ts'
import {
  BROKEN,
  composition,
  count,
  element,
  interval,
  multimedia,
  openehr,
  reference,
  tree,
} from '../../test/validate/broken.ts'
import { rmClass } from '../rm/index.ts'
import { INVARIANTS } from './invariants/index.ts'
import { validateRm } from './rm.ts'
import { MAX_DEPTH } from './visit.ts'

type Data = data.Data

const codesOf = (value: unknown, type: string): readonly string[] =>
  validateRm(value, type).map(({ code }) => code)

describe('the invariants of the reference model', () => {
  for (const [code, [right, wrong]] of Object.entries(BROKEN)) {
    test(`${code} is broken by that alone`, () => {
      const type = String(right['_type'])
      assert.deepEqual(validateRm(right, type), [])
      assert.deepEqual([...new Set(codesOf({ ...right, ...wrong }, type))], [code])
    })
  }

  test('are all in the table above', () => {
    const all = [...INVARIANTS.values()].flat().map(({ code }) => code)
    assert.deepEqual(
      all.filter(code => !(code in BROKEN)),
      [],
    )
    assert.equal(new Set(all).size, all.length)
  })

  test('are not broken where they say that they cannot be, whatever else is left out', () => {
    for (const [type, invariants] of INVARIANTS) {
      const names = rmClass(type)?.attributes
      for (const { code, when, broken } of invariants) {
        if (when === undefined) continue
        for (const name of when.flatMap(({ there = [], absent = [] }) => [...there, ...absent])) {
          assert.ok(names?.has(name), `${code} speaks of ${name}`)
        }
        const [right, wrong] = BROKEN[code] ?? [{}, {}]
        for (const object of parts({ ...right, ...wrong })) {
          const fitting = when.filter(
            ({ there = [], absent = [] }) =>
              there.every(name => isThere(object[name])) && !absent.some(name => isThere(object[name])),
          )
          assert.ok(fitting.length <= 1, code)
          assert.ok(
            fitting.length === 1 || broken(object) === undefined,
            `${code}: ${JSON.stringify(object)}`,
          )
        }
      }
    }
  })
})

const isThere = (value: unknown): boolean => value !== undefined && value !== null

/** An object with every choice of its attributes. */
const parts = (object: Data): readonly Data[] =>
  Object.entries(object).reduce<readonly Data[]>(
    (made, [name, value]) => made.concat(made.map(part => ({ ...part, [name]: value }))),
    [{}],
  )

/** Name of the fault → value, declared class, path and rule. */
const STRUCTURE: Readonly<
  Record<string, readonly [value: unknown, type: string, path: string, code: string]>
> = {
  'an unknown attribute': [{ ...data.text('x'), colour: 1 }, 'DV_TEXT', '/colour', 'rm.attribute'],
  'a mandatory attribute missing': [{ _type: 'DV_TEXT' }, 'DV_TEXT', '/value', 'rm.mandatory'],
  'a mandatory attribute that is null': [
    { _type: 'DV_TEXT', value: null },
    'DV_TEXT',
    '/value',
    'rm.mandatory',
  ],
  'a number where text belongs': [{ _type: 'DV_TEXT', value: 1 }, 'DV_TEXT', '/value', 'rm.type'],
  'a fraction where an integer belongs': [{ ...count, magnitude: 1.5 }, 'DV_COUNT', '/magnitude', 'rm.type'],
  'an integer that a double cannot hold': [
    { ...count, magnitude: 2 ** 53 },
    'DV_COUNT',
    '/magnitude',
    'rm.type',
  ],
  'an infinite number': [
    { _type: 'DV_QUANTITY', magnitude: Number.POSITIVE_INFINITY, units: 'kg' },
    'DV_QUANTITY',
    '/magnitude',
    'rm.type',
  ],
  'text where a boolean belongs': [{ _type: 'DV_BOOLEAN', value: 'true' }, 'DV_BOOLEAN', '/value', 'rm.type'],
  'no base64': [{ ...multimedia, data: '***' }, 'DV_MULTIMEDIA', '/data', 'rm.type'],
  'a class that does not exist': [{ _type: 'DV_NONSENSE' }, 'DATA_VALUE', '/', 'rm.type'],
  'an abstract class': [{ _type: 'DATA_VALUE' }, 'DATA_VALUE', '/', 'rm.type'],
  'a class that does not belong': [data.text('x'), 'DV_QUANTITY', '/', 'rm.type'],
  'no class where the declared one is abstract': [{ value: 'x' }, 'DATA_VALUE', '/', 'rm.type'],
  'a list where one value belongs': [
    { ...element, value: [data.text('x')] },
    'ELEMENT',
    '/value',
    'rm.multiplicity',
  ],
  'one value where a list belongs': [
    { ...tree, items: element },
    'ITEM_TREE',
    '/items[at0004]',
    'rm.multiplicity',
  ],
  'text instead of an object': ['x', 'COMPOSITION', '/', 'rm.type'],
  'nothing at all': [undefined, 'COMPOSITION', '/', 'rm.type'],
  'a limit of another class in a normal range': [
    {
      ...count,
      normal_range: interval({
        lower: { _type: 'DV_QUANTITY', magnitude: 1, units: 'kg' },
        upper: undefined,
        upper_unbounded: true,
        upper_included: false,
      }),
    },
    'DV_COUNT',
    '/normal_range/lower',
    'rm.type',
  ],
}

describe('the structure of the reference model', () => {
  for (const [what, [value, type, path, code]] of Object.entries(STRUCTURE)) {
    test(`is broken by ${what}`, () => {
      assert.deepEqual(
        validateRm(value, type).map(violation => [violation.path, violation.code]),
        [[path, code]],
      )
    })
  }

  test('lets null stand for nothing where nothing is needed', () => {
    assert.deepEqual(validateRm({ ...data.text('x'), mappings: null }, 'DV_TEXT'), [])
  })

  test('has no empty list where the attribute table has a lower bound', () => {
    const cluster = data.locatable('CLUSTER', 'at0001', { items: [] })
    assert.deepEqual(codesOf(cluster, 'CLUSTER'), ['rm.multiplicity'])
    assert.deepEqual(codesOf(data.locatable('CLUSTER', 'at0001', {}), 'CLUSTER'), ['rm.mandatory'])
    const history = data.locatable('HISTORY', 'at0001', {
      origin: data.dateTime(),
      summary: data.locatable('ITEM_TREE', 'at0002', {}),
    })
    assert.deepEqual(codesOf(history, 'HISTORY'), [])
    assert.deepEqual(codesOf({ ...history, events: [] }, 'HISTORY'), ['rm.multiplicity'])
  })

  test('takes an archetype id with a namespace for that of a root, and wants the details to have the same', () => {
    const named = 'org.x::openEHR-EHR-COMPOSITION.x.v1'
    const details = (id: string) => ({
      ...(composition['archetype_details'] as Data),
      archetype_id: { _type: 'ARCHETYPE_ID', value: id },
    })
    const root = { ...composition, archetype_node_id: named, archetype_details: details(named) }
    assert.deepEqual(codesOf(root, 'COMPOSITION'), [])
    const other = { ...root, archetype_details: details('openEHR-EHR-COMPOSITION.x.v1') }
    assert.deepEqual(codesOf(other, 'COMPOSITION'), ['LOCATABLE.Archetyped_valid'])
  })

  test('knows identifiers by their form', () => {
    for (const value of ['::', 'x y', '', 'a::', '-'])
      assert.ok(codesOf({ _type: 'HIER_OBJECT_ID', value }, 'HIER_OBJECT_ID').length > 0, value)
    for (const value of ['8849182c-82ad-4088-a07f-48ead4180515', '1.2.840.113554', 'org.example::7', 'sys'])
      assert.deepEqual(codesOf({ _type: 'HIER_OBJECT_ID', value }, 'HIER_OBJECT_ID'), [], value)
    for (const object of ['x y', '::', ''])
      assert.ok(
        codesOf({ _type: 'OBJECT_VERSION_ID', value: `${object}::sys::1` }, 'OBJECT_VERSION_ID').length,
      )
    for (const namespace of [
      'local',
      '1.2.3',
      'https://example.org/ids?x=1#y',
      'EHR.NETWORK',
      'HOSPITAL-NS',
      'urn:oid:1.2',
    ])
      assert.deepEqual(codesOf({ ...reference('PARTY'), namespace }, 'OBJECT_REF'), [], namespace)
  })

  test('needs no _type where the declared class is concrete', () => {
    assert.deepEqual(
      validateRm(
        { value: 'x', defining_code: { terminology_id: { value: 'local' }, code_string: 'at0001' } },
        'DV_CODED_TEXT',
      ),
      [],
    )
  })

  test('accepts the code for episodic that older terminologies had', () => {
    assert.deepEqual(validateRm({ ...composition, category: openehr('435') }, 'COMPOSITION'), [])
  })

  test('accepts what the reference model 1.0.2 to 1.0.4 wrote', () => {
    const old = {
      ...composition,
      archetype_details: { archetype_id: { value: 'openEHR-EHR-COMPOSITION.x.v1' }, rm_version: '1.0.2' },
    }
    assert.deepEqual(validateRm(old, 'COMPOSITION'), [])
  })

  test('is told where members share an id: by name, by place', () => {
    const broken = data.element('at0004', { _type: 'DV_TEXT' })
    const items = [
      element,
      data.locatable('ELEMENT', 'at0004', { value: { _type: 'DV_TEXT' } }, 'other'),
      broken,
    ]
    assert.deepEqual(
      validateRm({ ...tree, items }, 'ITEM_TREE').map(({ path }) => path),
      ["/items[at0004, 'other']/value/value", '/items[at0004][3]/value/value'],
    )
  })
})

describe('hostile data', () => {
  /** Milliseconds: what is not linear would take hours. */
  const ENDS = 120_000

  const nested = (depth: number): Data => {
    let cluster = data.locatable('CLUSTER', 'at0001', { items: [element] })
    for (let i = 0; i < depth; i++) cluster = data.locatable('CLUSTER', 'at0001', { items: [cluster] })
    return cluster
  }

  test('that are nested too deep are refused, not followed to the end of the stack', () => {
    assert.deepEqual(validateRm(nested(MAX_DEPTH - 5), 'CLUSTER'), [])
    assert.deepEqual([...new Set(codesOf(nested(20_000), 'CLUSTER'))], ['rm.depth'])
  })

  test('with fifty thousand wrong members are reported up to a limit', { timeout: ENDS }, () => {
    const wrong = data.locatable('ELEMENT', 'at0004', { value: { _type: 'DV_TEXT' } })
    const items = Array.from({ length: 50_000 }, () => ({ ...wrong }))
    const found = validateRm(data.locatable('ITEM_TREE', 'at0003', { items }), 'ITEM_TREE')
    assert.equal(found.length, 10_001)
    assert.equal(found.at(-2)?.path, `/items[at0004][10000]/value/value`)
    assert.equal(found.at(-1)?.code, 'violations.more')
  })

  test('with the names of prototypes as attributes find no such attribute and change no prototype', () => {
    const value = JSON.parse(
      '{"_type":"DV_TEXT","value":"x","__proto__":{"a":1},"constructor":1,"toString":2}',
    ) as unknown
    assert.deepEqual(codesOf(value, 'DV_TEXT'), ['rm.attribute', 'rm.attribute', 'rm.attribute'])
    assert.equal(({} as Data)['a'], undefined)
  })

  test('of types that are made up are not kept in memory', () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const heldBy = (work: () => void): number => {
      collect()
      const before = process.memoryUsage().heapUsed
      work()
      collect()
      return process.memoryUsage().heapUsed - before
    }
    const open = { lower_unbounded: true, upper_unbounded: true }
    const held = heldBy(() => {
      for (let i = 0; i < 5000; i++) {
        const type = `DV_INTERVAL<X${i}>`
        assert.deepEqual(validateRm({ ...element, value: { _type: type, ...open } }, 'ELEMENT'), [])
      }
    })
    // Kept, they take 3 KB each.
    assert.ok(held < 5_000_000, `${held} bytes`)
  })

  test('with long identifiers and long base64 end soon', { timeout: ENDS }, () => {
    const long = `${'a-'.repeat(50_000)}.x`
    assert.deepEqual(codesOf({ ...element, archetype_node_id: long }, 'ELEMENT'), [])
    assert.deepEqual(codesOf({ ...multimedia, data: `${' '.repeat(100_000)}*` }, 'DV_MULTIMEDIA'), [
      'rm.type',
    ])
  })
})
