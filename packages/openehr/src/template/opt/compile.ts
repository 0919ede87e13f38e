/** OPT 1.4 XML → compiled template, or all faults of the OPT. */

import { parseXml, type XmlElement } from '../../format/xml/index.ts'
import { type Finding, Problem } from '../../problem.ts'
import type { ArchetypeScope, ComplexObject, Template } from '../model.ts'
import { readDescription } from './description.ts'
import { childOf, textAt, textOf } from './element.ts'
import { error, type Faults, noFaults } from './faults.ts'
import { fullBudget, type OptReading, readDefinition } from './object.ts'
import { readOntologies } from './ontology.ts'
import { readOverlays, withOverlays } from './overlay.ts'
import { checkShape } from './shape.ts'

type Root = ComplexObject & { readonly archetype: ArchetypeScope }

/**
 * Compiles an operational template. Throws `template.invalid` with every fault, its line and its path; XML that is not
 * well-formed is such a fault too. What is merely untidy is accepted and kept in `warnings`.
 */
export function compileTemplate(xml: string | Uint8Array): Template {
  const element = readTree(xml)
  const faults = noFaults()
  if (isTemplateSource(element)) refuseSource(element, faults)
  const template = element.name === 'template' ? readTemplate(element, faults) : undefined
  if (element.name !== 'template')
    error(
      faults,
      { path: '/', element },
      {
        code: 'opt.root',
        message: `An OPT starts with <template>, not <${element.name}>`,
        found: element.name,
        expected: 'template',
      },
    )
  if (template === undefined || faults.errors.length > 0) throw refusal(faults.errors)
  return template
}

/** An OET: the source of a template, which modelling tools edit. Its root is a <template> too. */
const isTemplateSource = (element: XmlElement): boolean =>
  element.namespace === 'openEHR/v1/Template' ||
  childOf(element, 'definition')?.attributes.get('archetype_id') !== undefined

function refuseSource(element: XmlElement, faults: Faults): never {
  const message =
    'This is the source of a template (OET), which names archetypes without their content: export an operational template (OPT 1.4) from the modelling tool, and upload that'
  error(faults, { path: '/', element }, { code: 'opt.source', message, found: 'OET', expected: 'OPT 1.4' })
  throw refusal(faults.errors)
}

function readTree(xml: string | Uint8Array): XmlElement {
  try {
    return parseXml(xml)
  } catch (problem) {
    if (problem instanceof Problem) throw refusal(problem.findings, problem.message)
    throw problem
  }
}

function refusal(findings: readonly Finding[], reason?: string): Problem {
  const [first] = findings
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
  return new Problem(
    'template.invalid',
    `The template is refused: ${reason ?? first?.message ?? 'it is empty'}${more}`,
    findings,
  )
}

function readTemplate(element: XmlElement, faults: Faults): Template | undefined {
  checkShape(element, 'template', '/template', faults)
  const templateId = required(element, ['template_id', 'value'], faults)
  const concept = required(element, ['concept'], faults)
  const language = required(element, ['language', 'code_string'], faults)
  const definition = childOf(element, 'definition')
  const reading: OptReading = {
    faults,
    language: language ?? '',
    ontologies: readOntologies(element),
    budget: fullBudget(),
  }
  const read = definition && readDefinition(definition, reading)
  const root = read && withOverlays(read, readOverlays(element, faults))
  if (definition && (reading.budget.constraints <= 0 || reading.budget.references < 0))
    error(
      faults,
      { path: '/', element: definition },
      { code: 'opt.too_large', message: 'Its internal references make it too large' },
    )
  if (!templateId || !concept || !language || !isRoot(root)) return undefined
  const uid = textAt(element, 'uid', 'value')
  return {
    templateId,
    ...(uid === undefined ? {} : { uid }),
    concept,
    language,
    languages: languagesOf(language, reading),
    definition: root,
    description: readDescription(childOf(element, 'description'), language),
    warnings: faults.warnings,
  }
}

const isRoot = (object: ComplexObject | undefined): object is Root => object?.archetype !== undefined

/** The text of a mandatory element. Missing elements are reported by the check of shapes, empty ones here. */
function required(element: XmlElement, names: readonly string[], faults: Faults): string | undefined {
  const text = textAt(element, ...names)
  const [name = ''] = names
  const child = childOf(element, name)
  if (text === undefined && child !== undefined)
    error(
      faults,
      { path: `/template/${names.join('/')}`, element: child },
      { code: 'opt.empty', message: `<${name}> has no value`, found: textOf(child) },
    )
  return text
}

function languagesOf(own: string, { ontologies }: OptReading): readonly string[] {
  const all = new Set([own])
  for (const { translations } of ontologies.values())
    for (const language of translations.keys()) if (language !== '') all.add(language)
  return [...all]
}
