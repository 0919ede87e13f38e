/** JSON Schema as the text of a TypeScript type. */
import type { Schema } from './document.ts'
import { typeName } from './names.ts'

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

const UNKNOWN_OBJECT = 'Readonly<Record<string, unknown>>'

const refName = (ref: unknown): string | undefined =>
  typeof ref === 'string' ? typeName(ref.replace('#/components/schemas/', '')) : undefined

export const memberName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`)

export const docComment = (text: string, indent: string): string =>
  text.includes('\n')
    ? `${indent}/**\n${text
        .split('\n')
        .map(line => `${indent} * ${line}`.trimEnd())
        .join('\n')}\n${indent} */\n`
    : `${indent}/** ${text} */\n`

/** The text of a type; `depth` indents what has members. */
export function renderType(schema: Schema, depth = 0): string {
  const name = refName(schema['$ref'])
  if (name !== undefined) return name
  const union = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(union)) {
    const choices = new Set((union as Schema[]).map(each => renderType(each, depth)))
    return [...choices].join(' | ')
  }
  if (Array.isArray(schema['enum'])) return schema['enum'].map(value => JSON.stringify(value)).join(' | ')
  const type = schema['type']
  if (Array.isArray(type)) return type.map(each => renderType({ ...schema, type: each }, depth)).join(' | ')
  if (type === 'array') return `readonly ${inBrackets(renderType(schema['items'] as Schema, depth))}[]`
  if (type === 'object') return renderObject(schema, depth)
  return PRIMITIVES[String(type)] ?? 'unknown'
}

const inBrackets = (type: string): string => (/[|&]|^readonly /.test(type) ? `(${type})` : type)

function renderObject(schema: Schema, depth: number): string {
  const others = schema['additionalProperties']
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const otherType = others === true ? 'unknown' : others ? renderType(others as Schema, depth) : undefined
  if (properties.length === 0)
    return otherType === undefined || otherType === 'unknown'
      ? UNKNOWN_OBJECT
      : `Readonly<Record<string, ${otherType}>>`
  const required = new Set((schema['required'] ?? []) as string[])
  const indent = '  '.repeat(depth + 1)
  const members = properties.map(([name, each]) => {
    const comment = typeof each['description'] === 'string' ? docComment(each['description'], indent) : ''
    const mark = required.has(name) ? '' : '?'
    return `${comment}${indent}readonly ${memberName(name)}${mark}: ${renderType(each, depth + 1)}\n`
  })
  // Members of their own fit the index signature only where that takes anything.
  const index = otherType === undefined ? '' : `${indent}readonly [name: string]: unknown\n`
  return `{\n${members.join('')}${index}${'  '.repeat(depth)}}`
}
