/** Records of a datamap, from the JSON Schema that the server has for them, as TypeScript and as Python. */
import { oneLine, pythonField, typeName, uniqueNames } from './names.ts'
import { dataclass, literalType, pythonModule } from './python.ts'

export type Schema = Readonly<Record<string, unknown>>

const propertiesOf = (schema: Schema) =>
  Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)

const requiredOf = (schema: Schema): ReadonlySet<string> => new Set((schema['required'] ?? []) as string[])

/** Fixed values: an `enum`, or a `oneOf` of constants. */
function fixedValues(schema: Schema): readonly unknown[] | undefined {
  if (Array.isArray(schema['enum'])) return schema['enum']
  const choices = (schema['oneOf'] ?? []) as Schema[]
  return choices.length > 0 && choices.every(each => 'const' in each)
    ? choices.map(each => each['const'])
    : undefined
}

const choicesOf = (schema: Schema): readonly Schema[] =>
  (schema['anyOf'] ?? schema['oneOf'] ?? []) as readonly Schema[]

/** `{ type: ['string', 'null'] }` as one schema for each type. */
const typesOf = (schema: Schema): readonly Schema[] =>
  Array.isArray(schema['type']) ? schema['type'].map(type => ({ ...schema, type })) : []

const TYPESCRIPT: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

function typescriptType(schema: Schema, depth: number): string {
  const fixed = fixedValues(schema)
  if (fixed) return fixed.map(value => JSON.stringify(value)).join(' | ')
  const several = [...choicesOf(schema), ...typesOf(schema)]
  if (several.length > 0) return [...new Set(several.map(each => typescriptType(each, depth)))].join(' | ')
  if (schema['type'] === 'array') return `(${typescriptType((schema['items'] ?? {}) as Schema, depth)})[]`
  if (schema['type'] !== 'object') return TYPESCRIPT[String(schema['type'])] ?? 'unknown'
  const required = requiredOf(schema)
  const indent = '  '.repeat(depth + 1)
  const members = propertiesOf(schema).map(([name, each]) => {
    const about = [each['title'], each['description']].filter(text => typeof text === 'string').join(': ')
    const comment = about === '' ? '' : `${indent}/** ${oneLine(about)} */\n`
    // Members that only the server writes are always in an answer, and never in a request.
    const isShown = each['readOnly'] === true
    const mark = required.has(name) || isShown ? '' : '?'
    const key = `${isShown ? 'readonly ' : ''}${JSON.stringify(name)}`
    return `${comment}${indent}${key}${mark}: ${typescriptType(each, depth + 1)}\n`
  })
  return `{\n${members.join('')}${'  '.repeat(depth)}}`
}

/** A type and no interface: only a type can be handed to what takes any record. */
export const schemaTypescript = (name: string, about: string, schema: Schema): string =>
  `/** ${oneLine(about)} Made by "cairn generate types". */\nexport type ${name} = ${typescriptType(schema, 0)}\n`

const PYTHON: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
}

const FROM_JSON = `def to_json(record: Any) -> dict[str, Any]:
    """The record by the labels of the datamap, to be sent; fields that the server alone writes are left out."""
    return {
        each.metadata["key"]: _plain(getattr(record, each.name))
        for each in fields(record)
        if getattr(record, each.name) is not None and not each.metadata.get("read_only")
    }


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return to_json(value) if is_dataclass(value) else value
`

export function schemaPython(name: string, about: string, schema: Schema): string {
  const className = uniqueNames()
  const classes: string[] = []
  const typeOf = (of: Schema, wanted: string): string => {
    const fixed = fixedValues(of)
    if (fixed) return literalType(fixed.map(String))
    const several = [...choicesOf(of), ...typesOf(of)]
    if (several.length > 0) return [...new Set(several.map(each => typeOf(each, wanted)))].join(' | ')
    if (of['type'] === 'array') return `list[${typeOf((of['items'] ?? {}) as Schema, wanted)}]`
    if (of['type'] !== 'object') return PYTHON[String(of['type'])] ?? 'Any'
    return propertiesOf(of).length === 0 ? 'dict[str, Any]' : render(of, wanted, wanted)
  }
  const render = (of: Schema, wanted: string, text: string): string => {
    const own = className(wanted)
    const fieldName = uniqueNames()
    const required = requiredOf(of)
    const members = propertiesOf(of).map(([label, each]) => ({
      name: fieldName(pythonField(label)),
      type: typeOf(each, `${own}${typeName(label)}`),
      isRequired: required.has(label),
      metadata: { key: label, ...(each['readOnly'] === true ? { read_only: true } : {}) },
    }))
    classes.push(dataclass(own, text, members))
    return own
  }
  render(schema, name, about)
  return pythonModule(about, [...classes, FROM_JSON])
}
