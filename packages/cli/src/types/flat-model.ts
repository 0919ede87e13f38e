/** The records that a template takes in FLAT, as a tree of nodes with the values that each may have. */
import {
  type FlatPath,
  flatPaths,
  type Template,
  type WebTemplateNode,
  webTemplate,
} from '@cairn-ehr/openehr/template'

type Kind = 'string' | 'number' | 'integer' | 'boolean'

export interface FlatValue {
  /** After the bar; empty: the path alone. */
  readonly suffix: string
  readonly kind: Kind
  readonly format?: 'date' | 'time' | 'date-time'
  /** Undefined: any value of the kind. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  readonly required: boolean
  readonly rmType: string
}

export interface FlatNode {
  readonly id: string
  /** With `:0` where an index counts. */
  readonly path: string
  readonly name: string
  readonly repeats: boolean
  readonly values: readonly FlatValue[]
  readonly children: readonly FlatNode[]
}

const KINDS: Readonly<Record<FlatPath['type'], readonly [Kind, FlatValue['format']?]>> = {
  TEXT: ['string'],
  CODED_TEXT: ['string'],
  DATE: ['string', 'date'],
  TIME: ['string', 'time'],
  DATETIME: ['string', 'date-time'],
  BOOLEAN: ['boolean'],
  INTEGER: ['integer'],
  DECIMAL: ['number'],
}

/** Listed codes and units, where no others are taken. */
function choicesOf({ inputs }: WebTemplateNode, suffix: string): FlatValue['choices'] {
  const input = inputs.find(each => (each.suffix ?? '') === suffix)
  if (!input?.list || input.listOpen) return undefined
  return input.list.map(({ value, label }) => ({ value, label: label ?? value }))
}

function flatValueOf(
  node: WebTemplateNode,
  { path, type, rmType, required, inContext }: FlatPath,
): FlatValue {
  const [kind, format] = KINDS[type]
  const suffix = path.includes('|') ? path.slice(path.indexOf('|') + 1) : ''
  const choices = kind === 'string' ? choicesOf(node, suffix) : undefined
  return {
    suffix,
    kind,
    ...(format ? { format } : {}),
    ...(choices ? { choices } : {}),
    required: required && !inContext,
    rmType,
  }
}

/** Nodes that neither hold a value nor contain one are left out. */
export function flatModel(template: Template): FlatNode {
  const byNode = new Map<string, FlatPath[]>()
  for (const each of flatPaths(template)) {
    const [path = ''] = each.path.split('|')
    byNode.set(path, [...(byNode.get(path) ?? []), each])
  }
  const visit = (node: WebTemplateNode, path: string): FlatNode => ({
    id: node.id,
    path,
    name: node.name,
    repeats: node.max !== 1,
    values: (byNode.get(path) ?? []).map(each => flatValueOf(node, each)),
    children: node.children
      .map(child => visit(child, `${path}/${child.id}${child.max === 1 ? '' : ':0'}`))
      .filter(({ values, children }) => values.length + children.length > 0),
  })
  const { tree } = webTemplate(template)
  return visit(tree, tree.id)
}

/** Every value with its whole path, in the order of the template. */
export function* flatValues(node: FlatNode): Generator<{ path: string; node: FlatNode; value: FlatValue }> {
  for (const value of node.values)
    yield { path: value.suffix === '' ? node.path : `${node.path}|${value.suffix}`, node, value }
  for (const child of node.children) yield* flatValues(child)
}
