/** Finds faults when random records are laid on random compositions, for the short test and the long one. */
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import { randomInstance, type Template } from '@cairn-ehr/openehr/template'
import { satisfiable } from '../../packages/openehr/test/random-instances.ts'
import { seeded } from '../../packages/openehr/test/seeded.ts'
import { cellKey } from '../../packages/server/src/datamap/cells.ts'
import { checkDatamap } from '../../packages/server/src/datamap/definition/compile.ts'
import { suggestDefinition } from '../../packages/server/src/datamap/definition/suggest.ts'
import type { Column, LabelledPath } from '../../packages/server/src/datamap/model.ts'
import { freshComposition } from '../../packages/server/src/datamap/record/fresh-composition.ts'
import { graft } from '../../packages/server/src/datamap/record/graft.ts'
import { findLostValues } from '../../packages/server/src/datamap/record/lost-values.ts'
import {
  knownCells,
  type RecordInput,
  readRecordInput,
} from '../../packages/server/src/datamap/record/record-input.ts'
import { membersAt, recordOf } from '../../packages/server/src/datamap/record.ts'

type Random = () => number

const ABOUT = {
  now: '2026-11-14T10:00:00+00:00',
  territory: 'NL',
  composer: { _type: 'PARTY_IDENTIFIED', name: 'A client' },
}

/** A suggestion without its groups: every path from the root, so that only the first of several is shown. */
function flattened(paths: readonly LabelledPath[]): readonly LabelledPath[] {
  const roots = new Map<string, string>()
  const groupOf = (add: string): string =>
    [...roots.keys()].filter(root => add.startsWith(`${root}.`)).toSorted((a, b) => b.length - a.length)[0] ??
    ''
  const flat: LabelledPath[] = []
  for (const { add, path } of paths) {
    const whole = `${roots.get(groupOf(add.replace(/\._root$/, ''))) ?? ''}${path}`
    if (add.endsWith('._root')) roots.set(add.slice(0, -'._root'.length), whole)
    else flat.push({ add: `c${flat.length}`, path: whole })
  }
  return flat
}

/** Some of the columns, with the groups that they are in. */
function someOf(paths: readonly LabelledPath[], random: Random): readonly LabelledPath[] {
  const share = 0.2 + random() * 0.8
  const all = paths.filter(({ add }) => !add.endsWith('._root'))
  const one = all[Math.floor(random() * all.length)]
  const values = all.filter(path => path === one || random() < share)
  return paths.filter(
    path =>
      values.includes(path) ||
      (path.add.endsWith('._root') &&
        values.some(({ add }) => add.startsWith(path.add.slice(0, -'_root'.length)))),
  )
}

/** Attributes that go with a node that has become empty. */
const FORMALITIES = new Set([
  ...[
    '_type',
    'name',
    'archetype_node_id',
    'archetype_details',
    'language',
    'encoding',
    'subject',
    'time',
    'origin',
  ],
])

/** The nodes that columns show, and of an ELEMENT's value the ELEMENT. */
function shownNodes(columns: readonly Column[], from: unknown, shown: Set<unknown>): ReadonlySet<unknown> {
  for (const { steps } of columns) {
    let holder: unknown = from
    for (const [index, step] of steps.entries()) {
      const [member] = membersAt(holder, step)
      const isEnd = index === steps.length - 1
      const isElement = isRmObject(member) && member._type === 'ELEMENT'
      if (member !== undefined && (isEnd || (isElement && index === steps.length - 2))) shown.add(member)
      // A plain value has no identity: what holds it counts as shown.
      if (isEnd && !isRmObject(member)) shown.add(holder)
      holder = member
    }
  }
  return shown
}

/** Every hidden value, with the node ids on the way to it; those at one place in the order of the document. */
function hiddenLeaves(
  node: unknown,
  shown: ReadonlySet<unknown>,
  path = '',
  leaves: string[] = [],
): string[] {
  if (shown.has(node)) return leaves
  if (Array.isArray(node)) for (const each of node) hiddenLeaves(each, shown, path, leaves)
  else if (isRmObject(node))
    for (const [attribute, value] of Object.entries(node)) {
      if (FORMALITIES.has(attribute)) continue
      const id = isRmObject(value) || Array.isArray(value) ? '' : `=${JSON.stringify(value)}`
      const at = `${path}[${String(node['archetype_node_id'] ?? '')}]/${attribute}`
      if (id === '') hiddenLeaves(value, shown, at, leaves)
      else leaves.push(`${at}${id}`)
    }
  return leaves
}

/** The items of the first list that the second one lacks. */
function lacking(before: readonly string[], after: readonly string[]): readonly string[] {
  const left = new Map<string, number>()
  for (const each of after) left.set(each, (left.get(each) ?? 0) + 1)
  return before.filter(each => {
    const count = left.get(each) ?? 0
    left.set(each, count - 1)
    return count <= 0
  })
}

function givenOf(columns: readonly Column[], instance: RmObject): RecordInput {
  const record = recordOf(columns, instance)
  return readRecordInput(columns, record, knownCells(columns, record))
}

interface Trial {
  readonly template: Template
  readonly columns: readonly Column[]
  readonly random: Random
  readonly grouped: boolean
}

function faultsOf({ template, columns, random, grouped }: Trial): readonly string[] {
  const [former, other] = [randomInstance(template, random), randomInstance(template, random)]
  const untouched = JSON.stringify(former)
  const faults: string[] = []
  const own = givenOf(columns, former)
  for (const { path, message } of [...own.unreadable, ...own.forbidden])
    faults.push(`cell ${path}: ${message}`)
  const fresh = freshComposition(template, own.row, ABOUT)
  const back = recordOf(columns, fresh)
  for (const { path, code } of findLostValues(columns, { given: own.row, shown: back, fresh: back }))
    faults.push(`new record, ${path}: ${code}`)
  const same = graft(former, fresh, columns, own.row, template)
  if (JSON.stringify(same.composition) !== untouched) faults.push('the same record changes something')

  const given = givenOf(columns, other)
  const wanted = freshComposition(template, given.row, ABOUT)
  const result = graft(former, wanted, columns, given.row, template)
  const shown = recordOf(columns, result.composition)
  // A value that cannot be kept is refused, and said: only one that is neither kept nor said is a fault.
  const refused = [
    ...result.findings,
    ...findLostValues(columns, { given: given.row, shown, fresh: recordOf(columns, wanted) }),
  ]
  const kept = columns.every(
    ({ label }) =>
      cellKey(shown[label]) === cellKey(given.row.cells[label]) ||
      cellKey(shown[label]) === cellKey(recordOf(columns, wanted)[label]),
  )
  if (!kept && refused.length === 0) faults.push('another record is neither kept nor refused')
  if (JSON.stringify(former) !== untouched) faults.push('the former composition was written to')
  if (!grouped) {
    const before = hiddenLeaves(former, shownNodes(columns, former, new Set()))
    const after = hiddenLeaves(result.composition, new Set())
    for (const leaf of lacking(before, after)) faults.push(`lost ${leaf}`)
  }
  return faults
}

/** Templates up to that many bytes, each with so many random definitions, with groups and without. */
export function graftFaults(largest: number, trials: number, seed: number): readonly string[] {
  return satisfiable(largest)
    .filter(({ template }) => template.definition.rmType === 'COMPOSITION')
    .flatMap(({ file, template }) => {
      const { template: id, paths } = suggestDefinition(template)
      const random = seeded(seed)
      return Array.from({ length: trials * 2 }, (_, index) => index).flatMap(index => {
        const grouped = index % 2 === 0
        const definition = { template: id, paths: someOf(grouped ? paths : flattened(paths), random) }
        const { datamap, findings } = checkDatamap(definition, template)
        const wrong = findings.map(({ message }) => `definition: ${message}`)
        const found =
          wrong.length > 0 ? wrong : faultsOf({ template, columns: datamap.columns, random, grouped })
        return found.slice(0, 3).map(fault => `${file}, trial ${index} of seed ${seed}: ${fault}`)
      })
    })
}
