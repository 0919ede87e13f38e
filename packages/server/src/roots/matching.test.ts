/** Paths of queries against the dictionary: which leaves they lead to, and what those are in the documents. */
import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { parsePath, resolve } from '@cairn/openehr/path'
import { equal, isRmObject, type RmObject, walk } from '@cairn/openehr/rm'
import fc from 'fast-check'
import { randomDocument } from '../../../../test/random-document.ts'
import {
  type ArchetypeEntry,
  archetypesOf,
  type Entries,
  isInDocumentOnly,
  isInLeaves,
  isLocalCode,
  type Leaves,
  leavesOf,
  matchingBelow,
  matchingNodes,
  matchingPaths,
  type PathEntry,
  type PathMatch,
  parseDictionaryPath,
  type RootDraft,
  readerOf,
  rootsOf,
  rowsFor,
} from './index.ts'
import { repeatsIn } from './path-text.ts'
import type { PathNode, PathTree } from './path-tree.ts'

/** A dictionary without a database. */
function dictionaryOf(documents: readonly (readonly RootDraft[])[]): Entries {
  const paths = new Map<string, PathEntry>()
  const archetypes = new Map<string, ArchetypeEntry & { paths: Map<PathEntry, boolean> }>()
  const path = (text: string): PathEntry => {
    const steps = parseDictionaryPath(text)
    const entry = paths.get(text) ?? { key: paths.size + 1, text, steps, repeats: repeatsIn(steps) }
    paths.set(text, entry)
    return entry
  }
  const archetype = ({ type, archetype: id }: PathTree) => {
    const entry = archetypes.get(`${type} ${id}`) ?? {
      key: archetypes.size + 1,
      type,
      id,
      paths: new Map(),
      retired: new Set(),
      isRetired: false,
    }
    archetypes.set(`${type} ${id}`, entry)
    return entry
  }
  const note = ({ text, tree }: PathNode, at: string): void => {
    const known = archetype(tree).paths
    known.set(path(text), known.get(path(text)) === true || at !== '')
  }
  for (const drafts of documents)
    for (const draft of drafts) {
      for (const leaf of draft.leaves) note(leaf.path, leaf.at)
      if (draft.via !== undefined) note(draft.via, draft.at)
    }
  return {
    archetype: (type, id) => archetypes.get(`${type} ${id}`),
    archetypes: () => archetypes.values(),
    epoch: 0,
    path: text => paths.get(text),
  }
}

const steps = (path: string) => parsePath(path).steps
const text = (value: string): RmObject => ({ _type: 'DV_TEXT', value })
const element = (id: string, value: RmObject): RmObject => ({
  _type: 'ELEMENT',
  archetype_node_id: id,
  name: text(id),
  value,
})
const event = (type: string, id: string, items: readonly RmObject[]): RmObject => ({
  _type: type,
  archetype_node_id: id,
  name: text('event'),
  time: { _type: 'DV_DATE_TIME', value: '2026-11-15T10:00:00Z' },
  data: { _type: 'ITEM_TREE', archetype_node_id: 'at0003', name: text('tree'), items },
})
const quantity = (magnitude: number): RmObject => ({ _type: 'DV_QUANTITY', magnitude, units: 'mm[Hg]' })
const OBSERVATION: RmObject = {
  _type: 'OBSERVATION',
  archetype_node_id: 'openEHR-EHR-OBSERVATION.bp.v1',
  name: text('Blood pressure'),
  data: {
    archetype_node_id: 'at0001',
    name: text('history'),
    events: [
      event('POINT_EVENT', 'at0006', [element('at0004', quantity(120)), element('at0005', quantity(80))]),
      event('INTERVAL_EVENT', 'at0006', [element('at0004', quantity(130))]),
      event('POINT_EVENT', 'at0007', [element('at0004', text('not done'))]),
    ],
  },
  protocol: {
    _type: 'ITEM_TREE',
    archetype_node_id: 'at0011',
    name: text('protocol'),
    items: [
      {
        _type: 'CLUSTER',
        archetype_node_id: 'openEHR-EHR-CLUSTER.device.v1',
        name: text('Device'),
        items: [element('at0001', text('cuff'))],
      },
    ],
  },
}

const drafts = rootsOf(OBSERVATION, 'OBSERVATION')
const dictionary = dictionaryOf([drafts])
const observations = archetypesOf(dictionary, 'ENTRY')
const found = (path: string): readonly PathMatch[] => matchingPaths(observations, steps(path))
const texts = (path: string) => found(path).map(match => match.branch.text)

const POINT = 'data[at0001]|HISTORY/events*[at0006]|POINT_EVENT'
const INTERVAL = 'data[at0001]|HISTORY/events*[at0006]|INTERVAL_EVENT'
const OTHER = 'data[at0001]|HISTORY/events*[at0007]|POINT_EVENT'
const VALUE = 'data[at0003]|ITEM_TREE/items*[at0004]|ELEMENT/value'

test('a path leads to every leaf that it can mean, class by class', () => {
  assert.deepEqual(texts('data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'), [
    `${POINT}/${VALUE}|DV_QUANTITY/magnitude`,
    `${INTERVAL}/${VALUE}|DV_QUANTITY/magnitude`,
  ])
  assert.deepEqual(texts('data/events/data/items[at0004]/value'), [
    `${POINT}/${VALUE}|DV_QUANTITY`,
    `${INTERVAL}/${VALUE}|DV_QUANTITY`,
    `${OTHER}/${VALUE}|DV_TEXT`,
  ])
  assert.deepEqual(texts('data[at0001]/events[at0007 or at0008]/time/value'), [
    `${OTHER}/time|DV_DATE_TIME/value`,
  ])
  assert.deepEqual(texts("data/events[archetype_node_id='at0007']/time"), [`${OTHER}/time|DV_DATE_TIME`])
  assert.deepEqual(texts('data[at0002]/events'), [])
  assert.deepEqual(
    found('data/events[at0007]/archetype_node_id').map(match => match.constant),
    ['at0007'],
  )
})

test('what is in the rows is left as a condition on its node', () => {
  const [match] = found("data[at0001]/events[at0006 and name/value='event' or at0007]/time")
  assert.deepEqual(
    match?.conditions.map(({ text, repeats }) => [text, repeats]),
    [[POINT, 1]],
  )
  const [condition] = match?.conditions ?? []
  assert.ok(condition?.predicate.kind === 'value')
  assert.deepEqual(
    matchingBelow(condition, observations, condition.predicate.path.steps).map(({ branch }) => branch.text),
    [`${POINT}/name|DV_TEXT/value`],
  )
  assert.deepEqual(found("data/events[at0007, 'x']/time").at(0)?.conditions.length, 1)
  assert.deepEqual(found('data/events[at0007]/time').at(0)?.conditions.length, 0)
})

test('a path goes on in the archetype that it enters', () => {
  const [match] = found('protocol[at0011]/items[openEHR-EHR-CLUSTER.device.v1]/items[at0001]/value/value')
  assert.equal(match?.via?.text, drafts[1]?.via?.text)
  assert.deepEqual(
    matchingPaths(archetypesOf(dictionary, 'CLUSTER'), match?.rest ?? []).map(({ branch }) => branch.text),
    ['items*[at0001]|ELEMENT/value|DV_TEXT/value'],
  )
})

test('nodes that are no archetype roots are found by class and code', () => {
  const nodes = (type: string, predicate?: string) =>
    matchingNodes(
      observations,
      type,
      predicate ? parsePath(`x[${predicate}]`).steps[0]?.predicate : undefined,
    )
  assert.deepEqual(
    nodes('EVENT').map(({ branch }) => branch.text),
    [POINT, INTERVAL, OTHER],
  )
  assert.equal(nodes('INTERVAL_EVENT').length, 1)
  assert.equal(nodes('ELEMENT', 'at0004').length, 3)
  assert.equal(nodes('CLUSTER').length, 0)
})

test('several values are known as such', () => {
  assert.deepEqual(
    found('data/events/time').map(match => match.several),
    [false, true, false],
  )
})

/** Rows as the database gives them back. */
function leavesOfRoots(
  documents: readonly (readonly RootDraft[])[],
  entries: Entries,
): readonly (readonly Leaves[])[] {
  return documents.map(roots =>
    rowsFor(entries, [{ place: 1, roots }]).map(row => JSON.parse(row.leaves) as Leaves),
  )
}

function rootObjects(data: RmObject): readonly RmObject[] {
  const all: RmObject[] = []
  walk(data, (node, path) => {
    const id = node['archetype_node_id']
    if (path === '/' || (typeof id === 'string' && !isLocalCode(id))) all.push(node)
  })
  return all
}

test('for any documents and any path, the values in the leaves are those in the document', () => {
  fc.assert(
    fc.property(fc.array(randomDocument, { minLength: 1, maxLength: 2 }), documents => {
      const cut = documents.map(data => rootsOf(data, 'COMPOSITION'))
      const entries = dictionaryOf(cut)
      const rows = leavesOfRoots(cut, entries)
      for (const archetype of entries.archetypes())
        for (const path of new Set([...archetype.paths.keys()].flatMap(pathsTo))) {
          const matches = matchingPaths([archetype], steps(path)).filter(match => !match.via)
          const readers = matches.map(readerOf)
          const whole = matches.every(isInLeaves)
          for (const [at, data] of documents.entries())
            for (const [num, root] of rootObjects(data).entries()) {
              const tree = cut[at]?.[num]?.tree
              if (tree?.archetype !== archetype.id || tree.type !== archetype.type) continue
              const values = readers.flatMap(read => read(rows[at]?.[num] ?? {}).map(({ value }) => value))
              const expected = resolve(path, root).map(({ value }) => value)
              if (whole)
                assert.ok(sameValues(values, expected), `${path}: ${JSON.stringify([values, expected])}`)
              else assert.equal(values.length, expected.length, path)
            }
        }
    }),
    { numRuns: 10 },
  )
})

/** A path and the paths to the nodes on its way, without those that lead into another archetype. */
function pathsTo({ steps, text }: PathEntry): readonly string[] {
  const names = steps.map(
    ({ attribute, nodeId }) => `${attribute}${nodeId === undefined ? '' : `[${nodeId}]`}`,
  )
  const last = steps.at(-1)
  const end =
    text.endsWith('#') || (last?.nodeId !== undefined && !isLocalCode(last.nodeId)) ? -1 : names.length
  return names.slice(0, end).map((_, depth) => names.slice(0, depth + 1).join('/'))
}

function sameValues(found: readonly unknown[], expected: readonly unknown[]): boolean {
  if (found.length !== expected.length) return false
  const left = [...expected]
  return found.every(value => {
    const at = left.findIndex(other => alike(value, other))
    return at >= 0 && left.splice(at, 1).length === 1
  })
}

/** The data may leave out a class that the path tells, as of LINK.target. */
const alike = (a: unknown, b: unknown): boolean =>
  isRmObject(a) && isRmObject(b) ? equal(withClass(b, a._type), a) : a === b

const withClass = (value: RmObject, type: string | undefined): RmObject =>
  value._type === undefined && type !== undefined ? { _type: type, ...value } : value

test('every leaf below a node is among its leaves', () => {
  const [match] = found('data/events[at0007]')
  assert.deepEqual(match && leavesOf(match).map(({ text }) => text.slice(OTHER.length + 1)), [
    'name|DV_TEXT/value',
    'time|DV_DATE_TIME/value',
    'time|DV_DATE_TIME/#',
    'data[at0003]|ITEM_TREE/name|DV_TEXT/value',
    'data[at0003]|ITEM_TREE/items*[at0004]|ELEMENT/name|DV_TEXT/value',
    `${VALUE}|DV_TEXT/value`,
  ])
})

test('bytes are in the document alone', () => {
  const photo = element('at0001', { _type: 'DV_MULTIMEDIA', data: 'AAAA', size: 3 })
  const roots = rootsOf({ ...photo, archetype_node_id: 'openEHR-EHR-ELEMENT.photo.v1' }, 'ELEMENT')
  const archetypes = archetypesOf(dictionaryOf([roots]), 'ELEMENT')
  const matches = matchingPaths(archetypes, steps('value'))
  assert.deepEqual(matches.map(isInLeaves), [false])
  assert.deepEqual(
    matches.flatMap(leavesOf).map(entry => [entry.text, isInDocumentOnly(entry)]),
    [
      ['value|DV_MULTIMEDIA/data', true],
      ['value|DV_MULTIMEDIA/size', false],
    ],
  )
})
