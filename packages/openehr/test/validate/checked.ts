import {
  archetype,
  data,
  element,
  multiple,
  type Node,
  object,
  opt,
  single,
} from '../../fixtures/opt-builder/index.ts'
import { compileTemplate } from '../../src/template/index.ts'
import { compileValidator, type ValidateOptions } from '../../src/validate/index.ts'

export type Data = data.Data

export const TEMPLATE = 'A test'
export const COMPOSITION = 'openEHR-EHR-COMPOSITION.test.v1'
export const EVALUATION = 'openEHR-EHR-EVALUATION.test.v1'
/** Milliseconds: what is not linear would take hours. */
export const ENDS = 120_000
export const TREE = `/content[${EVALUATION}]/data[at0001]`

/** Path and rule of each violation. */
export const check = (
  definition: Node,
  composition: Data,
  options?: ValidateOptions,
): readonly (readonly [string, string])[] =>
  compileValidator(compileTemplate(opt({ templateId: TEMPLATE, definition })))(composition, options).map(
    ({ path, code }) => [path.replace(TREE, 'TREE'), code] as const,
  )

export const withContent = (content: Node | readonly Node[], cardinality = '0..*'): Node =>
  archetype(COMPOSITION, [multiple('content', content, cardinality)])

/** A template with one evaluation whose tree has these items, and data for it. */
export const items = (nodes: Node | readonly Node[], cardinality = '0..*', unique = false): Node =>
  withContent(
    archetype(EVALUATION, [
      single(
        'data',
        object('ITEM_TREE', [multiple('items', nodes, cardinality, { unique })], { nodeId: 'at0001' }),
      ),
    ]),
  )

export const tree = (...members: readonly Data[]): Data =>
  data.composition(COMPOSITION, TEMPLATE, {
    content: [
      data.entry(EVALUATION, {
        data: data.locatable('ITEM_TREE', 'at0001', members.length === 0 ? {} : { items: members }),
      }),
    ],
  })

export const item = (id: string, value: Data = data.text('x'), name = id): Data =>
  data.locatable('ELEMENT', id, { value }, name)

export const values = (value: Node | readonly Node[]): Node => items(element('at0002', value))
export const ofValue = (value: Node | readonly Node[], found: Data): readonly (readonly [string, string])[] =>
  check(values(value), tree(item('at0002', found)))
