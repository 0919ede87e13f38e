/**
 * Renders the classes of the RM as TypeScript types: canonical JSON, a union on `_type`. They are type aliases and not
 * interfaces because only an alias may stand where `RmObject` is asked for, which has an index signature.
 */
import type { RmAttribute, RmTableRow } from '../src/rm/model.ts'

const PRIMITIVES: Readonly<Record<string, string>> = {
  String: 'string',
  Character: 'string',
  Byte: 'string',
  Iso8601_date_time: 'string',
  Integer: 'number',
  Real: 'number',
  Boolean: 'boolean',
  Any: 'unknown',
}

/** `DV_QUANTITY` → `DvQuantity`. */
const pascal = (name: string): string =>
  name
    .split('_')
    .map(word => (word === word.toUpperCase() ? word[0] + word.slice(1).toLowerCase() : word))
    .join('')

export function renderTypes(rows: readonly RmTableRow[]): string {
  const byName = new Map(rows.map(row => [row.name, row]))
  const isA = (row: RmTableRow, ancestor: string): boolean =>
    row.name === ancestor || row.parents.some(p => isA(byName.get(p) ?? row, ancestor))
  const concrete = (name: string): readonly RmTableRow[] =>
    rows.filter(row => !row.abstract && isA(row, name))

  /** The type of values that may stand where the class is declared: itself, or a union with a name of its own. */
  const reference = (type: string): string => {
    const primitive = PRIMITIVES[type]
    if (primitive !== undefined) return primitive
    const row = byName.get(type)
    if (row === undefined) throw new Error(`no class ${type}`)
    return !row.abstract && concrete(type).length > 1 ? `Any${pascal(type)}` : pascal(type)
  }

  const attributes = (row: RmTableRow): ReadonlyMap<string, RmAttribute> => {
    const all = new Map<string, RmAttribute>()
    for (const parent of row.parents)
      for (const [name, attribute] of attributes(byName.get(parent) ?? row)) all.set(name, attribute)
    for (const attribute of row.attributes) all.set(attribute.name, attribute)
    return all
  }

  const member = (attribute: RmAttribute): string => {
    const type = reference(attribute.type)
    const shape =
      attribute.containerType === 'Hash'
        ? `Readonly<Record<string, ${type}>>`
        : attribute.container
          ? `readonly ${type}[]`
          : type
    return `  readonly ${attribute.name}${attribute.mandatory ? '' : '?'}: ${shape}`
  }

  const declarations = rows.map(row => {
    const name = pascal(row.name)
    const kinds = concrete(row.name).map(kind => pascal(kind.name))
    const union = kinds.length === 0 ? 'never' : kinds.join(' | ')
    if (row.abstract) return `export type ${name} = ${union}`
    const members = [...attributes(row).values()].filter(attribute => attribute.computed !== true).map(member)
    const own = `export type ${name} = {\n  readonly _type: '${row.name}'\n${members.map(m => `${m}\n`).join('')}}`
    return kinds.length > 1
      ? `${own}\n\n/** ${row.name} or what inherits from it. */\nexport type Any${name} = ${union}`
      : own
  })
  const byTypeName = rows
    .filter(row => !row.abstract)
    .map(row => `  readonly ${row.name}: ${pascal(row.name)}\n`)
  const byClassName = rows
    .filter(row => concrete(row.name).length > 0)
    .map(row => `  readonly ${row.name}: ${reference(row.name)}\n`)
  return `/** RM 1.1.0 as types, in canonical JSON shape. Written by scripts/generate-rm.ts: change that, not this. */

${declarations.join('\n\n')}

/** The type of each concrete class by the name that \`_type\` gives it. */
export type TypesByName = {
${byTypeName.join('')}}

/** Every class that data may be of, abstract ones too, with what may stand where it is declared. */
export type ClassesByName = {
${byClassName.join('')}}
`
}
