/** The reference of the API, made from its description: a page for each tag, and one with all schemas. */
import {
  type ApiDocument,
  contentOf,
  type Operation,
  operationsOf,
  preferredType,
  type Schema,
} from '../client/document.ts'
import { examplesIn } from '../client/examples.ts'
import { entries, wrap } from '../markdown.ts'
import { sampleOf } from './samples.ts'
import { anchorOf, memberTable, typeText } from './schema-text.ts'

const SCHEMAS = 'schemas.md'

export const pageName = (tag: string): string => tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

const textOf = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example, null, 2)

/** Long examples are of records, which the format pages have whole. */
const LONGEST_EXAMPLE = 4000

const languageOf = (type: string): string => {
  if (/[/+]json$/.test(type)) return 'json'
  return /[/+]xml$/.test(type) ? 'xml' : 'text'
}

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

function formText(example: unknown): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries((example ?? {}) as Record<string, unknown>))
    parameters.set(name, String(value))
  return parameters.toString()
}

function bodyText({ body }: Operation): { readonly type: string; readonly text: string } | undefined {
  const type = body && preferredType(body.content)
  if (!body || type === undefined) return undefined
  const { example } = body.content[type] ?? {}
  return {
    type,
    text: type === 'application/x-www-form-urlencoded' ? formText(example) : textOf(example ?? ''),
  }
}

/** Parameters that an example shows although others may stand in their place. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  ehr_get_by_subject: ['subject_id', 'subject_namespace'],
  person_find: ['name'],
}

/** An example as it goes over the wire, without the token. */
function requestText(operation: Operation): string {
  const { id, method, path, parameters } = operation
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(sampleOf(id, name) ?? name))
  const needed = (place: string) =>
    parameters.filter(each => each.in === place && (each.required || SHOWN[id]?.includes(each.name)))
  const query = needed('query').map(
    ({ name, schema }) =>
      `${name}=${encodeURIComponent(sampleOf(id, name) ?? String(schema['example'] ?? ''))}`,
  )
  const body = bodyText(operation)
  const accept = preferredType(operation.answers)
  const headers = [
    ...(accept === undefined ? [] : [`Accept: ${accept}`]),
    ...(body === undefined ? [] : [`Content-Type: ${body.type}`]),
    ...needed('header').map(({ name }) => `${name}: ${sampleOf(id, name) ?? ''}`),
  ]
  const target = `${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`
  return [`${method} ${target}`, ...headers, ...(body === undefined ? [] : ['', body.text])].join('\n')
}

/** The schema itself, where a body is described once for several operations. Classes of the reference model have their own page. */
function written(schema: Schema, { components }: ApiDocument): Schema {
  const ref = schema['$ref']
  const named =
    typeof ref === 'string' ? components.schemas[ref.replace('#/components/schemas/', '')] : schema
  return named === undefined || String(named['description']).endsWith('reference model.') ? schema : named
}

function bodyPart({ body }: Operation, document: ApiDocument): string[] {
  if (!body) return []
  const types = Object.entries(body.content)
  const rows = types.map(([type, { schema }]) => [`\`${type}\``, typeText(schema, SCHEMAS)])
  const members = types
    .map(([, { schema }]) => memberTable(written(schema, document), SCHEMAS))
    .find(each => each !== undefined)
  return [
    `**Body**${body.required ? '' : ' (optional)'}`,
    entries(rows).trimEnd(),
    ...(members === undefined ? [] : [members]),
  ]
}

function answerPart(operation: Operation, document: ApiDocument): string[] {
  const described = document.paths[operation.path]?.[operation.method.toLowerCase()]
  const rows = Object.entries(described?.responses ?? {})
    .filter(([, answer]) => !('$ref' in answer))
    .map(([status, answer]) => {
      const { description, headers = {} } = answer
      const [first] = Object.values(contentOf(answer) ?? {})
      const schema = first && Number(status) < 400 ? typeText(first.schema, SCHEMAS) : ''
      const names = Object.keys(headers).map(name => `\`${name}\``)
      return [status, schema, names.join(' '), description]
    })
  const type = preferredType(operation.answers)
  const example = type === undefined ? undefined : operation.answers[type]?.example
  const text = example === undefined ? '' : textOf(example)
  const isShown = text !== '' && text.length <= LONGEST_EXAMPLE && type !== undefined
  return ['**Answers**', entries(rows).trimEnd(), ...(isShown ? [fence(languageOf(type), text)] : [])]
}

function parameterPart({ parameters }: Operation): string[] {
  if (parameters.length === 0) return []
  const rows = parameters.map(({ name, in: place, required, schema, description }) => [
    `\`${name}\``,
    `${place}${required ? ', required' : ''}`,
    typeText(schema, SCHEMAS),
    description,
  ])
  return ['**Parameters**', entries(rows).trimEnd()]
}

function operationPart(operation: Operation, document: ApiDocument, example: string | undefined): string {
  const { id, method, path, summary, description, scope } = operation
  return [
    `<!-- id: ${id} -->`,
    `## ${summary}`,
    wrap(
      `\`${method} ${path}\` · ${scope === undefined ? 'no token needed' : `scope \`${scope}\``} · operation \`${id}\``,
    ),
    ...(description === undefined ? [] : [wrap(description)]),
    ...parameterPart(operation),
    ...bodyPart(operation, document),
    '**Example**',
    fence('http', requestText(operation)),
    ...(example === undefined ? [] : ['With the [client](../client.md):', fence('ts', example)]),
    ...answerPart(operation, document),
  ].join('\n\n')
}

function tagPage(tag: string, operations: readonly Operation[], document: ApiDocument): string {
  const examples = examplesIn()
  const rows = operations.map(({ id, method, path, summary }) => [
    `[${summary}](#${id})`,
    `\`${method} ${path}\``,
  ])
  const parts = operations.map(each => operationPart(each, document, examples[each.id]))
  return `# ${tag}

Operations of the tag "${tag}". The page of [errors](../errors.md) has the answers that any operation can
give (400, 401, 403, 406, 413, 415, 500, 503). [The interface](../../interface.md) has the rules for every request.

${entries(rows)}
${parts.join('\n\n')}
`
}

function schemasPage({ components }: ApiDocument): string {
  const parts = Object.entries(components.schemas).map(([name, schema]) => {
    const members = memberTable(schema as Schema, SCHEMAS)
    const about = String((schema as Schema)['description'] ?? '')
    return [
      `<!-- id: ${anchorOf(name)} -->`,
      `## ${name}`,
      ...(about === '' ? [] : [wrap(about)]),
      members ?? wrap(`Type: ${typeText(schema as Schema, SCHEMAS)}.`),
    ].join('\n\n')
  })
  return `# Schemas

Bodies of requests and answers by name, in alphabetical order. Classes of the reference model have the members that
openEHR defines. Programs find the same in \`/openapi.json\`.

${parts.join('\n\n')}
`
}

/** Each page by its path from the root of the repository. */
export function apiPages(document: ApiDocument): Readonly<Record<string, string>> {
  const operations = operationsOf(document)
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  const pages = tags.map(tag => [
    `docs/reference/api/${pageName(tag)}.md`,
    tagPage(
      tag,
      operations.filter(each => each.tag === tag),
      document,
    ),
  ])
  return { ...Object.fromEntries(pages), [`docs/reference/api/${SCHEMAS}`]: schemasPage(document) }
}
