/** Mappings and data of the problem list, for tests of the language. */
import { resolve } from '@cairn-ehr/openehr/path'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { type MappingContext, type Resource, toOpenehr } from '../src/index.ts'
import { contextOf, demoTemplate, head } from './demo.ts'

export const problems = demoTemplate('problem-list')
export const vitals = demoTemplate('vital-signs')
export const OPTIONS = { now: '2026-01-01T00:00:00Z', territory: 'NL' }

export const PROBLEM = head('EVALUATION.problem_diagnosis.v1', 'EVALUATION.problem_diagnosis.v1', 'Condition')
export const PRESSURE = head('OBSERVATION.blood_pressure.v2', 'OBSERVATION.blood_pressure.v2', 'Observation')

export const problemContext = (...texts: readonly string[]): MappingContext =>
  contextOf(
    'Problem list',
    texts.map((text, at) => (at === 0 ? PROBLEM + text : text)),
  )

export const composed = (mappings: MappingContext, input: Resource, template = problems): RmObject =>
  toOpenehr(mappings, template, input, OPTIONS).composition ?? {}

export const valuesAt = (composition: RmObject, path: string): readonly unknown[] =>
  resolve(path, composition).map(({ value }) => value)

export const PROBLEMS = '/content[openEHR-EHR-EVALUATION.problem_diagnosis.v1]'
export const COMMENT = `${PROBLEMS}/data[at0001]/items[at0069]/value/value`

export const comment = (fhir: string, rest = ''): string => `
mappings:
  - name: "comment"
    with: { fhir: "${fhir}", openehr: "$archetype/data[at0001]/items[at0069]" }
${rest}`

export const condition = (more: object = {}): Resource => ({ resourceType: 'Condition', ...more })
export const notes = (...texts: readonly string[]) => texts.map(text => ({ text }))
