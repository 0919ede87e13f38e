/** Reads one FHIRconnect file: grammar 1.0, and the spellings of 0.9 and 0.0.x that published files have. */
import { parseFhirPath } from '../paths/fhir-path.ts'
import { parseOpenehrPath } from '../paths/openehr-path.ts'
import type { ContextFile, Hierarchy, MappingFile, Preprocessor, Split } from './model.ts'
import { readConditions, readMappings, readPath } from './read-mapping.ts'
import { type MappingFinding, YamlCursor } from './yaml.ts'

export interface ReadResult {
  /** Undefined where the file has a fault. */
  readonly mapping?: MappingFile
  readonly findings: readonly MappingFinding[]
}

export function readMappingFile(file: string, text: string): ReadResult {
  const root = YamlCursor.open(file, text)
  const { findings } = root
  if (findings.length > 0) return { findings }
  const mapping = readFile(root)
  return findings.length > 0 || mapping === undefined ? { findings } : { mapping, findings }
}

const HEAD = ['grammar', 'type', 'metadata', 'spec', 'mappings', 'mapping', 'preprocessor', 'context']
const SPEC = ['system', 'version', 'extends', 'openEhrConfig', 'fhirConfig', 'conceptmap']

function readFile(root: YamlCursor): MappingFile | undefined {
  root.only(HEAD, 'The file')
  const grammar = required(root, 'grammar')
  if (grammar !== '' && !/^FHIRConnect\/v\d+\.\d+\.\d+$/i.test(grammar))
    root.get('grammar').fault(`The grammar "${grammar}" is not FHIRConnect/v1.0.0 or an earlier version`)
  const metadata = root.get('metadata')
  const spec = root.get('spec')
  spec.only(SPEC, 'spec')
  const release = spec.get('version').text()
  if (release !== undefined && release !== 'R4')
    spec.get('version').fault(`The FHIR release "${release}" is not R4`)
  const head = {
    file: root.file,
    grammar,
    name: required(metadata, 'name', 'metadata.name'),
    version: metadata.get('version').text() ?? '',
  }
  const type = required(root, 'type')
  switch (type) {
    case 'context':
      return { ...head, type, ...readContext(root.get('context')) }
    case 'model': {
      const archetype = required(spec.get('openEhrConfig'), 'archetype', 'spec.openEhrConfig.archetype')
      const structure = spec.get('fhirConfig').get('structureDefinition').text()
      return {
        ...head,
        type,
        archetype:
          archetype === '' || archetype.startsWith('openEHR-') ? archetype : `openEHR-EHR-${archetype}`,
        ...(structure === undefined ? {} : { structureDefinition: structure }),
        preprocessor: readPreprocessor(root.get('preprocessor')),
        ...conceptMapIn(spec),
        mappings: readMappings(root.get('mappings', 'mapping'), 0),
      }
    }
    case 'extension':
      return {
        ...head,
        type,
        extends: required(spec, 'extends', 'spec.extends'),
        ...(root.get('preprocessor').present
          ? { preprocessor: readPreprocessor(root.get('preprocessor')) }
          : {}),
        ...conceptMapIn(spec),
        mappings: readMappings(root.get('mappings', 'mapping'), 0),
      }
    default:
      if (type !== '') root.get('type').fault(`The type "${type}" is not model, extension or context`)
      return undefined
  }
}

function required(from: YamlCursor, key: string, label = key): string {
  const text = from.get(key).text()
  if (text === undefined) from.fault(`The key "${label}" is missing`)
  return text ?? ''
}

const conceptMapIn = (spec: YamlCursor): { conceptMap?: string } => {
  const conceptMap = spec.get('conceptmap').text()
  return conceptMap === undefined ? {} : { conceptMap }
}

function readContext(
  context: YamlCursor,
): Omit<ContextFile, 'type' | 'file' | 'grammar' | 'name' | 'version'> {
  context.only(['profile', 'template', 'archetypes', 'extensions', 'start'], 'context')
  const profileVersion = context.get('profile').get('version').text()
  const templateVersion = context.get('template').get('sem_ver').text()
  return {
    profile: {
      url: required(context.get('profile'), 'url', 'context.profile.url'),
      ...(profileVersion === undefined ? {} : { version: profileVersion }),
    },
    template: {
      id: required(context.get('template'), 'id', 'context.template.id'),
      ...(templateVersion === undefined ? {} : { version: templateVersion }),
    },
    archetypes: context.get('archetypes').texts(),
    extensions: context.get('extensions').texts(),
    start: required(context, 'start', 'context.start'),
  }
}

function readPreprocessor(from: YamlCursor): Preprocessor {
  from.only(
    ['fhirCondition', 'fhirConditions', 'openehrCondition', 'openehrConditions', 'hierarchy'],
    'preprocessor',
  )
  const hierarchy = from.get('hierarchy')
  const read = hierarchy.present ? readHierarchy(hierarchy) : undefined
  return {
    fhirConditions: readConditions(from.get('fhirCondition', 'fhirConditions'), parseFhirPath),
    openehrConditions: readConditions(from.get('openehrCondition', 'openehrConditions'), parseOpenehrPath),
    ...(read === undefined ? {} : { hierarchy: read }),
  }
}

function readHierarchy(from: YamlCursor): Hierarchy | undefined {
  from.only(['with', 'split', 'type'], 'hierarchy')
  const fhir = readPath(from.get('with').get('fhir'), parseFhirPath)
  const openehr = readPath(from.get('with').get('openehr'), parseOpenehrPath)
  if (fhir === undefined || openehr === undefined) {
    from.fault('hierarchy.with needs a path for fhir and one for openehr')
    return undefined
  }
  const split = from.get('split')
  split.only(['fhir', 'openehr'], 'split')
  const toFhir = readSplit(split.get('fhir'), parseOpenehrPath)
  const toOpenehr = readSplit(split.get('openehr'), parseFhirPath)
  return { fhir, openehr, ...(toFhir ? { toFhir } : {}), ...(toOpenehr ? { toOpenehr } : {}) }
}

function readSplit<P>(from: YamlCursor, parse: (text: string) => P): Split<P> | undefined {
  if (!from.present) return undefined
  from.only(['create', 'path', 'unique'], 'split')
  const unique: P[] = []
  for (const item of from.get('unique').items()) {
    const path = readPath(item, parse)
    if (path !== undefined) unique.push(path)
  }
  return { create: from.get('create').text() ?? 'resource', unique }
}
