/** Documents cut into roots: nothing is lost, every leaf is where the path leads, instances stay together. */
import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { resolve } from '@cairn-ehr/openehr/path'
import { isRmObject, type RmObject, walk } from '@cairn-ehr/openehr/rm'
import fc from 'fast-check'
import { randomDocument } from '../../../../../test/random-document.ts'
import { corpusFile, corpusIndex, corpusMissing } from '../../../../openehr/fixtures/corpus.ts'
import { type DictionaryStep, isLocalCode, NUMBER, NUMBER_ATTRIBUTE, OWN_ARCHETYPE_PATH } from '../index.ts'
import { parseDictionaryPath, printDictionaryStep } from '../path-text.ts'
import { type RootDraft, rootsOf } from './index.ts'
import type { Leaf } from './root-draft.ts'

/** The objects that begin an archetype, in the order of `num`. */
function rootObjects(data: RmObject): readonly RmObject[] {
  const found: RmObject[] = []
  walk(data, (node, path) => {
    const id = node['archetype_node_id']
    if (path === '/' || (typeof id === 'string' && !isLocalCode(id))) found.push(node)
  })
  return found
}

const isPrimitive = ({ path }: Leaf): boolean => !/(?:\|[^/]*|(?:^|\/)#)$/.test(path.text)

const printed = (steps: readonly DictionaryStep[]): string =>
  steps.map(({ attribute, nodeId }) => `${attribute}${nodeId === undefined ? '' : `[${nodeId}]`}`).join('/')

/** As AQL writes it: several paths of the dictionary may be the same there. */
const aqlPath = (path: string): string => printed(parseDictionaryPath(path))

const dataOf = ({ path, value }: Leaf): unknown =>
  path.text === OWN_ARCHETYPE_PATH && value === true ? path.tree.archetype : value

function countPrimitives(data: RmObject): number {
  let count = 0
  walk(data, node => {
    for (const [name, value] of Object.entries(node)) {
      if (name === '_type' || name === 'archetype_node_id') continue
      for (const each of Array.isArray(value) ? (value as unknown[]) : [value])
        if (each !== null && each !== undefined && !isRmObject(each)) count += 1
    }
  })
  return count
}

function check(data: RmObject, name: string): void {
  const roots = rootsOf(data, 'COMPOSITION')
  const objects = rootObjects(data)
  assert.equal(roots.length, objects.length, name)
  const leaves = roots.flatMap(root => root.leaves.filter(isPrimitive))
  assert.equal(leaves.length, countPrimitives(data), `${name}: every primitive is a leaf`)
  for (const [num, root] of roots.entries()) {
    const object = objects[num] ?? {}
    assert.equal(root.tree.archetype, object['archetype_node_id'] ?? '', name)
    const byPath = new Map<string, unknown[]>()
    for (const leaf of root.leaves) {
      const path = aqlPath(leaf.path.text)
      // Data that are invalid on purpose have attributes that no path can name.
      if (
        path.endsWith(NUMBER) ||
        !parseDictionaryPath(leaf.path.text).every(step => /^[A-Za-z_]\w*$/.test(step.attribute))
      )
        continue
      if (isPrimitive(leaf) && leaf.value !== null)
        byPath.set(path, [...(byPath.get(path) ?? []), dataOf(leaf)])
      else assert.ok(resolve(path, object).length > 0, `${name} ${path}`)
    }
    // A path costs a walk: of large documents, some.
    const stride = Math.ceil((byPath.size * roots.length) / 400)
    for (const [path, values] of [...byPath].filter((_, at) => at % stride === 0))
      assert.deepEqual(
        sorted(values),
        sorted(resolve(path, object).map(match => match.value)),
        `${name} ${path}`,
      )
    checkNesting(roots, root)
  }
}

const sorted = (values: readonly unknown[]): readonly string[] =>
  values.map(value => `${typeof value} ${String(value)}`).sort()

function checkNesting(roots: readonly RootDraft[], { num, cap, parent, via }: RootDraft): void {
  assert.ok(num <= cap && cap < roots.length)
  assert.equal(parent === undefined, num === 0)
  assert.equal(via === undefined, num === 0)
  const outer = parent === undefined ? undefined : roots[parent]
  if (outer) assert.ok(outer.num < num && cap <= outer.cap)
}

test('every leaf of the corpus is found again by its path, and nothing else is', {
  skip: corpusMissing,
}, () => {
  let documents = 0
  for (const { file, format } of corpusIndex().instances) {
    if (format !== 'canonical-json') continue
    const data = JSON.parse(corpusFile(file).replace(/^\uFEFF/, '')) as RmObject
    if (typeof data['archetype_node_id'] !== 'string') continue
    check(data, file)
    documents += 1
  }
  assert.ok(documents > 100, `${documents}`)
})

test('every leaf of any document is found again by its path', () => {
  fc.assert(
    fc.property(randomDocument, data => check(data, 'random')),
    { numRuns: 100 },
  )
})

/** The members of a list that have the leaf, once with its vector and once followed through the data. */
test('leaves of one repeating node have the same places in their vectors', () => {
  fc.assert(
    fc.property(randomDocument, data => {
      const objects = rootObjects(data)
      for (const root of rootsOf(data, 'COMPOSITION')) {
        const object = objects[root.num] ?? {}
        for (const [text, steps] of nodesOf(root)) {
          const type = steps.at(-1)?.type
          const places = steps.filter(step => step.repeats).length
          const groups = new Map<string, string[]>()
          for (const leaf of root.leaves) {
            if (!leaf.path.text.startsWith(`${text}/`) || !isPrimitive(leaf)) continue
            const at = leaf.at.split('.').slice(0, places)
            const key = Array.from({ length: places }, (_, place) => at[place] || '0').join('.')
            groups.set(key, [
              ...(groups.get(key) ?? []),
              `${leaf.path.text.slice(text.length + 1)}=${String(dataOf(leaf))}`,
            ])
          }
          const expected = followed(object, steps)
            .map(node => ownLeaves(node, type))
            .filter(list => list.length > 0)
          const found = [...groups.values()].map(list => list.sort().join())
          assert.deepEqual(found.sort(), expected.map(list => [...list].sort().join()).sort(), text)
        }
      }
    }),
    { numRuns: 40 },
  )
})

/** As `resolve`, but only through nodes of the given classes. */
const followed = (from: RmObject, steps: readonly DictionaryStep[]): readonly RmObject[] =>
  steps.reduce<readonly RmObject[]>(
    (nodes, { attribute, nodeId, type }) =>
      nodes
        .flatMap(node => node[attribute])
        .filter(isRmObject)
        .filter(node => node['archetype_node_id'] === nodeId && (node._type ?? type) === type),
    [from],
  )

function nodesOf(root: RootDraft): ReadonlyMap<string, readonly DictionaryStep[]> {
  const nodes = new Map<string, readonly DictionaryStep[]>()
  for (const { path } of root.leaves) {
    const steps = parseDictionaryPath(path.text)
    for (let depth = 1; depth < steps.length; depth++) {
      const prefix = steps.slice(0, depth)
      nodes.set(prefix.map(printDictionaryStep).join('/'), prefix)
    }
  }
  return nodes
}

/** The leaves of a node as a document of its own has them, up to the archetypes nested in it. */
const ownLeaves = (node: RmObject, type = 'Any'): readonly string[] => {
  const [root] = rootsOf({ ...node, archetype_node_id: 'x' }, type)
  return (root?.leaves ?? []).filter(isPrimitive).map(({ path, value }) => `${path.text}=${String(value)}`)
}

test('what is compared by a number has it beside the text', () => {
  const values = {
    partial: { _type: 'DV_DATE', value: '2021-10' },
    exact: { _type: 'DV_DATE_TIME', value: '2021-10-24T10:00:00.123456789+02:00' },
    none: { _type: 'DV_DATE_TIME', value: 'yesterday' },
    time: { _type: 'DV_TIME', value: '00:01' },
    duration: { _type: 'DV_DURATION', value: 'PT1M' },
    proportion: { _type: 'DV_PROPORTION', numerator: 1, denominator: 4, type: 0 },
    nothing: { _type: 'DV_PROPORTION', numerator: 1, denominator: 0, type: 0 },
    quantity: { _type: 'DV_QUANTITY', magnitude: 7, units: 'kg' },
  }
  const [root] = rootsOf(
    { _type: 'CLUSTER', archetype_node_id: 'openEHR-EHR-CLUSTER.x.v1', ...values },
    'CLUSTER',
  )
  const numbers = root?.leaves
    .filter(({ path }) => path.text.endsWith(`/${NUMBER}`))
    .map(({ path, value }) => [path.text, value])
  assert.deepEqual(numbers, [
    [`partial|DV_DATE/${NUMBER}`, 63800265600],
    [`exact|DV_DATE_TIME/${NUMBER}`, { decimal: '63802281600.123456789' }],
    [`time|DV_TIME/${NUMBER}`, 60],
    [`duration|DV_DURATION/${NUMBER}`, 60],
    [`proportion|DV_PROPORTION/${NUMBER}`, 0.25],
  ])
  for (const [name, { _type }] of Object.entries(values)) {
    const path = `${name}|${_type}/${NUMBER_ATTRIBUTE[_type]}`
    const leaf = root?.leaves.find(each => each.path.text === path)
    assert.equal(leaf !== undefined, name !== 'none' && name !== 'nothing', path)
  }
})

test('nodes without a name or content, and bytes, say that they are there', () => {
  const [root] = rootsOf(
    {
      _type: 'OBSERVATION',
      archetype_node_id: 'openEHR-EHR-OBSERVATION.x.v1',
      subject: { _type: 'PARTY_SELF' },
      data: { archetype_node_id: 'at0001', origin: { value: '2021' } },
      photo: { _type: 'DV_MULTIMEDIA', data: 'AAAA', size: 3 },
      links: [],
      nothing: null,
    },
    'OBSERVATION',
  )
  assert.deepEqual(
    root?.leaves.map(({ path, value }) => [path.text, value]),
    [
      ['subject|PARTY_SELF', true],
      ['data[at0001]|HISTORY/origin|DV_DATE_TIME/value', '2021'],
      ['data[at0001]|HISTORY/origin|DV_DATE_TIME/#', 63776678400],
      ['data[at0001]|HISTORY', true],
      ['photo|DV_MULTIMEDIA/data', null],
      ['photo|DV_MULTIMEDIA/size', 3],
    ],
  )
})

test('folders and statuses are cut like compositions', () => {
  const folder = (id: string, folders: readonly RmObject[]): RmObject => ({
    _type: 'FOLDER',
    archetype_node_id: id,
    name: { _type: 'DV_TEXT', value: id },
    items: [
      {
        _type: 'OBJECT_REF',
        namespace: 'local',
        type: 'COMPOSITION',
        id: { _type: 'HIER_OBJECT_ID', value: 'x' },
      },
      {
        _type: 'OBJECT_REF',
        namespace: 'local',
        type: 'COMPOSITION',
        id: { _type: 'HIER_OBJECT_ID', value: 'y' },
      },
    ],
    folders,
  })
  const directory = folder('openEHR-EHR-FOLDER.generic.v1', [
    folder('openEHR-EHR-FOLDER.episode.v1', []),
    folder('at0001', [folder('openEHR-EHR-FOLDER.episode.v1', [])]),
  ])
  check(directory, 'directory')
  assert.deepEqual(
    rootsOf(directory, 'FOLDER').map(({ num, cap, parent, via }) => [num, cap, parent, via?.text]),
    [
      [0, 2, undefined, undefined],
      [1, 1, 0, 'folders*[openEHR-EHR-FOLDER.episode.v1]|FOLDER'],
      [2, 2, 0, 'folders*[at0001]|FOLDER/folders*[openEHR-EHR-FOLDER.episode.v1]|FOLDER'],
    ],
  )
  const status: RmObject = {
    archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
    name: { value: 'EHR Status' },
    subject: {
      external_ref: {
        namespace: 'patients',
        type: 'PERSON',
        id: { _type: 'GENERIC_ID', value: '7', scheme: 'n' },
      },
    },
    is_queryable: true,
    is_modifiable: false,
  }
  assert.deepEqual(
    rootsOf(status, 'EHR_STATUS')[0]?.leaves.map(({ path, value }) => [path.text, value]),
    [
      ['name|DV_TEXT/value', 'EHR Status'],
      ['subject|PARTY_SELF/external_ref|PARTY_REF/namespace', 'patients'],
      ['subject|PARTY_SELF/external_ref|PARTY_REF/type', 'PERSON'],
      ['subject|PARTY_SELF/external_ref|PARTY_REF/id|GENERIC_ID/value', '7'],
      ['subject|PARTY_SELF/external_ref|PARTY_REF/id|GENERIC_ID/scheme', 'n'],
      ['is_queryable', true],
      ['is_modifiable', false],
    ],
  )
})

test('any attribute, id or class can be written as a step and read back', () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 6 })
  const step = fc.record(
    { attribute: text, repeats: fc.boolean(), nodeId: text, type: text },
    { requiredKeys: ['attribute', 'repeats'], noNullPrototype: true },
  ) as fc.Arbitrary<DictionaryStep>
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), steps => {
      assert.deepEqual(parseDictionaryPath(steps.map(printDictionaryStep).join('/')), steps)
    }),
    { numRuns: 50 },
  )
})
