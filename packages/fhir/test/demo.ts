/** Templates that are in the repository, and mappings written in a test. */
import { readFileSync } from 'node:fs'
import { compileTemplate, type Template } from '@cairn-ehr/openehr/template'
import { type MappingContext, type MappingFinding, openContext, readMappingFile } from '../src/index.ts'

export const demoTemplate = (name: string): Template =>
  compileTemplate(readFileSync(new URL(`../../cli/demo/${name}.opt`, import.meta.url), 'utf8'))

export const head = (name: string, archetype: string, resource: string): string => `
grammar: FHIRConnect/v1.0.0
type: model
metadata: { name: ${name}, version: 1.0.0 }
spec:
  system: FHIR
  version: R4
  openEhrConfig: { archetype: openEHR-EHR-${archetype} }
  fhirConfig: { structureDefinition: "http://hl7.org/fhir/StructureDefinition/${resource}" }
`

export const extensionHead = (name: string, model: string): string => `
grammar: FHIRConnect/v1.0.0
type: extension
metadata: { name: ${name}, version: 1.0.0 }
spec: { system: FHIR, version: R4, extends: ${model} }
`

/** A context of model mappings, the first of which is the start, and of extensions. */
export function contextOf(template: string, texts: readonly string[]): MappingContext {
  const read = texts.map((text, at) => readMappingFile(`${at}.yml`, text))
  const findings = read.flatMap(each => each.findings)
  const files = read.flatMap(({ mapping }) => mapping ?? [])
  const names = (type: string) => files.filter(file => file.type === type).map(({ name }) => name)
  const [start = ''] = names('model')
  const context = readMappingFile(
    'context.yml',
    `
grammar: FHIRConnect/v1.0.0
type: context
metadata: { name: test, version: 1.0.0 }
spec: { system: FHIR, version: R4 }
context:
  profile: { url: "http://example.org/profile" }
  template: { id: "${template}" }
  archetypes: ${JSON.stringify(names('model'))}
  extensions: ${JSON.stringify(names('extension'))}
  start: "${start}"
`,
  ).mapping
  if (findings.length > 0 || context?.type !== 'context') throw new Error(JSON.stringify(findings))
  const { mappings, findings: missing } = openContext(context, files)
  if (mappings === undefined || missing.length > 0) throw new Error(JSON.stringify(missing))
  return mappings
}

export const messages = (findings: readonly MappingFinding[]): readonly string[] =>
  findings.map(({ line, message }) => `${line}: ${message}`)
