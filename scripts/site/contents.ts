/** The pages of the documentation: the section and the address of each, and the file that it is made from. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const SECTIONS = ['Start', 'Tutorials', 'Guides', 'Reference', 'Explanations'] as const
export type Section = (typeof SECTIONS)[number]

export interface PageSource {
  readonly section: Section
  /** Heading in the list of pages; none: directly below the section. */
  readonly group?: string
  /** From the root of the site, without its ending: `guides/backup`. */
  readonly address: string
  /** From the root of the repository. */
  readonly file: string
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export const readSource = (file: string): string => readFileSync(`${ROOT}${file}`, 'utf8')
export const readBytes = (file: string): Buffer => readFileSync(`${ROOT}${file}`)

const inFolder = (section: Section, folder: string, names: string): PageSource[] =>
  names.split(' ').map(name => ({ section, address: `${folder}/${name}`, file: `docs/${folder}/${name}.md` }))

/** Every page of a folder, in the order of their names. */
function allOf(section: Section, group: string, folder: string): PageSource[] {
  return readdirSync(`${ROOT}docs/${folder}`)
    .filter(name => name.endsWith('.md'))
    .sort()
    .map(name => name.slice(0, -'.md'.length))
    .map(name => ({ section, group, address: `${folder}/${name}`, file: `docs/${folder}/${name}.md` }))
}

const one = (section: Section, address: string, file: string, group?: string): PageSource => ({
  section,
  address,
  file,
  ...(group === undefined ? {} : { group }),
})

/** In the order in which they are listed, and read one after the other. */
export const pageSources = (): readonly PageSource[] => [
  one('Start', 'start', 'docs/start.md'),
  ...inFolder('Start', 'openehr', 'ten-minutes glossary'),
  ...inFolder(
    'Tutorials',
    'tutorials',
    'app templates aql datamaps fhir research move-from-ehrbase identity-provider',
  ),
  ...inFolder(
    'Guides',
    'guides',
    'install proxy backup upgrade monitor size scale patients fhir fhir-mappings console console-archetypes changes webhooks alarm copy live sql erase keys tenants access-review assistants generated-clients',
  ),
  one('Guides', 'guides/people', 'docs/people.md'),
  one('Reference', 'reference/interface', 'docs/interface.md'),
  ...inFolder(
    'Reference',
    'reference',
    'aql formats datamap scopes errors config cli client audit database collections',
  ),
  one('Reference', 'reference/compatibility', 'docs/reference/compatibility.md'),
  ...allOf('Reference', 'Operations', 'reference/api'),
  ...allOf('Reference', 'openEHR library', 'library'),
  one('Reference', 'fhir/mappings', 'docs/fhir/mappings.md'),
  one('Reference', 'fhir/cases', 'docs/fhir/cases.md'),
  ...inFolder('Explanations', 'explanations', 'versions executors storage promises'),
  one('Explanations', 'explanations/reliability', 'docs/reliability.md'),
  one('Explanations', 'explanations/performance', 'docs/performance.md'),
  one('Explanations', 'explanations/security', 'SECURITY.md'),
  one('Explanations', 'explanations/architecture', 'ARCHITECTURE.md', 'The project'),
  one('Explanations', 'explanations/contributing', 'CONTRIBUTING.md', 'The project'),
  one('Explanations', 'explanations/changelog', 'CHANGELOG.md', 'The project'),
  ...allOf('Explanations', 'Decisions', 'decisions'),
  ...allOf('Explanations', 'Figures', 'figures'),
]
