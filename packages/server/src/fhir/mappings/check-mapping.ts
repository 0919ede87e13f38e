/** Checks a mapping file before it is stored: by itself, with the files in force, and against its template. */
import { checkContext, type MappingFinding } from '@cairn-ehr/fhir'
import type { Finding } from '@cairn-ehr/openehr'
import type { TemplateShelf } from '../../definitions/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { type MappingSource, openMappingSet, readSource } from './mapping-set.ts'

export interface CheckedMapping {
  /** `model`, `extension`, `context` or `ConceptMap`. */
  readonly type: string
  /** Paths that lead nowhere: the mapping runs without them. */
  readonly warnings: readonly MappingFinding[]
}

const findingOf = ({ file, line, message }: MappingFinding): Finding => ({
  path: file,
  code: 'fhir_mapping',
  message,
  line,
})

const refuse = (findings: readonly MappingFinding[]): never => {
  const [first] = findings
  const where = first ? ` ${first.file}, line ${first.line}: ${first.message}.` : ''
  throw new Refusal('fhir_mapping.invalid', `The mapping cannot be used.${where}`, findings.map(findingOf))
}

/** Throws faults by which the file, or a context that uses it, could not run. */
export async function checkMapping(
  files: readonly MappingSource[],
  given: MappingSource,
  shelf: TemplateShelf,
): Promise<CheckedMapping> {
  const { mapping, conceptMap, findings } = readSource(given)
  if (findings.length > 0 || (!mapping && !conceptMap)) refuse(findings)
  const others = files.filter(({ name }) => name !== given.name)
  const known = await openMappingSet(others)
  const before = new Set(known.findings.map(({ file, message }) => `${file} ${message}`))
  const set = await openMappingSet([...others, given])
  const added = set.findings.filter(({ file, message }) => !before.has(`${file} ${message}`))
  if (added.length > 0) refuse(added)
  const warnings: MappingFinding[] = []
  for (const { mappings, templateId } of set.contexts) {
    const template = (await shelf.latest(templateId))?.template
    if (template) warnings.push(...checkContext(mappings, template).filter(({ file }) => file === given.name))
  }
  return { type: mapping?.type ?? 'ConceptMap', warnings: unique(warnings) }
}

const unique = (findings: readonly MappingFinding[]): readonly MappingFinding[] => [
  ...new Map(findings.map(each => [`${each.line} ${each.message}`, each])).values(),
]
