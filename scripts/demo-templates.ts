/**
 * Writes the templates of `cairn demo` as OPT 1.4 files, from their short descriptions.
 *
 *   node --import tsx --conditions=cairn-source scripts/demo-templates.ts
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Node, opt } from '../packages/openehr/fixtures/opt-builder/index.ts'
import { dischargeSummary } from './demo/discharge-summary.ts'
import { laboratoryReport } from './demo/laboratory-report.ts'
import { medicationList } from './demo/medication-list.ts'
import { organisation, person, provider } from './demo/parties.ts'
import { problemList } from './demo/problem-list.ts'
import { vitalSigns } from './demo/vital-signs.ts'

interface DemoTemplate {
  readonly templateId: string
  readonly purpose: string
  readonly definition: Node
}

const TEMPLATES: readonly DemoTemplate[] = [
  vitalSigns,
  laboratoryReport,
  problemList,
  medicationList,
  dischargeSummary,
  person,
  organisation,
  provider,
]

/** A UUID that changes with the template, so that a server's copy can be told from another one of the same name. */
function uidOf(text: string): string {
  const hex = createHash('sha1').update(text).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    variant + hex.slice(18, 20),
    hex.slice(20, 32),
  ].join('-')
}

const LANGUAGE =
  '<language><terminology_id><value>ISO_639-1</value></terminology_id><code_string>en</code_string></language>'

const described = (purpose: string) =>
  `<description><original_author id="name">The authors of Cairn</original_author><lifecycle_state>published</lifecycle_state><details>${LANGUAGE}<purpose>${purpose}</purpose></details></description>`

/** One element to a line, but those that hold only text; one space deeper for each level. */
function indented(xml: string): string {
  let depth = 0
  const lines = xml.replace(/>\s*</g, '>\n<').split('\n')
  return lines
    .map(line => {
      const closes = line.startsWith('</')
      const opens = /^<[^/?]/.test(line) && !line.includes('</') && !line.endsWith('/>')
      if (closes) depth -= 1
      const shown = ' '.repeat(depth) + line
      if (opens) depth += 1
      return shown
    })
    .join('\n')
    .replace(/<(\w+)>\n\s*<\/\1>/g, '<$1></$1>')
}

function printed({ templateId, purpose, definition }: DemoTemplate): string {
  const plain = opt({ templateId, definition })
  const head = `${described(purpose)}<uid><value>${uidOf(plain + purpose)}</value></uid><template_id>`
  return `${indented(plain.replace('<template_id>', head))}\n`
}

/** File name → text. */
export const demoTemplates = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    TEMPLATES.map(each => [`${each.templateId.toLowerCase().replaceAll(' ', '-')}.opt`, printed(each)]),
  )

const FOLDER = new URL('../packages/cli/demo/', import.meta.url)

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [name, text] of Object.entries(demoTemplates())) writeFileSync(new URL(name, FOLDER), text)
