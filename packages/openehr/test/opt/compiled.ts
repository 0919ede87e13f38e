/** Small templates for tests, compiled, and the parts of them that tests look at. */
import assert from 'node:assert/strict'
import {
  archetype,
  element,
  multiple,
  type Node,
  object,
  opt,
  single,
} from '../../fixtures/opt-builder/index.ts'
import { type Finding, Problem } from '../../src/problem.ts'
import type { ObjectConstraint, Template } from '../../src/template/model.ts'
import { compileTemplate } from '../../src/template/opt/compile.ts'

/** An evaluation with these members in its tree. */
export const withItems = (...items: readonly Node[]): string =>
  opt({
    templateId: 'test',
    definition: archetype('openEHR-EHR-COMPOSITION.test.v1', [
      multiple('content', [
        archetype(
          'openEHR-EHR-EVALUATION.test.v1',
          [single('data', object('ITEM_TREE', [multiple('items', items)], { nodeId: 'at0001' }))],
          { constraintBindings: { ac0001: ['terminology:SNOMED-CT?subset=x'] } },
        ),
      ]),
    ]),
  })

export const children = (
  node: ObjectConstraint | undefined,
  attribute: string,
): readonly ObjectConstraint[] =>
  node?.kind === 'object' ? (node.attributes.find(({ name }) => name === attribute)?.children ?? []) : []

export const itemsOf = ({ definition }: Template): readonly ObjectConstraint[] => {
  const [entry] = children(definition, 'content')
  const [tree] = children(entry, 'data')
  return children(tree, 'items')
}

export const valueConstraint = (node: Node): ObjectConstraint | undefined => {
  const [item] = itemsOf(compileTemplate(withItems(element('at0002', node))))
  return children(item, 'value')[0]
}

/** The constraint without what says where it stands. */
export const bare = (node: ObjectConstraint | undefined): object => {
  assert.ok(node)
  const { scope: _, path: __, line: ___, rmType: ____, nodeId: _____, occurrences: ______, ...rest } = node
  return rest
}

export const findingsOf = (xml: string | Uint8Array): readonly Finding[] => {
  try {
    compileTemplate(xml)
  } catch (problem) {
    assert.ok(problem instanceof Problem)
    assert.equal(problem.code, 'template.invalid')
    return problem.findings
  }
  return []
}

export const faultsOf = (xml: string): readonly string[] => findingsOf(xml).map(({ code }) => code)
