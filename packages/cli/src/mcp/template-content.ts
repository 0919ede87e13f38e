/** The names and archetypes of the nodes of a template, as it is searched by its content. */
import type { CairnClient, TemplateSummary } from '@cairn-ehr/client'
import type { WebTemplateNode } from '@cairn-ehr/openehr/template'

type Contents = Map<string, Promise<readonly string[]>>

/** By caller: another one may not see the same templates. A template that was replaced has another time. */
const remembered = new WeakMap<CairnClient, Contents>()

type Node = Pick<WebTemplateNode, 'name' | 'nodeId'> & { readonly children?: readonly Node[] }

function* textsOf({ name, nodeId, children = [] }: Node): Generator<string> {
  yield name
  if (nodeId?.includes('.')) yield nodeId
  for (const child of children) yield* textsOf(child)
}

/** `blood_pressure` and `Blood pressure` are the same. */
const normalized = (text: string): string => text.toLowerCase().replaceAll('_', ' ')

async function readTexts(cairn: CairnClient, template_id: string): Promise<readonly string[]> {
  const { value } = await cairn.templates.get({ template_id }, { accept: 'application/json' })
  return [...new Set(textsOf(value['tree'] as Node))]
}

function contentOf(cairn: CairnClient, { template_id, created_timestamp }: TemplateSummary) {
  const contents: Contents = remembered.get(cairn) ?? new Map()
  remembered.set(cairn, contents)
  const key = `${template_id} ${created_timestamp}`
  const known = contents.get(key) ?? readTexts(cairn, template_id)
  contents.set(key, known)
  known.catch(() => contents.delete(key))
  return known
}

const includes = (text: string, wanted: string): boolean => normalized(text).includes(normalized(wanted))

export interface FoundTemplate {
  readonly template: TemplateSummary
  /** Nodes that have the text. */
  readonly nodes: readonly string[]
}

const READ_TOGETHER = 8

/** Templates that have the text in their id, concept or archetype first, then those that have it in a node. */
export async function searchTemplates(
  cairn: CairnClient,
  templates: readonly TemplateSummary[],
  wanted: string,
): Promise<readonly FoundTemplate[]> {
  const found: FoundTemplate[] = []
  for (let at = 0; at < templates.length; at += READ_TOGETHER) {
    const some = templates.slice(at, at + READ_TOGETHER)
    const contents = await Promise.all(some.map(template => contentOf(cairn, template)))
    for (const [index, template] of some.entries())
      found.push({ template, nodes: contents[index]?.filter(text => includes(text, wanted)) ?? [] })
  }
  const isNamed = ({ template }: FoundTemplate) =>
    includes(`${template.template_id} ${template.concept} ${template.archetype_id}`, wanted)
  return [...found.filter(isNamed), ...found.filter(each => !isNamed(each) && each.nodes.length > 0)]
}
