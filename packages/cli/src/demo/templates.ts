/** The demo's templates, compiled when they are needed. A program reads their files, a page bundles them. */
import { compileTemplate, type Template } from '@cairn-ehr/openehr/template'
import type { TemplateId } from './flat.ts'
import type { PartyTemplateId } from './party.ts'

/** Names of the OPT files that come with this package. */
const TEMPLATE_FILES = {
  'Vital signs': 'vital-signs.opt',
  'Laboratory report': 'laboratory-report.opt',
  'Problem list': 'problem-list.opt',
  'Medication list': 'medication-list.opt',
  'Discharge summary': 'discharge-summary.opt',
  Person: 'person.opt',
  Organisation: 'organisation.opt',
  Provider: 'provider.opt',
} as const satisfies Readonly<Record<TemplateId | PartyTemplateId, string>>

export type TemplateFile = (typeof TEMPLATE_FILES)[keyof typeof TEMPLATE_FILES]

export interface DemoTemplate {
  readonly id: string
  readonly opt: string
  readonly template: Template
}

/** By template id. */
export type DemoTemplates = ReadonlyMap<string, DemoTemplate>

export function demoTemplates(read: (file: TemplateFile) => string): DemoTemplates {
  return new Map(
    Object.entries(TEMPLATE_FILES).map(([id, file]) => {
      const opt = read(file)
      return [id, { id, opt, template: compileTemplate(opt) }]
    }),
  )
}
