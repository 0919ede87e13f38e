/** Numbers behind names that a template fixes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  archetype,
  data,
  element,
  multiple,
  named,
  object,
  opt,
  single,
} from '../../fixtures/opt-builder/index.ts'
import { compileTemplate } from '../template/index.ts'
import { compileValidator } from './index.ts'

const ROOT = 'openEHR-EHR-COMPOSITION.visit.v1'
const ENTRY = 'openEHR-EHR-EVALUATION.finding.v1'

const cluster = (name: string, occurrences: string) =>
  object('CLUSTER', [named(name), multiple('items', element('at0003', object('DV_TEXT')))], {
    nodeId: 'at0002',
    occurrences,
  })

/** The codes that clusters of these names break, where the template has these nodes. */
function broken(nodes: readonly (readonly [name: string, occurrences: string])[], names: readonly string[]) {
  const items = multiple(
    'items',
    nodes.map(([name, occurrences]) => cluster(name, occurrences)),
  )
  const tree = object('ITEM_TREE', [items], { nodeId: 'at0001' })
  const definition = archetype(ROOT, [multiple('content', archetype(ENTRY, [single('data', tree)]))])
  const members = names.map(name =>
    data.locatable('CLUSTER', 'at0002', { items: [data.element('at0003', data.text('x'))] }, name),
  )
  const entry = data.entry(ENTRY, { data: data.locatable('ITEM_TREE', 'at0001', { items: members }) })
  const composition = data.composition(ROOT, 'Visit', { context: data.eventContext(), content: [entry] })
  const validate = compileValidator(compileTemplate(opt({ templateId: 'Visit', definition })))
  return validate(composition).map(({ code }) => code)
}

test('pass on a node that may repeat', () =>
  assert.deepEqual(broken([['Wound', '0..*']], ['Wound', 'Wound #2', 'Wound #13']), []))

test('are counted with their node, and find it among others of its id', () => {
  const nodes = [
    ['Wound', '0..*'],
    ['Scar', '0..2'],
  ] as const
  assert.deepEqual(broken(nodes, ['Wound', 'Scar', 'Scar #2', 'Wound #2']), [])
  assert.deepEqual(broken(nodes, ['Scar', 'Scar #2', 'Scar #3']), ['occurrences.upper'])
})

test('belong to a node of that very name first', () => {
  const nodes = [
    ['Wound', '0..*'],
    ['Wound #2', '0..1'],
  ] as const
  assert.deepEqual(broken(nodes, ['Wound', 'Wound #2', 'Wound #3']), [])
})

test('are refused on a node that occurs once, and in any other form', () => {
  assert.deepEqual(broken([['Wound', '0..1']], ['Wound #2']), ['C_STRING.list'])
  for (const name of ['Wound#2', 'Wound #0', 'Wound #2b', 'Scar #2'])
    assert.deepEqual(broken([['Wound', '0..*']], [name]), ['C_STRING.list'], name)
})
