import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { readFlat } from '@cairn-ehr/openehr/format'
import { compileTemplate, webTemplate, webTemplateJson } from '@cairn-ehr/openehr/template'
import type { RmObject } from '../../display/rm-object.ts'
import { flatLines, searchTree, type TemplateNode, templateTree } from './template-tree.ts'

const template = compileTemplate(
  readFileSync(new URL('../../../../cli/demo/vital-signs.opt', import.meta.url)),
)
const tree = templateTree(webTemplateJson(webTemplate(template)) as unknown as RmObject, 'en')
assert.ok(tree)

const all = (node: TemplateNode): TemplateNode[] => [node, ...node.children.flatMap(all)]

it('a template is a tree with paths, occurrences and constraints', () => {
  const systolic = all(tree).find(({ label }) => label === 'Systolic')
  assert.equal(systolic?.flatPath, 'vital_signs/blood_pressure/any_event:0/systolic')
  assert.deepEqual(systolic?.suffixes, ['|magnitude', '|unit'])
  assert.equal(systolic?.occurrences, '0..1')
  assert.ok(systolic?.constraints.some(line => line.includes('mm[Hg]')))
  assert.deepEqual(systolic?.terms, [{ language: 'en', name: 'Systolic', description: 'Systolic' }])
})

it('keys are unique', () => {
  const keys = all(tree).map(({ key }) => key)
  assert.equal(new Set(keys).size, keys.length)
})

it('a search keeps what is above a node that matches', () => {
  const found = searchTree(tree, 'systol')
  assert.ok(found && all(found).some(({ label }) => label === 'Systolic'))
  assert.ok(found && !all(found).some(({ label }) => label === 'Weight'))
  assert.equal(searchTree(tree, 'nowhere'), undefined)
})

it('the FLAT paths that are shown are paths that FLAT reads', () => {
  const lines = flatLines(tree)
  const weight = lines.find(({ path }) => path.endsWith('weight|magnitude'))
  const unit = lines.find(({ path }) => path.endsWith('weight|unit'))
  assert.ok(weight && unit)
  const read = readFlat(template, { [weight.path]: 70, [unit.path]: 'kg' }, { now: '2026-11-15T08:00:00Z' })
  assert.equal(read._type, 'COMPOSITION')
})
