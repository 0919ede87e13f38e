/** All files of the client that are made from the API description, by their paths. */
import { readFileSync } from 'node:fs'
import { CODES } from '../../packages/server/src/refusal/index.ts'
import { type ApiDocument, operationsOf, type Schema } from './document.ts'
import { examplesIn } from './examples.ts'
import { typeName } from './names.ts'
import { renderOperations } from './operations.ts'
import { docComment, renderType } from './render-type.ts'

const SOURCES = 'packages/client/src'
const RM_TYPES = 'packages/openehr/src/rm/types.generated.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** The library has the types of these; the description words others of the same name in its own way. */
const isOfReferenceModel = ([name, { description }]: [string, Schema]): boolean =>
  description === `${name} of the openEHR reference model.`

function renderSchemas(schemas: readonly [string, Schema][], rmNames: readonly string[]): string {
  const types = schemas.map(([name, schema]) => {
    const comment = typeof schema['description'] === 'string' ? docComment(schema['description'], '') : ''
    const text = renderType(schema)
    return text.startsWith('{')
      ? `${comment}export interface ${typeName(name)} ${text}\n`
      : `${comment}export type ${typeName(name)} = ${text}\n`
  })
  const text = types.join('\n')
  const used = rmNames.filter(name => new RegExp(`\\b${name}\\b`).test(text))
  return `/** Bodies that are no class of the reference model. Written by "npm run docs": change the routes, not this. */
import type { ${used.join(', ')} } from './rm.generated.ts'

${text}`
}

function renderCodes(): string {
  const rows = Object.entries(CODES)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { status, when }]) => `${docComment(`${status}: ${when}`, '  ')}  | '${code}'\n`)
  return `/** Codes of errors; docs/reference/errors.md lists them. Written by "npm run docs": change the table of the server, not this. */

export type ErrorCode =
${rows.join('')}`
}

export function clientFiles(document: ApiDocument): Readonly<Record<string, string>> {
  const schemas = Object.entries(document.components.schemas)
  const rmNames = schemas.filter(isOfReferenceModel).map(([name]) => typeName(name))
  const own = schemas.filter(each => !isOfReferenceModel(each))
  const rmTypes = read(RM_TYPES).replace(
    /^.*\n/,
    '/** Types of the reference model, copied from @cairn-ehr/openehr by "npm run docs", so that this package needs no other. */\n',
  )
  return {
    [`${SOURCES}/rm.generated.ts`]: rmTypes,
    [`${SOURCES}/schemas.generated.ts`]: renderSchemas(own, rmNames),
    [`${SOURCES}/codes.generated.ts`]: renderCodes(),
    [`${SOURCES}/operations.generated.ts`]: renderOperations({
      operations: operationsOf(document),
      modules: {
        'rm.generated.ts': rmNames,
        'schemas.generated.ts': own.map(([name]) => typeName(name)),
      },
      examples: examplesIn(),
    }),
  }
}
