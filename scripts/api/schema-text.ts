/** Schemas as Markdown: the members of an object as a list, the type of each in words, with links to named schemas. */
import type { Schema } from '../client/document.ts'
import { entries } from '../markdown.ts'

const REF = '#/components/schemas/'

const nameIn = (schema: Schema): string | undefined => {
  const ref = schema['$ref']
  return typeof ref === 'string' ? ref.replace(REF, '') : undefined
}

/** Apart from the ids of operations, some of which have the same name. */
export const anchorOf = (name: string): string => `schema-${name.toLowerCase()}`

/** `pages` is the way from the page to that of the schemas. */
const linkTo = (name: string, pages: string): string => `[${name}](${pages}#${anchorOf(name)})`

const SHOWN_CHOICES = 6

function choice(schemas: readonly Schema[], pages: string): string {
  const texts = schemas.slice(0, SHOWN_CHOICES).map(each => typeText(each, pages))
  return `${texts.join(' or ')}${schemas.length > SHOWN_CHOICES ? ` or ${schemas.length - SHOWN_CHOICES} more` : ''}`
}

/** A type in words: `array of [ELEMENT](…)`, `"a" or "b"`, `string`. */
export function typeText(schema: Schema, pages: string): string {
  const name = nameIn(schema)
  if (name !== undefined) return linkTo(name, pages)
  const { anyOf, oneOf = anyOf, enum: values, type, items, format } = schema
  if (Array.isArray(oneOf)) return choice(oneOf as Schema[], pages)
  if (Array.isArray(values)) return values.map(value => `\`${JSON.stringify(value)}\``).join(' or ')
  if (type === 'array') return `array of ${typeText((items ?? {}) as Schema, pages)}`
  if (Array.isArray(type)) return type.join(' or ')
  return `${String(type ?? 'any')}${typeof format === 'string' ? ` (${format})` : ''}`
}

function limitsOf(schema: Schema): string {
  const words: Readonly<Record<string, string>> = {
    minimum: 'at least',
    maximum: 'at most',
    minLength: 'characters at least',
    maxLength: 'characters at most',
    maxItems: 'items at most',
    pattern: 'pattern',
    default: 'default',
  }
  return Object.entries(words)
    .filter(([keyword]) => schema[keyword] !== undefined)
    .map(([keyword, word]) => `${word} \`${String(schema[keyword])}\``)
    .join(', ')
}

/** The members of an object; undefined for anything else. */
export function memberTable(schema: Schema, pages: string): string | undefined {
  const properties = schema['properties'] as Readonly<Record<string, Schema>> | undefined
  if (!properties || Object.keys(properties).length === 0) return undefined
  const required = new Set((schema['required'] ?? []) as string[])
  const rows = Object.entries(properties).map(([name, each]) => [
    `\`${name}\``,
    `${typeText(each, pages)}${required.has(name) ? ', required' : ''}`,
    [each['description'], limitsOf(each)].filter(Boolean).join(' '),
  ])
  return entries(rows).trimEnd()
}
