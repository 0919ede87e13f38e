/** The form of a template, as plain data: groups, fields, choices between types, and slots, in the order of the template. */
import { isA } from '@cairn-ehr/openehr/rm'
import {
  type ComplexObject,
  childrenAt,
  groupOf,
  type Localized,
  type ObjectConstraint,
  type Slot,
  type Template,
  termOf,
  type WebTemplateInput,
  type WebTemplateNode,
  webTemplate,
} from '@cairn-ehr/openehr/template'

export interface FormNode {
  /** The segment of its FLAT paths. Of a slot: not a segment, but unique among its siblings. */
  readonly id: string
  readonly kind: 'group' | 'field' | 'choice' | 'slot'
  readonly name: string
  readonly names: Localized
  readonly descriptions: Localized
  readonly rmType: string
  readonly min: number
  /** -1: any number. */
  readonly max: number
  readonly inputs: readonly WebTemplateInput[]
  readonly proportionTypes: readonly string[]
  readonly children: readonly FormNode[]
  /** Of a slot: patterns of the archetypes that may fill it. */
  readonly archetypes: readonly string[]
  /** It is filled from the context where it is left out. */
  readonly isContext: boolean
  /** An ELEMENT, which may say why it has no value. */
  readonly isElement: boolean
}

export interface FormDefinition {
  readonly templateId: string
  readonly language: string
  readonly tree: FormNode
  readonly fields: number
}

/** Nodes that follow from the context of the record, and that nobody fills in by hand. */
const LEFT_OUT = new Set(['language', 'encoding', 'subject', 'category', 'action_archetype_id'])

/** The owner of a relationship is its source. */
const isSource = ({ id, rmType }: WebTemplateNode, owner: WebTemplateNode): boolean =>
  owner.rmType === 'PARTY_RELATIONSHIP' && id === 'source' && rmType === 'PARTY_REF'

const isLeftOut = (node: WebTemplateNode, owner: WebTemplateNode, isTop: boolean): boolean =>
  isSource(node, owner) ||
  (node.inContext === true && LEFT_OUT.has(node.id) && !(isTop && node.id === 'language'))

/** Codes of languages and countries have no inputs in a web template. */
const CODE: readonly WebTemplateInput[] = [{ suffix: 'code', type: 'TEXT' }]

/** Attributes of the RM that take a code of openEHR offer those of its group. */
function inputsOf({ id, rmType, inputs }: WebTemplateNode): readonly WebTemplateInput[] {
  const [first] = inputs
  if (rmType === 'CODE_PHRASE' && first === undefined) return CODE
  const group = first?.terminology === 'openehr' && first.list === undefined ? groupOf(id) : undefined
  if (group === undefined) return inputs
  const list = [...group].map(([value, label]) => ({ value, label }))
  return [{ suffix: 'code', type: 'CODED_TEXT', list, terminology: 'openehr' }]
}

function kindOf({ rmType, children }: WebTemplateNode): FormNode['kind'] {
  if (rmType === 'ELEMENT') return 'choice'
  return children.length > 0 ? 'group' : 'field'
}

const isElementStep = ({ steps }: WebTemplateNode): boolean =>
  steps.some(({ rmType }) => rmType === 'ELEMENT')

/** The name of a relationship tells its kind: mother, employer. A web template has no node for names. */
const RELATION: FormNode = {
  id: '_name',
  kind: 'field',
  name: '_name',
  names: {},
  descriptions: {},
  rmType: 'DV_TEXT',
  min: 0,
  max: 1,
  inputs: [],
  proportionTypes: [],
  children: [],
  archetypes: [],
  isContext: false,
  isElement: false,
}

function nodeOf(node: WebTemplateNode, isTop = false): FormNode {
  const own = node.rmType === 'PARTY_RELATIONSHIP' ? [RELATION] : []
  const shown = node.children.filter(child => !isLeftOut(child, node, isTop)).map(child => nodeOf(child))
  return {
    id: node.id,
    kind: kindOf(node),
    name: node.name,
    names: node.localizedNames ?? {},
    descriptions: node.localizedDescriptions ?? {},
    rmType: node.rmType,
    min: node.min,
    max: node.max,
    inputs: inputsOf(node),
    proportionTypes: node.proportionTypes ?? [],
    children: [...own, ...shown, ...slotsOf(node)],
    archetypes: [],
    isContext: node.inContext === true,
    isElement: isElementStep(node),
  }
}

/** The levels between a node and its children have no node of their own, so their slots belong to the node. */
function slotsOf({ constraint, children }: WebTemplateNode): FormNode[] {
  if (constraint?.kind !== 'object') return []
  const own = new Set(
    children.flatMap(({ steps }) => steps.filter(({ repeats }) => repeats).map(step => step.constraint)),
  )
  return slotsBelow(constraint, own).map(slotNode)
}

function slotsBelow(object: ComplexObject, own: ReadonlySet<ObjectConstraint | undefined>): Slot[] {
  return object.attributes.flatMap(({ name }) =>
    childrenAt(object, name).flatMap((child): Slot[] => {
      if (own.has(child)) return []
      if (child.kind === 'slot') return [child]
      const isLevel = child.kind === 'object' && isA(child.rmType, 'LOCATABLE') && child.rmType !== 'ELEMENT'
      return isLevel ? slotsBelow(child, own) : []
    }),
  )
}

function slotNode({ nodeId, path, rmType, occurrences, includes, scope }: Slot, index: number): FormNode {
  const name = termOf(scope, nodeId)?.text ?? rmType
  const translations = [...scope.translations].flatMap(([language, terms]) => {
    const text = terms.get(nodeId)?.text
    return text === undefined ? [] : [[language, text] as const]
  })
  return {
    id: `${path}#${index}`,
    kind: 'slot',
    name,
    names: Object.fromEntries(translations),
    descriptions: {},
    rmType,
    min: occurrences.lower ?? 0,
    max: occurrences.upper ?? -1,
    inputs: [],
    proportionTypes: [],
    children: [],
    archetypes: includes,
    isContext: false,
    isElement: false,
  }
}

const countFields = (node: FormNode): number =>
  node.kind === 'group' ? node.children.reduce((sum, child) => sum + countFields(child), 0) : 1

/** The template allows no other category than persistent (openehr::431), so its records have no context. */
const isPersistent = (tree: WebTemplateNode): boolean => {
  const category = tree.children.find(({ id }) => id === 'category')
  const codes = category?.inputs[0]?.list ?? []
  return codes.length === 1 && codes[0]?.value === '431'
}

export function formDefinition(template: Template): FormDefinition {
  const { tree, templateId, defaultLanguage } = webTemplate(template)
  const whole = nodeOf(tree, true)
  const isKept = ({ rmType }: FormNode) => rmType !== 'EVENT_CONTEXT' || !isPersistent(tree)
  const root = { ...whole, children: whole.children.filter(isKept) }
  return { templateId, language: defaultLanguage, tree: root, fields: countFields(root) }
}
