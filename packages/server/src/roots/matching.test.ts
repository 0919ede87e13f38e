/** Nodes of an archetype: which leaves they have, and what those are in the documents. */
import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { resolve } from '@cairn-ehr/openehr/path'
import { equal, isRmObject, type RmObject, walk } from '@cairn-ehr/openehr/rm'
import fc from 'fast-check'
import { randomDocument } from '../../../../test/random-document.ts'
import type { ArchetypeNode, ArchetypeTree } from './archetype-tree.ts'
import {
  type ArchetypeEntry,
  type Branch,
  branchesOf,
  type Entries,
  isInLeaves,
  isLocalCode,
  type Leaves,
  leavesOf,
  type PathEntry,
  type PathMatch,
  readerOf,
  within,
} from './index.ts'
import { isInDocumentOnly } from './matching.ts'
import { parseDictionaryPath, repeatsIn } from './path-text.ts'
import { type RootDraft, rootsOf, rowsFor } from './writing/index.ts'

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
  const archetype = ({ type, archetype: id }: ArchetypeTree) => {
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
  const note = ({ text, tree }: ArchetypeNode, at: string): void => {
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
    shared: () => undefined,
    epoch: 0,
    path: text => paths.get(text),
  }
}

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

const dictionary = dictionaryOf([rootsOf(OBSERVATION, 'OBSERVATION')])
const OTHER = 'data[at0001]|HISTORY/events*[at0007]|POINT_EVENT'
const VALUE = 'data[at0003]|ITEM_TREE/items*[at0004]|ELEMENT/value'

/** The nodes of an archetype that a path may mean: a step without a node id means any. */
function nodesAt(archetype: ArchetypeEntry, path: string): readonly PathMatch[] {
  const wanted = path.split('/').map(step => /^(\w+)(?:\[(.*)\])?$/.exec(step) ?? [])
  const isMeant = ({ steps }: Branch): boolean =>
    steps.length === wanted.length &&
    steps.every(({ attribute, nodeId }, at) => {
      const [, name, id] = wanted[at] ?? []
      return attribute === name && (id === undefined || id === nodeId)
    })
  const nodes = [...branchesOf(archetype).values()].flatMap(top => [...within(top)])
  return nodes.filter(isMeant).map(branch => ({ branch, archetypes: [archetype] }))
}

const isArchetypeRoot = ({ branch: { step } }: PathMatch): boolean =>
  step.nodeId !== undefined && !isLocalCode(step.nodeId)

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
          const matches = nodesAt(archetype, path).filter(match => !isArchetypeRoot(match))
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
  const [match] = [...dictionary.archetypes()].flatMap(each => nodesAt(each, 'data/events[at0007]'))
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
  const matches = [...dictionaryOf([roots]).archetypes()].flatMap(each => nodesAt(each, 'value'))
  assert.deepEqual(matches.map(isInLeaves), [false])
  assert.deepEqual(
    matches.flatMap(leavesOf).map(entry => [entry.text, isInDocumentOnly(entry)]),
    [
      ['value|DV_MULTIMEDIA/data', true],
      ['value|DV_MULTIMEDIA/size', false],
    ],
  )
})
