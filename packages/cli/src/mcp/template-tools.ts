/** Tools that find templates, and the paths inside them. */
import type { CairnClient, TemplateSummary } from '@cairn-ehr/client'
import { compileTemplate, type FlatPath, flatPaths } from '@cairn-ehr/openehr/template'
import { searchTemplates } from './template-content.ts'
import { countIn, integer, optionalText, type Tool, text, textIn } from './tool.ts'

const MOST_TEMPLATES = 200
const MOST_PATHS = 500
const MOST_NODES = 5

const includes = (text: string, wanted: string | undefined): boolean =>
  wanted === undefined || text.toLowerCase().includes(wanted.toLowerCase())

export async function templatesOf(cairn: CairnClient, most: number): Promise<TemplateSummary[]> {
  const templates: TemplateSummary[] = []
  for await (const template of cairn.templates.listEach()) {
    templates.push(template)
    if (templates.length >= most) break
  }
  return templates
}

/** Every path of a template that has a value. */
export async function pathsOf(cairn: CairnClient, template_id: string): Promise<readonly FlatPath[]> {
  const { value } = await cairn.templates.get({ template_id }, { accept: 'application/xml' })
  return flatPaths(compileTemplate(value))
}

export const TEMPLATE_TOOLS: readonly Tool[] = [
  {
    name: 'find_templates',
    title: 'Find templates',
    description:
      'Lists the templates that records are made by. Begin here: a template says what a kind of record holds. Then ask find_paths.',
    properties: {
      text: text(
        'Only templates that have this text in their id or concept, or in the name or archetype of a node, such as "blood pressure".',
      ),
    },
    required: [],
    run: async (cairn, input) => {
      const wanted = optionalText(input, 'text')
      const templates = await templatesOf(cairn, MOST_TEMPLATES)
      const found =
        wanted === undefined
          ? templates.map(template => ({ template, nodes: [] }))
          : await searchTemplates(cairn, templates, wanted)
      return {
        templates: found.map(({ template: { template_id, concept, archetype_id }, nodes }) => ({
          template_id,
          concept,
          archetype_id,
          ...(nodes.length === 0 ? {} : { nodes: nodes.slice(0, MOST_NODES) }),
        })),
      }
    },
  },
  {
    name: 'find_paths',
    title: 'Find paths of a template',
    description:
      'Lists the values that records of a template can have: name, type, path in FLAT (for commit_record and draft_aql) and path in AQL.',
    properties: {
      template_id: text('As find_templates has it.'),
      text: text('Only paths whose name or path has this text, such as "systolic".'),
      fetch: integer('Most paths; 100 when left out.', MOST_PATHS),
    },
    required: ['template_id'],
    run: async (cairn, input) => {
      const wanted = optionalText(input, 'text')
      const fetch = countIn(input, 'fetch', 100, MOST_PATHS)
      const found = (await pathsOf(cairn, textIn(input, 'template_id'))).filter(each =>
        includes(`${each.name} ${each.path}`, wanted),
      )
      return {
        paths: found.slice(0, fetch).map(({ name, path, rmType, required, aqlPath }) => ({
          name,
          path,
          rm_type: rmType,
          required,
          aql_path: aqlPath,
        })),
        more: found.length > fetch,
      }
    },
  },
]
