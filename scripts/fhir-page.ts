/** The reference page of the mappings that come with the server: what each maps, and which values of its template none does. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTemplates } from '../packages/cli/src/demo/template-files.ts'
import {
  type MappedElement,
  type MappedPlace,
  type MappingContext,
  mappedElements,
  openContext,
  readMappingFile,
  startType,
} from '../packages/fhir/src/index.ts'
import { printSteps } from '../packages/openehr/src/path/index.ts'
import { flatPaths, type Template } from '../packages/openehr/src/template/index.ts'
import { entries, wrap } from './markdown.ts'

const FOLDER = fileURLToPath(new URL('../packages/fhir/mappings/', import.meta.url))

function readContexts(): readonly MappingContext[] {
  const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.yml'))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .flatMap(path => readMappingFile(path, readFileSync(path, 'utf8')).mapping ?? [])
  return files.flatMap(file => (file.type === 'context' ? (openContext(file, files).mappings ?? []) : []))
}

/** Without names and indexes, which templates add: `items[at0001, 'x']` → `items[at0001]`. */
const plainPath = (path: string): string => path.replace(/\[([^\],]+),[^\]]*\]/g, '[$1]')

/** The end of the path in the template that a place leads to. */
const endOf = ({ start }: MappingContext, { from, steps }: MappedPlace): string =>
  plainPath(`${from === 'archetype' ? `[${start.archetype}]` : ''}/${printSteps(steps)}`)

const isMapped = (path: string, end: string): boolean => {
  const whole = `${plainPath(path)}/`
  return end.startsWith('[') ? whole.includes(`${end}/`) : whole.startsWith(`${end}/`)
}

/** Values of the template that no mapping names, without those that every composition has. */
function lostIn(template: Template, contexts: readonly MappingContext[]): readonly string[] {
  const ends = contexts.flatMap(context =>
    mappedElements(context).flatMap(({ place }) => (place ? [endOf(context, place)] : [])),
  )
  const lost = flatPaths(template).filter(
    ({ aqlPath, inContext }) => !inContext && !ends.some(end => isMapped(aqlPath, end)),
  )
  return [...new Set(lost.map(({ path }) => path.replace(/:0/g, '').split('|')[0] ?? ''))]
}

const nameOf = ({ names, type }: MappedElement): string =>
  `\`${names.join('.')}${type === undefined ? '' : ` as ${type}`}\``

const mapOf = ({ conceptMap }: MappedElement): string =>
  conceptMap === undefined ? '' : `codes by \`${conceptMap.split('/').at(-1)}\``

const sourceOf = ({ place }: MappedElement): string =>
  place === undefined ? 'by a rule of the file' : `\`${plainPath(printSteps(place.steps)) || '.'}\``

/** A place is in the archetype of the context, or in the composition. */
const rowOf = (element: MappedElement): readonly string[] => [
  nameOf(element),
  element.place?.from === 'composition' ? 'of the composition' : '',
  mapOf(element),
  sourceOf(element),
]

function contextSection(context: MappingContext): string {
  const elements = mappedElements(context)
  const constants = elements.filter(({ constant }) => constant !== undefined)
  const values = elements.filter(({ constant }) => constant === undefined)
  const { profile, name } = context.context
  return `### ${name}: ${startType(context)}

${wrap(`\`${context.start.archetype}\` as a resource of the profile \`${profile.url}\`.`)}

${entries(constants.map(each => [nameOf(each), each.isConditional ? 'in some cases' : '', `\`${each.constant}\``]))}${entries(values.map(rowOf))}`
}

const ABOUT = `The server comes with mappings for the templates of its demo hospital. They are files of FHIRconnect in
\`packages/fhir/mappings\`, for the start of your own. Each context makes resources of one type from compositions of one
template. The lists show the elements of the resource with their constants, or with the path of the value in the
archetype. Both directions use the same mappings.`

const LOSS = `Not in any resource, because no mapping names them:`

export function fhirPage(): string {
  const contexts = readContexts()
  const sections = [...readTemplates().values()].flatMap(({ template }) => {
    const own = contexts.filter(({ context }) => context.template.id === template.templateId)
    if (own.length === 0) return []
    const lost = lostIn(template, own).map(path => [`\`${path}\``])
    return [
      `## ${template.templateId}\n\n${own.map(contextSection).join('\n')}\n${lost.length === 0 ? 'Every value of the template is in a resource.\n' : `${LOSS}\n\n${entries(lost)}`}`,
    ]
  })
  return `# Mappings to FHIR\n\n${wrap(ABOUT)}\n\n${sections.join('\n')}`
}
