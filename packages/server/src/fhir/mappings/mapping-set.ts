/** Mapping files read and put together: contexts by the resource that they make and the template that they are for. */
import {
  type ConceptMaps,
  conceptMapsOf,
  FhirProblem,
  isResource,
  type MappedElement,
  type MappingContext,
  type MappingFile,
  type MappingFinding,
  mappedElements,
  openContext,
  type Resource,
  readMappingFile,
  startType,
} from '@cairn-ehr/fhir'
import { inTurns } from '../../collections/index.ts'

/** A file: YAML of FHIRconnect, or a ConceptMap as JSON. */
export interface MappingSource {
  readonly name: string
  readonly text: string
}

/** A context that makes resources of one type from compositions of one template. */
export interface ReadyContext {
  readonly name: string
  readonly type: string
  readonly profile: string
  readonly templateId: string
  readonly mappings: MappingContext
  readonly elements: readonly MappedElement[]
}

export interface MappingSet {
  readonly contexts: readonly ReadyContext[]
  readonly conceptMaps: readonly Resource[]
  /** The pairs of codes of the concept maps. */
  readonly codes: ConceptMaps
  readonly findings: readonly MappingFinding[]
}

export interface ReadSource {
  readonly mapping?: MappingFile
  readonly conceptMap?: Resource
  readonly findings: readonly MappingFinding[]
}

const isJsonText = (text: string): boolean => /^\s*\{/.test(text)

/** Reading takes about a millisecond for 200 characters: the files in force are read once, whatever is put or tried beside them. */
const readBefore = new WeakMap<MappingSource, ReadSource>()

export function readSource(source: MappingSource): ReadSource {
  const known = readBefore.get(source) ?? readAnew(source)
  readBefore.set(source, known)
  return known
}

function readAnew({ name, text }: MappingSource): ReadSource {
  if (!isJsonText(text)) return readMappingFile(name, text)
  const fault = (message: string): ReadSource => ({ findings: [{ file: name, line: 1, message }] })
  try {
    const value: unknown = JSON.parse(text)
    if (!isResource(value) || value.resourceType !== 'ConceptMap' || typeof value['url'] !== 'string')
      return fault('JSON must be a FHIR ConceptMap with a url')
    return { conceptMap: value, findings: [] }
  } catch {
    return fault('The file begins like JSON, but it is none')
  }
}

function readyContext(mappings: MappingContext): ReadyContext | MappingFinding {
  const { context } = mappings
  try {
    return {
      name: context.name,
      type: startType(mappings),
      profile: context.profile.url,
      templateId: context.template.id,
      mappings,
      elements: mappedElements(mappings),
    }
  } catch (error) {
    if (!(error instanceof FhirProblem)) throw error
    return { file: context.file, line: 1, message: error.message }
  }
}

/** A later file replaces an earlier one of the same type and name. */
export async function openMappingSet(sources: readonly MappingSource[]): Promise<MappingSet> {
  const read = await inTurns(sources, readSource)
  const files = new Map(
    read.flatMap(({ mapping }) => (mapping ? [[`${mapping.type} ${mapping.name}`, mapping] as const] : [])),
  )
  const maps = new Map(
    read.flatMap(({ conceptMap }) => (conceptMap ? [[String(conceptMap['url']), conceptMap] as const] : [])),
  )
  const all = [...files.values()]
  const opened = all.flatMap(file => (file.type === 'context' ? [openContext(file, all)] : []))
  const made = await inTurns(
    opened.flatMap(({ mappings }) => mappings ?? []),
    readyContext,
  )
  const conceptMaps = [...maps.values()]
  return {
    contexts: made.filter(each => 'mappings' in each),
    conceptMaps,
    codes: conceptMapsOf(conceptMaps),
    findings: [
      ...read.flatMap(({ findings }) => findings),
      ...opened.flatMap(({ findings }) => findings),
      ...made.flatMap(each => ('mappings' in each ? [] : [each])),
    ],
  }
}
