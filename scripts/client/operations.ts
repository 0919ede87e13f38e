/** The operations of the API as a table for the client, and as typed methods. */
import { type Operation, type Parameter, preferredType, type Schema } from './document.ts'
import { camelCase, groupName, methodName, pascalCase } from './names.ts'
import { docComment, memberName, renderType } from './render-type.ts'

/** `format` says what `accept` says, and would make the type of the answer a lie. */
const isTyped = ({ name, in: place }: Parameter): boolean => !(place === 'query' && name === 'format')

const memberOf = ({ name, in: place }: Parameter): string => (place === 'header' ? camelCase(name) : name)

const isIfMatch = ({ name, in: place }: Parameter): boolean => place === 'header' && name === 'If-Match'

const isPrefer = ({ name, in: place }: Parameter): boolean => place === 'header' && name === 'Prefer'

/** A write whose answer follows `Prefer`. */
const followsPrefer = ({ method, parameters, answers }: Operation): boolean =>
  method !== 'GET' && parameters.some(isPrefer) && Object.keys(answers).length > 0

const hasPages = ({ answerHeaders }: Operation): boolean => answerHeaders.has('Link')

/** Answers with the id of a version or of a definition; the id of a result set is of no use. */
const isVersioned = (operation: Operation): boolean =>
  operation.answerHeaders.has('ETag') && !hasPages(operation)

/** The member that holds the items of a page; empty: the page is the list. */
function itemsMember(operation: Operation): string | undefined {
  const schema = operation.answers['application/json']?.schema
  if (!hasPages(operation) || schema === undefined) return undefined
  if (schema['type'] === 'array') return ''
  return ['data', 'events'].find(name => name in ((schema['properties'] ?? {}) as object))
}

function itemSchema(operation: Operation, member: string): Schema {
  const page = operation.answers['application/json']?.schema ?? {}
  const list = member === '' ? page : ((page['properties'] as Record<string, Schema>)[member] ?? {})
  return (list['items'] ?? {}) as Schema
}

function renderParameter(parameter: Parameter): string {
  const type = isIfMatch(parameter) ? 'string | Versioned<unknown>' : renderType(parameter.schema, 1)
  const mark = parameter.required ? '' : '?'
  return `${docComment(parameter.description, '  ')}  readonly ${memberName(memberOf(parameter))}${mark}: ${type}${parameter.required ? '' : ' | undefined'}\n`
}

/** One form for each media type of the body; the preferred one need not be named. */
function renderBody({ body }: Operation): string | undefined {
  if (!body) return undefined
  const preferred = preferredType(body.content)
  const mark = body.required ? '' : '?'
  const forms = Object.entries(body.content).map(([type, { schema }]) => {
    const value = isBinary(schema) ? 'string | Uint8Array' : renderType(schema, 0)
    const named = type === preferred ? 'contentType?' : 'contentType'
    return `{ readonly body${type === preferred ? mark : ''}: ${value}; readonly ${named}: '${type}' }`
  })
  return forms.length === 1 ? (forms[0] ?? '') : `(\n  | ${forms.join('\n  | ')}\n)`
}

const parametersName = ({ id }: Pick<Operation, 'id'>): string => `${pascalCase(id)}Parameters`

function renderParameters(operation: Operation): string {
  const own = operation.parameters.filter(isTyped).map(renderParameter).join('')
  const body = renderBody(operation)
  const members = own === '' ? 'object' : `{\n${own}}`
  const type = body === undefined ? members : own === '' ? body : `${members} & ${body}`
  return `export type ${parametersName(operation)} = ${type}\n`
}

const IDENTIFIER = '#/components/schemas/Identifier'

/** Without the identifier that `Prefer: return=identifier` brings: the client's types know of it. */
function withoutIdentifier(schema: Schema): Schema {
  const choices = ((schema['anyOf'] ?? []) as Schema[]).filter(each => each['$ref'] !== IDENTIFIER)
  const [only] = choices
  if (only === undefined) return schema
  return choices.length === 1 ? only : { ...schema, anyOf: choices }
}

const answersName = ({ id }: Pick<Operation, 'id'>): string => `${pascalCase(id)}Answers`

const isBinary = (schema: Schema): boolean => schema['format'] === 'binary'

/** Records of a datamap have the type that the caller gives, such as one of `cairn generate types`. */
const ROW = /\bDatamapRecord\b/g
const ROW_PARAMETER = 'Row extends object = DatamapRecord'

const hasRows = (operation: Operation): boolean => answerRows(operation).join('').search(ROW) >= 0

const answerRows = (operation: Operation): string[] =>
  Object.entries(operation.answers).map(([type, { schema }]) => {
    const value = isBinary(schema) ? 'Uint8Array' : renderType(withoutIdentifier(schema), 1)
    return `  readonly '${type}': ${value}\n`
  })

function renderAnswers(operation: Operation): string {
  const rows = answerRows(operation).join('')
  if (rows === '') return ''
  const name = answersName(operation)
  return hasRows(operation)
    ? `export interface ${name}<${ROW_PARAMETER}> {\n${rows.replaceAll(ROW, 'Row')}}\n`
    : `export interface ${name} {\n${rows}}\n`
}

const FLAT = 'application/openehr.wt.flat+json'

/** The same method for an answer in FLAT, whose type the caller may give. */
function renderFlat(operation: Operation): string {
  if (!(FLAT in operation.answers)) return ''
  const preferred = followsPrefer(operation) ? " & { readonly prefer: 'return=representation' }" : ''
  const parameters = `${parametersName(operation)}${preferred}`
  const record = operation.mayBeEmpty && !followsPrefer(operation) ? 'FlatRecord | undefined' : 'FlatRecord'
  const answer = isVersioned(operation) ? `Versioned<${record}>` : record
  const comment = docComment(
    'The same in FLAT. `FlatRecord` may be a type of `cairn generate types`.',
    '    ',
  )
  return `${comment}    ${methodName(operation)}<FlatRecord extends object = Flat>(parameters: ${parameters}, options: CallOptions & { readonly accept: '${FLAT}' }): Promise<${answer}>\n`
}

const needsNothing = ({ parameters, body }: Operation): boolean =>
  !parameters.some(({ required }) => required) && body?.required !== true

/** The text of the method's type. */
function renderMethod(operation: Operation, example: string | undefined): string {
  const types = Object.keys(operation.answers)
  const preferred = preferredType(operation.answers)
  const follows = followsPrefer(operation)
  const generics = [
    ...(hasRows(operation) ? [ROW_PARAMETER] : []),
    ...(follows ? ["const Prefer extends string = ''"] : []),
    ...(types.length > 1 ? [`Accept extends keyof ${answersName(operation)} = '${preferred}'`] : []),
  ]
  const answers = `${answersName(operation)}${hasRows(operation) ? '<Row>' : ''}`
  const body = types.length > 1 ? `${answers}[Accept]` : `${answers}['${preferred}']`
  const whole =
    types.length === 0
      ? 'undefined'
      : follows
        ? `Preferred<Prefer, ${body}>`
        : operation.mayBeEmpty
          ? `${body} | undefined`
          : body
  const answer = isVersioned(operation) ? `Versioned<${whole}>` : whole
  const parameters = `${parametersName(operation)}${follows ? ' & { readonly prefer?: Prefer }' : ''}`
  const options = `options?: CallOptions${types.length > 1 ? '<Accept>' : ''}`
  const mark = needsNothing(operation) ? '?' : ''
  const signature = `${methodName(operation)}${generics.length > 0 ? `<${generics.join(', ')}>` : ''}`
  const line = `    ${signature}(parameters${mark}: ${parameters}, ${options}): Promise<${answer}>\n`
  const comment = `${renderFlat(operation)}${docComment(describe(operation, example), '    ')}`
  const member = itemsMember(operation)
  if (member === undefined) return comment + line
  const item = renderType(itemSchema(operation, member), 2).replace(ROW, 'Row')
  const row = hasRows(operation) ? `<${ROW_PARAMETER}>` : ''
  const each = `    ${methodName(operation)}Each${row}(parameters${mark}: ${parametersName(operation)}, options?: CallOptions): AsyncIterable<${item}>\n`
  return `${comment}${line}${docComment('The same, item by item over all pages.', '    ')}${each}`
}

function describe(
  { summary, description, method, path, scope }: Operation,
  example: string | undefined,
): string {
  const closed = (text: string) => text.replaceAll('*/', '*\\/')
  return [
    `${summary}: \`${method} ${path}\`${scope === undefined ? '' : `, scope \`${scope}\``}.`,
    ...(description === undefined ? [] : ['', closed(description)]),
    ...(example === undefined
      ? []
      : [
          '',
          ...closed(example)
            .split('\n')
            .map(line => `    ${line}`.trimEnd()),
        ]),
  ].join('\n')
}

function renderRow(operation: Operation): string {
  const { id, method, path, parameters, body, answers, scope } = operation
  const named = (place: Parameter['in']) => parameters.filter(each => each.in === place && isTyped(each))
  const headers = Object.fromEntries(named('header').map(each => [memberOf(each), each.name]))
  const items = itemsMember(operation)
  const row = {
    group: groupName(operation),
    name: methodName(operation),
    method,
    path,
    ...(scope === undefined ? {} : { scope }),
    ...(named('query').length === 0 ? {} : { query: named('query').map(({ name }) => name) }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(body ? { body: preferredType(body.content) } : {}),
    ...(Object.keys(answers).length === 0 ? {} : { accept: preferredType(answers) }),
    ...(isVersioned(operation) ? { versioned: true } : {}),
    ...(items === undefined ? {} : { items }),
  }
  return `  ${id}: ${JSON.stringify(row)},\n`
}

/** Types that the schemas of the operations mention, and where they come from. */
function mentioned(text: string, names: readonly string[]): readonly string[] {
  return names.filter(name => new RegExp(`\\b${name}\\b`).test(text))
}

export interface Rendering {
  readonly operations: readonly Operation[]
  /** Names of types, by the module that has them. */
  readonly modules: Readonly<Record<string, readonly string[]>>
  /** Texts of examples by the ids of operations. */
  readonly examples: Readonly<Record<string, string>>
}

export function renderOperations({ operations, modules, examples }: Rendering): string {
  const groups = groupBy(operations)
  const methods = [...groups].map(([group, members]) => {
    refuseTwins(members)
    return `  readonly ${group}: {\n${members.map(each => renderMethod(each, examples[each.id])).join('')}  }\n`
  })
  const types = operations.map(each => `${renderParameters(each)}${renderAnswers(each)}`).join('\n')
  const parametersById = operations.map(each => `  readonly ${each.id}: ${parametersName(each)}\n`).join('')
  const text = `${types}
/** The parameters of each operation, by its id. */
export interface OperationParameters {
${parametersById}}

/** Every operation of the API, by the tag that it has in the description. */
export interface Api {
${methods.join('')}}

export const OPERATIONS = {
${operations.map(renderRow).join('')}} as const satisfies Readonly<Record<string, OperationRow>>

export type OperationId = keyof typeof OPERATIONS
`
  const imports = Object.entries(modules).flatMap(([module, names]) => {
    const used = mentioned(text, names)
    return used.length === 0 ? [] : [`import type { ${used.join(', ')} } from './${module}'\n`]
  })
  return `/** Operations of the API, from its description. Written by "npm run docs": change the routes or scripts/client, not this. */
import type { CallOptions, OperationRow } from './operation.ts'
import type { Preferred, Versioned } from './versioned.ts'
${imports.join('')}
${text}`
}

function groupBy(operations: readonly Operation[]): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>()
  for (const each of operations) {
    const group = groups.get(groupName(each)) ?? []
    groups.set(groupName(each), [...group, each])
  }
  return groups
}

function refuseTwins(members: readonly Operation[]): void {
  const names = members.map(methodName)
  const twin = names.find((name, index) => names.indexOf(name) !== index)
  if (twin !== undefined) throw new Error(`Two operations of ${members[0]?.tag} would be called ${twin}.`)
}
