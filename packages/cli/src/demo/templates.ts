/** The demo's templates: the OPT files that come with this package, compiled when they are needed. */
import { readFileSync } from 'node:fs'
import { compileTemplate, type Template } from '@cairn/openehr/template'
import type { TemplateId } from './flat.ts'

/** Beside `src` and `dist` alike. */
const FOLDER = new URL('../../demo/', import.meta.url)

const FILES: Readonly<Record<TemplateId, string>> = {
  'Vital signs': 'vital-signs.opt',
  'Laboratory report': 'laboratory-report.opt',
  'Problem list': 'problem-list.opt',
  'Medication list': 'medication-list.opt',
  'Discharge summary': 'discharge-summary.opt',
}

export interface DemoTemplate {
  readonly id: TemplateId
  readonly opt: string
  readonly template: Template
}

export function readTemplates(): ReadonlyMap<TemplateId, DemoTemplate> {
  return new Map(
    Object.entries(FILES).map(([name, file]) => {
      const id = name as TemplateId
      const opt = readFileSync(new URL(file, FOLDER), 'utf8')
      return [id, { id, opt, template: compileTemplate(opt) }]
    }),
  )
}
