/** The mapping of a class, put together from the rows of its ancestors in the tables. */
import { baseType, isA, type RmAttribute, rmClass } from '../../../rm/index.ts'
import { boolean, type Codec, integer, real, text } from './codec.ts'
import type { Field, Mapping, Part, Table } from './table.ts'
import { STRUCTURES } from './table-structures.ts'
import { DATA_VALUES } from './table-values.ts'

export interface MergedMapping extends Mapping {
  readonly fields: readonly Field[]
  readonly parts: readonly Part[]
  /** The cell of an attribute as a whole, where it is one scalar. */
  readonly fieldsByAttribute: ReadonlyMap<string, Field>
  /** The cell of an attribute as a whole, where it is an object or a list. */
  readonly partsByAttribute: ReadonlyMap<string, Part>
}

const PRIMITIVES: Readonly<Record<string, Codec>> = {
  String: text,
  Character: text,
  Byte: text,
  Iso8601_date_time: text,
  Boolean: boolean,
  Integer: integer,
  Integer64: integer,
  Real: real,
  Double: real,
}

const TABLES: readonly Table[] = [DATA_VALUES, STRUCTURES]

/** The row of exactly this class, without what it inherits. */
export function ownMapping(type: string): Mapping | undefined {
  const name = baseType(type)
  for (const table of TABLES) if (Object.hasOwn(table, name)) return table[name]
  return undefined
}

const merged = new Map<string, MergedMapping>()

/**
 * The whole row of a class: its own cells before those of its ancestors, and for every attribute that no
 * table names a cell called `_` and the attribute's name, so that the whole reference model has keys.
 */
export function mappingOf(type: string): MergedMapping {
  const name = baseType(type)
  const known = merged.get(name)
  if (known !== undefined) return known
  const made = merge(name)
  merged.set(name, made)
  return made
}

function merge(name: string): MergedMapping {
  const fields: Field[] = []
  const parts: Part[] = []
  const taken = new Set<string>()
  let row: Mapping = {}
  const classes = [...(rmClass(name)?.ancestors ?? [name])].reverse()
  for (const ancestor of classes) {
    const own = ownMapping(ancestor)
    if (own === undefined) continue
    row = { ...own, ...row }
    const before = new Set(taken)
    for (const field of own.fields ?? [])
      if (!before.has(field.at.join('/'))) {
        fields.push(field)
        taken.add(field.at.join('/'))
      }
    for (const part of own.parts ?? [])
      if (!before.has(part.at.join('/'))) {
        parts.push(part)
        taken.add(part.at.join('/'))
      }
  }
  const named = new Set([...taken].map(at => at.split('/')[0]))
  for (const attribute of rmClass(name)?.attributes.values() ?? []) {
    if (named.has(attribute.name) || attribute.computed === true) continue
    const codec = PRIMITIVES[attribute.type]
    if (codec === undefined || attribute.container) parts.push(partOf(attribute))
    else fields.push({ keys: [`/_${attribute.name}`], at: [attribute.name], as: codec })
  }
  const allParts = parts.map(withUnderscore)
  return {
    ...row,
    fields,
    parts: allParts,
    fieldsByAttribute: byAttribute(fields),
    partsByAttribute: byAttribute(allParts),
  }
}

/** The cells that stand for an attribute as a whole; the first one counts. */
function byAttribute<T extends Field | Part>(cells: readonly T[]): ReadonlyMap<string, T> {
  const found = new Map<string, T>()
  for (const cell of cells) {
    const [attribute = '', below] = cell.at
    if (below === undefined && !found.has(attribute)) found.set(attribute, cell)
  }
  return found
}

const partOf = (attribute: RmAttribute): Part => ({
  segments: [`_${attribute.name}`],
  at: [attribute.name],
  type:
    attribute.generic === undefined || attribute.containerType === 'Hash'
      ? attribute.type
      : `${attribute.type}<${attribute.generic.join()}>`,
  many: attribute.container,
})

/** An attribute has a second name with an underscore, for templates whose node takes the plain name. */
function withUnderscore(part: Part): Part {
  const last = part.at.at(-1)
  const spare = `_${last}`
  return part.segments.includes(spare) ? part : { ...part, segments: [...part.segments, spare] }
}

/** True when FLAT has more than `|raw` for values of the class; structures are mapped by nodes of the template. */
export function isMapped(type: string): boolean {
  return rmClass(type) !== undefined && !isA(type, 'LOCATABLE')
}
