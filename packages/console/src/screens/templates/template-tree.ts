/** A web template as a tree for people: labels, occurrences, constraints, and the paths of each node. */
import { isObject, listAt, numberAt, type RmObject, textAt } from '../../display/rm-object.ts'
import type { Language } from '../../language/translate.ts'

export interface TemplateNode {
  /** Unique in the template. */
  readonly key: string
  readonly label: string
  readonly rmType: string
  readonly nodeId: string
  /** Such as `0..*`. */
  readonly occurrences: string
  readonly aqlPath: string
  readonly flatPath: string
  /** Parts of the value in FLAT, such as `|magnitude`. */
  readonly suffixes: readonly string[]
  readonly constraints: readonly string[]
  readonly terms: readonly {
    readonly language: string
    readonly name: string
    readonly description: string
  }[]
  readonly bindings: readonly string[]
  readonly children: readonly TemplateNode[]
}

function rangeText(validation: RmObject | undefined): string {
  const range = validation?.['range']
  if (!isObject(range)) return ''
  const [min, max] = [range['min'], range['max']]
  if (min !== undefined && max !== undefined) return `${String(min)} – ${String(max)}`
  if (min !== undefined) return `${textAt(range, 'minOp') ?? '>='} ${String(min)}`
  return max === undefined ? '' : `${textAt(range, 'maxOp') ?? '<='} ${String(max)}`
}

/** Values to choose from, ranges and patterns, each as one line. */
function constraintsOf(node: RmObject): string[] {
  return listAt(node, 'inputs').flatMap(input => {
    const validation = input['validation']
    const range = rangeText(isObject(validation) ? validation : undefined)
    const pattern = isObject(validation) ? textAt(validation, 'pattern') : undefined
    const items = listAt(input, 'list').map(item => {
      const inner = item['validation']
      const within = rangeText(isObject(inner) ? inner : undefined)
      const label = textAt(item, 'label') ?? ''
      const value = textAt(item, 'value') ?? ''
      return `${label === value || label === '' ? value : `${label} (${value})`}${within === '' ? '' : `: ${within}`}`
    })
    const suffix = textAt(input, 'suffix')
    const open = input['listOpen'] === true ? ['…'] : []
    return [
      ...(range === '' ? [] : [`${suffix ?? ''} ${range}`.trim()]),
      ...(pattern === undefined ? [] : [pattern]),
      ...items,
      ...open,
    ]
  })
}

const textIn = (texts: unknown, language: string): string =>
  isObject(texts) ? (textAt(texts, language) ?? '') : ''

function termsOf(node: RmObject): TemplateNode['terms'] {
  const names = node['localizedNames']
  if (!isObject(names)) return []
  return Object.keys(names).map(language => ({
    language,
    name: textIn(names, language),
    description: textIn(node['localizedDescriptions'], language),
  }))
}

function bindingsOf(node: RmObject): string[] {
  const bindings = node['termBindings']
  if (!isObject(bindings)) return []
  return Object.values(bindings)
    .filter(isObject)
    .map(bound => `${textAt(bound, 'terminologyId') ?? ''}::${textAt(bound, 'value') ?? ''}`)
}

function nodeOf(node: RmObject, above: string, language: Language, index: number): TemplateNode {
  const id = textAt(node, 'id') ?? ''
  const max = numberAt(node, 'max') ?? 1
  const segment = max === 1 || above === '' ? id : `${id}:0`
  const flatPath = above === '' ? segment : `${above}/${segment}`
  const name = textAt(node, 'name') ?? id
  return {
    key: `${flatPath}#${index}`,
    label: textIn(node['localizedNames'], language) || name,
    rmType: textAt(node, 'rmType') ?? '',
    nodeId: textAt(node, 'nodeId') ?? '',
    occurrences: `${numberAt(node, 'min') ?? 0}..${max === -1 ? '*' : max}`,
    aqlPath: textAt(node, 'aqlPath') ?? '',
    flatPath,
    suffixes: listAt(node, 'inputs').flatMap(input => {
      const suffix = textAt(input, 'suffix')
      return suffix === undefined ? [] : [`|${suffix}`]
    }),
    constraints: constraintsOf(node),
    terms: termsOf(node),
    bindings: bindingsOf(node),
    children: listAt(node, 'children').map((child, at) => nodeOf(child, flatPath, language, at)),
  }
}

export function templateTree(webTemplate: RmObject, language: Language): TemplateNode | undefined {
  const { tree } = webTemplate
  return isObject(tree) ? nodeOf(tree, '', language, 0) : undefined
}

/** The tree with only those nodes, and what is above them, that have the text in label, path or code. */
export function searchTree(node: TemplateNode, text: string): TemplateNode | undefined {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return node
  const isFound = [node.label, node.aqlPath, node.flatPath, node.nodeId, ...node.constraints].some(each =>
    each.toLowerCase().includes(wanted),
  )
  const children = node.children.flatMap(child => searchTree(child, text) ?? [])
  return isFound || children.length > 0 ? { ...node, children } : undefined
}

/** Every path of FLAT that holds a value. */
export function flatLines(node: TemplateNode): readonly { path: string; label: string; rmType: string }[] {
  const own = node.children.length > 0 ? [] : node.suffixes.length > 0 ? node.suffixes : ['']
  return [
    ...own.map(suffix => ({ path: `${node.flatPath}${suffix}`, label: node.label, rmType: node.rmType })),
    ...node.children.flatMap(flatLines),
  ]
}
