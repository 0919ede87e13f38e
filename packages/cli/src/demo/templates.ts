/** The demo's templates, compiled when they are needed. A program reads their files, a page bundles them. */
import { compileTemplate, type Template } from '@cairn-ehr/openehr/template'
import type { TemplateId } from './flat.ts'

/** Names of the OPT files that come with this package. */
const TEMPLATE_FILES = {
  'Vital signs': 'vital-signs.opt',
  'Laboratory report': 'laboratory-report.opt',
  'Problem list': 'problem-list.opt',
  'Medication list': 'medication-list.opt',
  'Discharge summary': 'discharge-summary.opt',
} as const satisfies Readonly<Record<TemplateId, string>>

export type TemplateFile = (typeof TEMPLATE_FILES)[TemplateId]

export interface DemoTemplate {
  readonly id: TemplateId
  readonly opt: string
  readonly template: Template
}

export function demoTemplates(read: (file: TemplateFile) => string): ReadonlyMap<TemplateId, DemoTemplate> {
  return new Map(
    Object.entries(TEMPLATE_FILES).map(([name, file]) => {
      const id = name as TemplateId
      const opt = read(file)
      return [id, { id, opt, template: compileTemplate(opt) }]
    }),
  )
}
