import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { corpusFile, corpusIndex, corpusMissing } from '../../fixtures/corpus.ts'
import { Problem } from '../problem.ts'
import { type RmObject, walk } from '../rm/index.ts'
import { parsePath, printPath, resolve } from './index.ts'
import type { Path, Predicate, Step } from './tree.ts'

/** Every predicate form of AQL 1.1 and ADL 1.4 paths: as written → as printed. */
const FORMS: readonly (readonly [written: string, printed: string])[] = [
  ['/', '/'],
  [
    '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data',
    '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data',
  ],
  ['data[at0001]/events[at0006.1]/time/value', 'data[at0001]/events[at0006.1]/time/value'],
  ['items[id5.0.1]', 'items[id5.0.1]'],
  ['[openEHR-EHR-COMPOSITION.x.v1]/content', '[openEHR-EHR-COMPOSITION.x.v1]/content'],
  ['[openEHR-EHR-COMPOSITION.x.v1]', '[openEHR-EHR-COMPOSITION.x.v1]'],
  [
    'items[org.example::openEHR-EHR-CLUSTER.x.v1.0.0-rc.2]',
    'items[org.example::openEHR-EHR-CLUSTER.x.v1.0.0-rc.2]',
  ],
  ["items[at0002,'Name']", "items[at0002, 'Name']"],
  ['items[at0002, "It\'s"]', "items[at0002, 'It\\'s']"],
  ["items[at0002, '\\u00e4\\\\b']", "items[at0002, 'ä\\\\b']"],
  ["items[openEHR-EHR-CLUSTER.x.v1, 'Name' ]", "items[openEHR-EHR-CLUSTER.x.v1, 'Name']"],
  ['items[at0002, $name]', 'items[at0002, $name]'],
  ['items[$id]', 'items[$id]'],
  ['items[at0002, at0003]', 'items[at0002, at0003]'],
  ['items[at0002, snomed_ct(3.1)::313267000|Stroke|]', 'items[at0002, snomed_ct(3.1)::313267000|Stroke|]'],
  ['items[at0002, ISO_639-1::en]', 'items[at0002, ISO_639-1::en]'],
  ["items[at0002 AND name/value = 'x']", "items[at0002 and name/value='x']"],
  [
    'items[at0002 and value/defining_code/terminology_id/value=$t]',
    'items[at0002 and value/defining_code/terminology_id/value=$t]',
  ],
  [
    "items[name/value='x' or name/value='y' and at0002]",
    "items[name/value='x' or name/value='y' and at0002]",
  ],
  [
    "items[(name/value='x' or name/value='y') and at0002]",
    "items[(name/value='x' or name/value='y') and at0002]",
  ],
  ['items[value/magnitude >= -1.50e2]', 'items[value/magnitude>=-150]'],
  ['items[a!=true]', 'items[a!=true]'],
  ['items[a=NULL]', 'items[a=null]'],
  ['items[a/b<c/d]', 'items[a/b<c/d]'],
  ['items[a=at0007]', 'items[a=at0007]'],
  ['items[value/defining_code=SNOMED-CT::1234]', 'items[value/defining_code=SNOMED-CT::1234]'],
  ['items[name/value matches {/a.*b\\/c/}]', 'items[name/value matches {/a.*b\\/c/}]'],
  ['items[a[at0001]/b=1]', 'items[a[at0001]/b=1]'],
  ['links[2]', 'links[2]'],
  ['items[at0004][2]/value', 'items[at0004][2]/value'],
  ["items[at0004, 'x'][12]", "items[at0004, 'x'][12]"],
  ['value/_type', 'value/_type'],
  ['  items [ at0004 ] / value ', 'items[at0004]/value'],
]

test('every form of path is read, and printed in its normal form', () => {
  for (const [written, printed] of FORMS) {
    assert.equal(printPath(parsePath(written)), printed)
    assert.deepEqual(parsePath(printed), parsePath(written))
  }
})

const FAULTS: readonly (readonly [path: string, column: number, expected: RegExp])[] = [
  ['', 1, /an attribute/],
  ['//a', 2, /an attribute/],
  ['/a/', 4, /an attribute/],
  ['a b', 3, /'\/'/],
  ['a[', 3, /node id/],
  ['a[]', 3, /node id/],
  ['a[at0001', 9, /'\]'/],
  ['a[at0001,]', 10, /name in quotes/],
  ["a[at0001, 'x]", 11, /name in quotes/],
  ['a[foo]', 6, /comparison/],
  ['a[0]', 3, /node id/],
  ['a[1][at0001]', 5, /'\/'/],
  ['a[at0001][at0002]', 11, /position/],
  ['a[b=]', 5, /a value/],
  ['a[b=1e999]', 5, /a number/],
  ['a[b matches x]', 13, /regular expression/],
  ['a[b matches {/(?=x)/}]', 22, /regular expression/],
  ['a[(b=1]', 7, /'\)'/],
  ['[at0001]a', 9, /'\/'/],
  ['a-b', 2, /'\/'/],
  ['ä', 1, /an attribute/],
]

test('a fault is told with its column and what was expected', () => {
  for (const [path, column, expected] of FAULTS)
    assert.throws(
      () => parsePath(path),
      (error: unknown) => {
        assert.ok(error instanceof Problem, path)
        assert.equal(error.code, 'path.malformed')
        assert.equal(error.findings[0]?.column, column, `${path}: ${error.message}`)
        assert.match(error.findings[0]?.expected ?? '', expected, path)
        return true
      },
    )
})

test('brackets without end are refused, not overflowed', () => {
  assert.throws(() => parsePath('a[b'.repeat(10_000)), Problem)
  assert.throws(() => parsePath(`a[${'('.repeat(10_000)}`), Problem)
})

/** Records as parsed paths are: ordinary objects. */
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(model, { noNullPrototype: true }) as fc.Arbitrary<T>

const code = fc.constantFrom('at0001', 'at0004.1', 'id7')
const archetype = fc.constantFrom('openEHR-EHR-CLUSTER.x.v1', 'openEHR-EHR-OBSERVATION.a-b.v0.1.2')
const text = fc.string({ unit: 'binary', maxLength: 8 })
const parameter = fc.constantFrom('p', 'x_1').map(name => ({ kind: 'parameter' as const, name }))
const codeTerm = code.map(value => ({ kind: 'code' as const, value }))
const literal = fc
  .oneof(
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(n => n + 0),
    fc.boolean(),
    fc.constant(null),
  )
  .map(value => ({ kind: 'literal' as const, value: Object.is(value, -0) ? 0 : value }))
const termCode = fc.record(
  {
    kind: fc.constant('termCode' as const),
    terminology: fc.constant('SNOMED-CT'),
    version: fc.constant('2003'),
    code: fc.constant('12'),
    rubric: fc.constant('Ä b'),
  },
  { requiredKeys: ['kind', 'terminology', 'code'], noNullPrototype: true },
)
const attribute = fc.constantFrom('items', 'value', 'name', '_type', '__proto__', 'constructor')

const { steps: anySteps } = fc.letrec<{
  steps: readonly Step[]
  step: Step
  predicate: Predicate
  simple: Predicate
}>(tie => ({
  steps: fc.array(tie('step'), { minLength: 1, maxLength: 3 }),
  step: fc
    .record({
      attribute,
      predicate: fc.option(tie('predicate'), { nil: undefined }),
      position: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
    })
    .map(({ attribute, predicate, position }) => ({
      attribute,
      ...(predicate ? { predicate } : {}),
      ...(position ? { position } : {}),
    })),
  predicate: fc.oneof(
    { maxDepth: 3 },
    tie('simple'),
    record({
      kind: fc.constantFrom('predicateAnd' as const, 'predicateOr' as const),
      operands: fc.array(tie('predicate'), { minLength: 2, maxLength: 3 }),
    }),
  ),
  simple: fc.oneof(
    { maxDepth: 3 },
    record({
      kind: fc.constant('node' as const),
      id: fc.oneof(
        codeTerm,
        archetype.map(value => ({ kind: 'archetypeId' as const, value })),
        parameter,
      ),
    }),
    record({
      kind: fc.constant('node' as const),
      id: codeTerm,
      name: fc.oneof(
        text.map(value => ({ kind: 'literal' as const, value })),
        parameter,
        codeTerm,
        termCode,
      ),
    }),
    record({
      kind: fc.constant('value' as const),
      path: record({ kind: fc.constant('objectPath' as const), steps: tie('steps') }),
      operator: fc.constantFrom('=', '!=', '<', '<=', '>', '>='),
      operand: fc.oneof({ maxDepth: 2 }, literal, parameter, codeTerm, termCode),
    }) as fc.Arbitrary<Predicate>,
  ),
}))

test('a printed path reads back as the same path', () => {
  fc.assert(
    fc.property(anySteps, fc.boolean(), (steps, absolute) => {
      const path: Path = { absolute, steps }
      const printed = printPath(path)
      assert.deepEqual(parsePath(printed), path)
      assert.equal(printPath(parsePath(printed)), printed)
    }),
    { numRuns: 500 },
  )
})

test('any text is a path or a Problem', () => {
  const piece = fc.constantFrom(
    '/',
    '[',
    ']',
    'a',
    'at0001',
    ',',
    "'",
    '"',
    '\\',
    ' and ',
    '(',
    ')',
    '=',
    '$',
    '1',
    '::',
    '|',
    '{/',
    '/}',
    ' matches ',
    'é',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
      try {
        parsePath(pieces.join(''))
      } catch (error) {
        assert.ok(error instanceof Problem)
      }
    }),
    { numRuns: 2000 },
  )
})

const element = (id: string, name: string, value: object): RmObject => ({
  _type: 'ELEMENT',
  archetype_node_id: id,
  name: { _type: 'DV_TEXT', value: name },
  value,
})
const coded = (terminology: string, codeString: string) => ({
  _type: 'DV_CODED_TEXT',
  value: 'x',
  defining_code: { terminology_id: { value: terminology }, code_string: codeString },
})
const cluster: RmObject = {
  _type: 'CLUSTER',
  archetype_node_id: 'openEHR-EHR-CLUSTER.x.v1',
  name: { value: 'c' },
  items: [
    element('at0001', 'a', { _type: 'DV_QUANTITY', magnitude: 1.5, units: 'kg' }),
    element('at0001', 'b', { _type: 'DV_QUANTITY', magnitude: 2, units: 'kg' }),
    element('at0002', 'd', { _type: 'DV_DATE_TIME', value: '2020-01-01T10:00:00+02:00' }),
    element('at0002', 'd', coded('SNOMED-CT(2003)', '12')),
    { ...element('at0003', 'n', { _type: 'DV_BOOLEAN', value: true }), name: coded('local', 'at0010') },
  ],
}

const found = (path: string, parameters = {}): readonly string[] =>
  resolve(path, cluster, parameters).map(match => match.path)

test('a path leads to all that fits, each under the path that leads to it alone', () => {
  assert.deepEqual(found('/'), ['/'])
  assert.deepEqual(found('/name/value'), ['/name/value'])
  assert.deepEqual(found('items'), [
    "/items[at0001, 'a']",
    "/items[at0001, 'b']",
    '/items[at0002][1]',
    '/items[at0002][2]',
    '/items[at0003]',
  ])
  assert.deepEqual(found('/items[at0001]'), ["/items[at0001, 'a']", "/items[at0001, 'b']"])
  assert.deepEqual(found('/items[at0001][2]/value/magnitude'), ["/items[at0001, 'b']/value/magnitude"])
  assert.deepEqual(found('/items[4]'), ['/items[at0002][2]'])
  assert.deepEqual(found('/items[9]'), [])
  assert.deepEqual(found('/nothing/here'), [])
  assert.deepEqual(found('/items/value/value/deeper'), [])
})

test('predicates narrow by id, name, code, comparison and expression', () => {
  const names = (path: string, parameters = {}): readonly string[] =>
    found(path, parameters).map(p => p.replace('/items', ''))
  assert.deepEqual(names("/items[at0001, 'b']"), ["[at0001, 'b']"])
  assert.deepEqual(names("/items[at0001 and name/value='b']"), ["[at0001, 'b']"])
  assert.deepEqual(names("/items[name/value='a' or name/value='b']"), ["[at0001, 'a']", "[at0001, 'b']"])
  assert.deepEqual(names('/items[at0001, $n]', { n: 'a' }), ["[at0001, 'a']"])
  assert.deepEqual(names('/items[$id]', { id: 'at0003' }), ['[at0003]'])
  assert.deepEqual(names('/items[at0003, at0010]'), ['[at0003]'])
  assert.deepEqual(names('/items[at0003, local::at0010|rubric|]'), ['[at0003]'])
  assert.deepEqual(names('/items[at0003, SNOMED-CT::at0010]'), [])
  assert.deepEqual(names('/items[value=SNOMED-CT::12]'), ['[at0002][2]'])
  assert.deepEqual(names('/items[value/defining_code=SNOMED-CT(2003)::12]'), ['[at0002][2]'])
  assert.deepEqual(names('/items[value/defining_code=SNOMED-CT(2009)::12]'), [])
  assert.deepEqual(names('/items[value/magnitude>1.5]'), ["[at0001, 'b']"])
  assert.deepEqual(names('/items[value>=1.5]'), ["[at0001, 'a']", "[at0001, 'b']"])
  assert.deepEqual(names("/items[value/value<'2020-01-01T08:00:01Z']"), ['[at0002][1]'])
  assert.deepEqual(names('/items[value/value=true]'), ['[at0003]'])
  assert.deepEqual(names('/items[name/value matches {/[ab]/}]'), ["[at0001, 'a']", "[at0001, 'b']"])
  assert.deepEqual(names("/items[value/units!='g']"), ["[at0001, 'a']", "[at0001, 'b']"])
  assert.deepEqual(found('[openEHR-EHR-CLUSTER.x.v1]/name'), ['/name'])
  assert.deepEqual(found('[openEHR-EHR-CLUSTER.y.v1]/name'), [])
})

test('a parameter without value is a Problem', () => {
  assert.throws(() => found('/items[$id]'), Problem)
  assert.throws(() => found('/items[$constructor]'), Problem)
})

test('names of object prototypes are attributes only where the data have them', () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    assert.deepEqual(resolve(`/${name}`, {}), [])
  assert.deepEqual(resolve('/a/length', { a: [] }), [])
  const hostile = JSON.parse('{"__proto__": {"x": 1}}') as RmObject
  assert.deepEqual(resolve('/__proto__/x', hostile), [{ value: 1, path: '/__proto__/x' }])
})

test('every path that walk tells leads to that node and no other, in all canonical JSON of the corpus', {
  skip: corpusMissing,
}, () => {
  let checked = 0
  for (const { file, format } of corpusIndex().instances) {
    if (format !== 'canonical-json') continue
    const root = JSON.parse(corpusFile(file).replace(/^\uFEFF/, '')) as RmObject
    const nodes: [RmObject, string][] = []
    walk(root, (node, path) => nodes.push([node, path]))
    const stride = Math.max(1, Math.floor(nodes.length / 1000))
    for (let at = 0; at < nodes.length; at += stride) {
      const [node, path] = nodes[at] ?? [root, '/']
      // Two documents are invalid on purpose: what is no attribute name has no path.
      if (/^\/content(?:\/\/|\[1\]\/BAD-)/.test(path)) continue
      const matches = resolve(path, root)
      assert.ok(matches.length === 1 && matches[0]?.value === node, `${file}: ${path}`)
      assert.equal(matches[0].path, path)
      checked += 1
    }
  }
  assert.ok(checked > 20_000, `${checked} paths`)
})
