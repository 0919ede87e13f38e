/** Reads the mapping methods of a file: `with`, conditions, `manual`, `reference`, `followedBy` and the rest. */
import { type FhirPath, PathFault, parseFhirPath } from '../paths/fhir-path.ts'
import { type OpenehrPath, parseOpenehrPath } from '../paths/openehr-path.ts'
import type { Condition, Direction, Manual, Mapping, Operator, Reference, StaticValue } from './model.ts'
import { MAPPING_LIMITS, type YamlCursor } from './yaml.ts'

const MAPPING_KEYS = [
  ...['name', 'with', 'type', 'extension', 'appendTo', 'unidirectional', 'undirectional', 'manual'],
  ...['fhirCondition', 'fhirConditions', 'openehrCondition', 'openehrConditions', 'followedBy', 'reference'],
  ...['slotArchetype', 'link', 'participationsFunction', 'mappingCode', 'conceptmap', 'mappings'],
]

export function readMappings(from: YamlCursor, depth: number): readonly Mapping[] {
  if (depth > MAPPING_LIMITS.depth) {
    from.fault(`Mappings are nested deeper than ${MAPPING_LIMITS.depth} levels`)
    return []
  }
  if (from.present && !from.isList) {
    from.fault('mappings is not a list')
    return []
  }
  const items = from.items()
  if (items.length > MAPPING_LIMITS.mappings) {
    from.fault(`A list has more than ${MAPPING_LIMITS.mappings} mappings`)
    return []
  }
  return items.map(item => readMapping(item, depth))
}

function readMapping(from: YamlCursor, depth: number): Mapping {
  const name = from.get('name').text()
  if (name === undefined) from.fault('The mapping has no name')
  from.only(MAPPING_KEYS, `The mapping "${name ?? ''}"`)
  const pair = from.get('with')
  pair.only(['fhir', 'openehr', 'type', 'value', 'undirectional', 'unidirectional'], 'with')
  const fhir = readPath(pair.get('fhir'), parseFhirPath)
  const openehr = readPath(pair.get('openehr'), parseOpenehrPath)
  const only = readDirection(from.get('unidirectional', 'undirectional'))
  const extension = from.get('extension').text()
  if (extension !== undefined && !['add', 'append', 'overwrite'].includes(extension))
    from.get('extension').fault(`The extension "${extension}" is not add, append or overwrite`)
  const followedBy = from.get('followedBy')
  if (!followedBy.isList) followedBy.only(['mappings'], 'followedBy')
  return {
    name: name ?? '',
    file: from.file,
    line: from.line,
    ...(fhir === undefined ? {} : { fhir }),
    ...(openehr === undefined ? {} : { openehr }),
    ...texts({ type: pair.get('type').text() ?? from.get('type').text(), value: pair.get('value').text() }),
    ...(only === undefined ? {} : { only }),
    ...readBothConditions(from),
    manual: from.get('manual').items().map(readManual),
    ...readReference(from.get('reference'), depth),
    followedBy: [
      ...readMappings(followedBy.isList ? followedBy : followedBy.get('mappings'), depth + 1),
      ...readMappings(from.get('mappings'), depth + 1),
    ],
    ...readLink(from.get('link')),
    ...texts({
      slot: from.get('slotArchetype').text(),
      participation: from.get('participationsFunction').text(),
      program: from.get('mappingCode').text(),
      conceptMap: from.get('conceptmap').text(),
      appendTo: from.get('appendTo').text(),
      extension,
    }),
  } as Mapping
}

function texts(from: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(from).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** Parses a path; a malformed one is reported at its line. */
export function readPath<P>(from: YamlCursor, parse: (text: string) => P): P | undefined {
  const text = from.text()
  if (text === undefined || text.trim() === '') return undefined
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof PathFault)) throw error
    from.fault(error.message)
    return undefined
  }
}

function readDirection(from: YamlCursor): Direction | undefined {
  const text = from.text()
  if (text === undefined) return undefined
  const plain = text.toLowerCase().replaceAll(' ', '')
  if (plain === 'openehr->fhir') return 'toFhir'
  if (plain === 'fhir->openehr') return 'toOpenehr'
  from.fault(`unidirectional "${text}" is not "openehr->fhir" or "fhir->openehr"`)
  return undefined
}

const readBothConditions = (from: YamlCursor) => ({
  fhirConditions: readConditions(from.get('fhirCondition', 'fhirConditions'), parseFhirPath),
  openehrConditions: readConditions(from.get('openehrCondition', 'openehrConditions'), parseOpenehrPath),
})

/** Operators, and the names that older files use for them. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  'one of': 'one of',
  in: 'one of',
  contains: 'one of',
  'not of': 'not of',
  'not in': 'not of',
  'not contains': 'not of',
  empty: 'empty',
  'not empty': 'not empty',
  type: 'type',
}

const CONDITION_KEYS = [
  ...[
    'targetRoot',
    'targetAttribute',
    'targetAttributes',
    'operator',
    'criteria',
    'criterias',
    'identifying',
  ],
]

export function readConditions<P>(from: YamlCursor, parse: (text: string) => P): readonly Condition<P>[] {
  return from.items().flatMap(item => {
    item.only(CONDITION_KEYS, 'The condition')
    const root = readPath(item.get('targetRoot'), parse)
    const said = item.get('operator').text()
    const word = (said ?? '').toLowerCase().trim()
    const operator = Object.hasOwn(OPERATORS, word) ? OPERATORS[word] : undefined
    if (root === undefined) item.fault('The condition has no targetRoot')
    if (operator === undefined)
      item.fault(`The operator "${said ?? ''}" is not one of: one of, not of, empty, not empty, type`)
    const criteria = [...item.get('criteria').texts(), ...item.get('criterias').texts()].flatMap(listed)
    if (criteria.length === 0 && (operator === 'one of' || operator === 'not of' || operator === 'type'))
      item.fault(`The operator "${operator}" needs criteria`)
    const attributes = [
      ...item.get('targetAttribute').items(),
      ...item.get('targetAttributes').items(),
    ].flatMap(each => readPath(each, parse) ?? [])
    return root === undefined || operator === undefined ? [] : [{ root, attributes, operator, criteria }]
  })
}

/** Grammar 0.0.x writes a list as text: `[a, b]`. */
const listed = (text: string): readonly string[] => {
  const inner = /^\[(.*)\]$/.exec(text.trim())?.[1]
  return inner === undefined ? [text] : inner.split(',').map(each => each.trim())
}

function readManual(from: YamlCursor): Manual {
  from.only(
    [
      ...[
        'name',
        'fhir',
        'openehr',
        'fhirCondition',
        'fhirConditions',
        'openehrCondition',
        'openehrConditions',
      ],
      ...['unidirectional', 'undirectional', 'value'],
    ],
    'The manual mapping',
  )
  const only = readDirection(from.get('unidirectional', 'undirectional'))
  return {
    name: from.get('name').text() ?? '',
    fhir: readStatics<FhirPath>(from.get('fhir'), parseFhirPath),
    openehr: readStatics<OpenehrPath>(from.get('openehr'), parseOpenehrPath),
    ...readBothConditions(from),
    ...(only === undefined ? {} : { only }),
  }
}

function readStatics<P>(from: YamlCursor, parse: (text: string) => P): readonly StaticValue<P>[] {
  return from.items().flatMap(item => {
    item.only(['path', 'value'], 'The manual value')
    const path = readPath(item.get('path'), parse)
    const value = item.get('value').text()
    if (path === undefined || value === undefined) item.fault('A manual value needs a path and a value')
    return path === undefined || value === undefined ? [] : [{ path, value }]
  })
}

function readReference(from: YamlCursor, depth: number): { reference?: Reference } {
  if (!from.present) return {}
  from.only(['resourceType', 'mappings'], 'reference')
  const resourceType = from.get('resourceType').text()
  if (resourceType === undefined) from.fault('reference has no resourceType')
  return {
    reference: { resourceType: resourceType ?? '', mappings: readMappings(from.get('mappings'), depth + 1) },
  }
}

function readLink(from: YamlCursor): { link?: { meaning: string; type: string } } {
  if (!from.present) return {}
  from.only(['meaning', 'type'], 'link')
  return { link: { meaning: from.get('meaning').text() ?? '', type: from.get('type').text() ?? '' } }
}
