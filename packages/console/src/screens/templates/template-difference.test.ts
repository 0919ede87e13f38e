import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { compileTemplate, webTemplate, webTemplateJson } from '@cairn-ehr/openehr/template'
import type { RmObject } from '../../display/rm-object.ts'
import { templateDifference } from './template-difference.ts'
import { type TemplateNode, templateTree } from './template-tree.ts'

const opt = readFileSync(new URL('../../../../cli/demo/vital-signs.opt', import.meta.url), 'utf8')
const tree = templateTree(webTemplateJson(webTemplate(compileTemplate(opt))) as unknown as RmObject, 'en')
assert.ok(tree)

/** The tree with one node replaced; undefined takes it away. */
function withNode(
  node: TemplateNode,
  label: string,
  change: Partial<TemplateNode> | undefined,
): TemplateNode {
  const children = node.children.flatMap(child => {
    if (child.label !== label) return [withNode(child, label, change)]
    return change === undefined ? [] : [{ ...child, ...change }]
  })
  return { ...node, children }
}

it('a template does not differ from itself', () => assert.deepEqual(templateDifference(tree, tree), []))

it('a node that must now be there narrows the template', () => {
  const [change] = templateDifference(tree, withNode(tree, 'Systolic', { occurrences: '1..1' }))
  assert.deepEqual(change?.parts, [{ part: 'occurrences', before: '0..1', after: '1..1' }])
  assert.equal(change?.isNarrower, true)
})

it('a wider node is no harm, and neither is a new name', () => {
  const wider = templateDifference(
    tree,
    withNode(tree, 'Systolic', { occurrences: '0..*', label: 'Systole' }),
  )
  assert.deepEqual(
    wider.map(({ kind, isNarrower }) => [kind, isNarrower]),
    [['changed', false]],
  )
})

it('a node that is gone is told with what it was called', () => {
  const changes = templateDifference(tree, withNode(tree, 'Systolic', undefined))
  assert.deepEqual(
    changes.map(({ kind, label }) => [kind, label]),
    [['removed', 'Systolic']],
  )
  assert.deepEqual(
    templateDifference(withNode(tree, 'Systolic', undefined), tree).map(({ kind }) => kind),
    ['added'],
  )
})
