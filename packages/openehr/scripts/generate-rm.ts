/**
 * Writes `src/rm/table.generated.ts` and `src/rm/types.generated.ts` from the BMM files of the RM and the few
 * classes beside them. Run: `node --import tsx packages/openehr/scripts/generate-rm.ts`.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { corpusFile } from '../fixtures/corpus.ts'
import type { RmAttribute, RmTableRow } from '../src/rm/model.ts'
import { BASE_CLASSES, INHERITED, OLDER_ATTRIBUTES } from './base-classes.ts'
import { type OdinObject, type OdinValue, parseOdin } from './odin.ts'
import { renderTypes } from './render-types.ts'

const SCHEMAS = ['data_types', 'structures', 'ehr', 'demographic', 'ehr_extract']

/** Primitive types under the one name that this library uses; the enumeration of proportion kinds is a number in data. */
const PRIMITIVE_NAMES: Readonly<Record<string, string>> = {
  Integer64: 'Integer',
  PROPORTION_KIND: 'Integer',
  Octet: 'Byte',
}

/** Supertypes that say something about values, not about attributes. */
const NOT_A_PARENT = /^(Any|Ordered|Integer|Iso8601_\w+)$/

const object = (value: OdinValue | undefined): OdinObject =>
  typeof value === 'object' && !Array.isArray(value) ? (value as OdinObject) : {}
const text = (value: OdinValue | undefined): string => (typeof value === 'string' ? value : '')
const list = (value: OdinValue | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value : []

/** Type parameters of a class with the type that each stands for where nothing narrower is known. */
type Bounds = Readonly<Record<string, string>>

function attributeOf(name: string, property: OdinObject, bounds: Bounds): RmAttribute {
  const named = (type: string): string => bounds[type] ?? PRIMITIVE_NAMES[type] ?? type
  const container = object(property['type_def'])
  const inner = container['container_type'] === undefined ? container : object(container['type_def'])
  const root = text(inner['root_type'])
  const parameters = list(inner['generic_parameters']).map(named)
  const isHash = root === 'Hash'
  const containerType = isHash ? 'Hash' : text(container['container_type'])
  const type = isHash ? 'String' : named(root || text(container['type']) || text(property['type']))
  const isContainer = containerType !== '' && type !== 'Byte'
  const mandatory = property['is_mandatory'] === true
  return {
    name,
    type,
    container: isContainer,
    ...(containerType === '' ? {} : { containerType: containerType as 'List' }),
    mandatory,
    ...(parameters.length === 0 ? {} : { generic: parameters }),
    lower: isContainer ? (property['cardinality'] === '>=1' ? 1 : 0) : mandatory ? 1 : 0,
    ...(isContainer ? {} : { upper: 1 }),
    ...(property['is_computed'] === true ? { computed: true } : {}),
  }
}

function rowOf(name: string, definition: OdinObject): RmTableRow {
  const bounds: Record<string, string> = {}
  for (const [parameter, def] of Object.entries(object(definition['generic_parameter_defs'])))
    bounds[parameter] = text(object(def)['conforms_to_type']) || 'Any'
  const generic = Object.values(object(definition['ancestor_defs'])).map(def =>
    text(object(def)['root_type']),
  )
  return {
    name,
    abstract: definition['is_abstract'] === true,
    parents: [...list(definition['ancestors']), ...generic].filter(parent => !NOT_A_PARENT.test(parent)),
    attributes: Object.entries(object(definition['properties'])).map(([attribute, property]) =>
      attributeOf(attribute, object(property), bounds),
    ),
  }
}

/** `List<LINK>`, `Hash<String,String>` or a plain name, as the hand-written classes have them. */
function writtenAttribute(key: string, written: string): RmAttribute {
  const mandatory = key.endsWith('!')
  const [, outer, inner] = /^(List|Hash)<(.+)>$/.exec(written) ?? []
  const generic = outer === 'Hash' ? (inner ?? '').split(',') : undefined
  return {
    name: key.replace('!', ''),
    // T is the parameter of Interval, whose only descendant in the RM binds it to DV_ORDERED.
    type: outer === undefined ? written.replace(/^T$/, 'DV_ORDERED') : (generic?.[1] ?? inner ?? ''),
    container: outer !== undefined,
    ...(outer === undefined ? {} : { containerType: outer as 'List' | 'Hash' }),
    mandatory,
    ...(generic === undefined ? {} : { generic }),
    lower: outer === undefined && mandatory ? 1 : 0,
    ...(outer === undefined ? { upper: 1 } : {}),
  }
}

/** Every class, parents before children. */
function readRows(read: (relative: string) => string): readonly RmTableRow[] {
  const rows = new Map<string, RmTableRow>()
  for (const base of BASE_CLASSES) {
    const attributes = Object.entries(base.attributes).map(([key, type]) => writtenAttribute(key, type))
    rows.set(base.name, {
      name: base.name,
      abstract: base.abstract === true,
      parents: base.parents,
      attributes,
    })
  }
  for (const schema of SCHEMAS) {
    const classes = object(parseOdin(read(`specs/bmm/openehr_rm_${schema}_110.bmm`))['class_definitions'])
    for (const [name, definition] of Object.entries(classes)) {
      const row = rowOf(name, object(definition))
      const older = Object.entries(OLDER_ATTRIBUTES[name] ?? {}).map(([key, type]) =>
        writtenAttribute(key, type),
      )
      const own = row.attributes.filter(attribute => !INHERITED[name]?.includes(attribute.name))
      if (PRIMITIVE_NAMES[name] === undefined) rows.set(name, { ...row, attributes: [...own, ...older] })
    }
  }
  const sorted: RmTableRow[] = []
  const place = (row: RmTableRow): void => {
    if (sorted.includes(row)) return
    for (const parent of row.parents) {
      const found = rows.get(parent)
      if (found === undefined) throw new Error(`${row.name} inherits from ${parent}, which is not defined`)
      place(found)
    }
    sorted.push(row)
  }
  for (const row of rows.values()) place(row)
  return sorted
}

const literal = (value: object): string =>
  JSON.stringify(value)
    .replace(/"(\w+)":/g, ' $1: ')
    .replaceAll('"', "'")
    .replaceAll(",'", ", '")
    .replace(/}$/, ' }')

function renderTable(rows: readonly RmTableRow[]): string {
  const classes = rows.map(({ name, abstract, parents, attributes }) => {
    const head = `name: '${name}', abstract: ${abstract}, parents: [${parents.map(p => `'${p}'`).join(', ')}]`
    if (attributes.length === 0) return `  { ${head}, attributes: [] },`
    return `  { ${head}, attributes: [\n${attributes.map(a => `    ${literal(a)},`).join('\n')}\n  ] },`
  })
  return `/** The classes of RM 1.1.0, parents before children. Written by scripts/generate-rm.ts: change that, not this. */
import type { RmTableRow } from './model.ts'

export const RM_TABLE: readonly RmTableRow[] = [
${classes.join('\n')}
]
`
}

export function generated(read: (relative: string) => string): Readonly<Record<string, string>> {
  const rows = readRows(read)
  return { 'table.generated.ts': renderTable(rows), 'types.generated.ts': renderTypes(rows) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, content] of Object.entries(generated(corpusFile)))
    writeFileSync(fileURLToPath(new URL(`../src/rm/${file}`, import.meta.url)), content)
}
