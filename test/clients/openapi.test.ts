/** The API description as generators of clients need it: real schemas, examples that fit them, every status. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RmObject } from '../../packages/openehr/src/rm/index.ts'
import { validateRm } from '../../packages/openehr/src/validate/index.ts'
import { fits } from '../../packages/openehr/test/json-schema.ts'
import { idOf, newEhr, postComposition, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()

interface Media {
  readonly schema: Schema
  readonly example?: unknown
}

type Schema = Readonly<Record<string, unknown>>

interface Response {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<Record<string, Media>>
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Response>>
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
}

const description = (await server.call('GET /openapi.json')).json()
const schemas: Readonly<Record<string, Schema>> = description.components.schemas

const operations = Object.entries<Record<string, Operation>>(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)

const bodiesOf = ({ requestBody, responses }: Operation) => [
  ...Object.entries(requestBody?.content ?? {}).map(([type, media]) => ({ where: 'body', type, media })),
  ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content).map(([type, media]) => ({ where: status, type, media })),
  ),
]

/** The checker of JSON Schema has definitions under `$defs`. */
const asDefinitions = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll('#/components/schemas/', '#/$defs/')
      .replaceAll('"example":', '"default":'),
  )
const root = { $defs: asDefinitions(schemas) } as Schema
const isOf = (value: unknown, schema: Schema) => fits(value, asDefinitions(schema) as Schema, root)

/** A schema that says something: a type of its own, or a reference to one. */
const tells = (schema: Schema): boolean =>
  '$ref' in schema ||
  (Array.isArray(schema['anyOf']) && schema['anyOf'].every(tells)) ||
  (Array.isArray(schema['oneOf']) && schema['oneOf'].every(tells)) ||
  (schema['type'] === 'object' && ('properties' in schema || 'additionalProperties' in schema)) ||
  (schema['type'] === 'array' && tells((schema['items'] ?? {}) as Schema)) ||
  ['string', 'integer', 'number', 'boolean', 'null'].includes(String(schema['type']))

describe('the API description', () => {
  it('has a schema for every body, and an example that fits it', () => {
    for (const { method, path, operation } of operations)
      for (const { where, type, media } of bodiesOf(operation)) {
        const at = `${method} ${path} ${where} ${type}`
        assert.ok(tells(media.schema), `${at}: the schema says nothing`)
        assert.notEqual(media.example, undefined, `${at}: there is no example`)
        assert.ok(isOf(media.example, media.schema), `${at}: ${JSON.stringify(media.example)}`)
      }
  })

  it('refers only to what it has, by ids that are there once', () => {
    const text = JSON.stringify(description)
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
      assert.ok(description.components[kind]?.[name], `${kind}/${name}`)
    const ids = operations.map(({ operation }) => operation.operationId)
    assert.equal(new Set(ids).size, ids.length)
    for (const id of ids) assert.match(id, /^[a-z][a-z0-9_]*$/)
  })

  it('declares every parameter of a path, and no other', () => {
    for (const { method, path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = (operation.parameters ?? []).filter(each => each.in === 'path').map(each => each.name)
      assert.deepEqual(declared.sort(), inPath.sort(), `${method} ${path}`)
    }
  })

  it('has examples of records that the reference model allows', () => {
    const seen = new Set<string>()
    for (const { operation } of operations)
      for (const { media } of bodiesOf(operation)) {
        const { _type: type } = (media.example ?? {}) as RmObject
        if (type === undefined || !['COMPOSITION', 'EHR_STATUS', 'FOLDER'].includes(type)) continue
        seen.add(type)
        assert.deepEqual(validateRm(media.example, type), [])
      }
    assert.equal(seen.size, 3)
  })

  it('keeps to keywords that generators know', () => {
    const known = new Set(
      `type title properties required items additionalProperties anyOf oneOf discriminator enum format description
       example default minimum maximum minLength maxLength minItems maxItems pattern $ref`.split(/\s+/),
    )
    const check = (schema: unknown, at: string): void => {
      if (typeof schema !== 'object' || schema === null) return
      const {
        properties = {},
        items,
        anyOf = [],
        oneOf = [],
        additionalProperties,
        ...rest
      } = schema as Schema
      for (const keyword of Object.keys(rest)) assert.ok(known.has(keyword), `${at}: ${keyword}`)
      for (const [name, each] of Object.entries(properties as Schema)) check(each, `${at}/${name}`)
      for (const each of [items, additionalProperties, ...(anyOf as unknown[]), ...(oneOf as unknown[])])
        check(each, at)
    }
    for (const [name, schema] of Object.entries(schemas)) check(schema, name)
    for (const { path, operation } of operations) {
      for (const { media } of bodiesOf(operation)) check(media.schema, path)
      for (const { schema, name } of operation.parameters ?? []) check(schema, `${path} ${name}`)
    }
  })
})

describe('what generators of clients need', () => {
  it('has no name that begins with New, which is a constructor in Go', () => {
    for (const name of Object.keys(schemas)) assert.doesNotMatch(name, /^new/i)
  })

  it('tells the classes of a union apart by `_type`', () => {
    const check = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return
      const { oneOf, discriminator } = value as { oneOf?: Schema[]; discriminator?: Schema }
      if (oneOf) {
        assert.equal(discriminator?.['propertyName'], '_type', at)
        const mapped = Object.values(discriminator['mapping'] as object)
        assert.deepEqual(mapped.sort(), oneOf.map(each => each['$ref']).sort(), at)
      }
      for (const [name, each] of Object.entries(value)) check(each, `${at}/${name}`)
    }
    check(schemas, '')
    const { value } = (schemas['ELEMENT']?.['properties'] ?? {}) as { value: Schema }
    assert.ok(Array.isArray(value['oneOf']) && value['oneOf'].length > 10)
  })

  it('has no union with null beside other schemas', () => {
    const text = JSON.stringify(description)
    assert.doesNotMatch(text, /"(anyOf|oneOf)":\[[^\]]*\{"type":"null"\}/)
  })

  it('declares no body for a new record, which has none unless Prefer asks for it', () => {
    const created = operations.filter(
      ({ operation }) =>
        operation.responses['201'] && operation.parameters?.some(({ name }) => name === 'Prefer'),
    )
    assert.ok(created.length >= 5)
    for (const { operation } of created)
      assert.equal(operation.responses['201']?.content, undefined, operation.operationId)
  })

  it('has each schema with a name once', () => {
    assert.ok(schemas['DATAMAP_RECORD'] && schemas['CLIENT'] && schemas['CLIENT_INPUT'])
    assert.doesNotMatch(JSON.stringify(description.paths), /"title":"[A-Z][a-z ]+","type":"object"/)
  })
})

describe('what the server answers', async () => {
  await uploadTemplate(server)
  const ehrId = await newEhr(server)
  const composition = idOf(await postComposition(server, ehrId))
  const object = composition.split('::')[0]
  const status = idOf(await server.call(`GET /openehr/v1/ehr/${ehrId}/ehr_status`, { scopes: 'api.read' }))

  const answers: [request: string, of: string][] = [
    [`GET /openehr/v1/ehr/${ehrId}`, 'GET /openehr/v1/ehr/{ehr_id}'],
    [`GET /openehr/v1/ehr/${ehrId}/ehr_status`, 'GET /openehr/v1/ehr/{ehr_id}/ehr_status'],
    [
      `GET /openehr/v1/ehr/${ehrId}/composition/${composition}`,
      'GET /openehr/v1/ehr/{ehr_id}/composition/{uid_based_id}',
    ],
    [
      `GET /openehr/v1/ehr/${ehrId}/versioned_composition/${object}`,
      'GET /openehr/v1/ehr/{ehr_id}/versioned_composition/{versioned_object_uid}',
    ],
    [
      `GET /openehr/v1/ehr/${ehrId}/versioned_composition/${object}/version/${composition}`,
      'GET /openehr/v1/ehr/{ehr_id}/versioned_composition/{versioned_object_uid}/version/{version_uid}',
    ],
    [
      `GET /openehr/v1/ehr/${ehrId}/versioned_composition/${object}/revision_history`,
      'GET /openehr/v1/ehr/{ehr_id}/versioned_composition/{versioned_object_uid}/revision_history',
    ],
    [
      `GET /openehr/v1/ehr/${ehrId}/versioned_ehr_status/version/${status}`,
      'GET /openehr/v1/ehr/{ehr_id}/versioned_ehr_status/version/{version_uid}',
    ],
    ['GET /openehr/v1/definition/template/adl1.4', 'GET /openehr/v1/definition/template/adl1.4'],
    [
      `GET /openehr/v1/definition/template/adl1.4/${encodeURIComponent(TEMPLATE_ID)}/example`,
      'GET /openehr/v1/definition/template/adl1.4/{template_id}/example',
    ],
    [
      `GET /openehr/v1/query/aql?q=${encodeURIComponent('SELECT c FROM EHR e CONTAINS COMPOSITION c')}`,
      'GET /openehr/v1/query/aql',
    ],
    [`GET /openehr/v1/ehr/${crypto.randomUUID()}`, 'GET /openehr/v1/ehr/{ehr_id}'],
  ]
  for (const [request, of] of answers)
    it(`fits the schema that is declared for it: ${of}`, async () => {
      const answer = await server.call(request, {
        scopes: 'api.read',
        headers: { Accept: 'application/json' },
      })
      const found = operations.find(({ method, path }) => `${method} ${path}` === of)
      const declared = found?.operation.responses[answer.status]?.content?.['application/json']
      assert.ok(declared, `${answer.status} ${answer.text}`)
      assert.ok(isOf(answer.json(), declared.schema), answer.text)
    })

  const bodyOf = (id: string) =>
    operations.find(({ operation }) => operation.operationId === id)?.operation.requestBody?.content ?? {}
  const textOf = (example: unknown) => (typeof example === 'string' ? example : JSON.stringify(example))

  it('takes the examples of its own description: an EHR_STATUS', async () => {
    const answer = await server.call(`PUT /openehr/v1/ehr/${ehrId}/ehr_status`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json', 'If-Match': status },
      body: textOf(bodyOf('ehr_status_update')['application/json']?.example),
    })
    assert.equal(answer.status, 204, answer.text)
  })

  for (const [type, { example }] of Object.entries(bodyOf('composition_create')))
    it(`takes the examples of its own description: a COMPOSITION as ${type}`, async () => {
      const answer = await server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
        scopes: 'api.write',
        headers: { 'Content-Type': type, 'openehr-template-id': TEMPLATE_ID },
        body: textOf(example),
      })
      assert.equal(answer.status, 201, answer.text)
    })
})

/** Calls that go wrong in the ways that any call can. */
const PROVOCATIONS: Record<string, (token: string) => Readonly<Record<string, string>>> = {
  'no token': () => ({}),
  'a bad token': () => ({ Authorization: 'Bearer a.b.c' }),
  'an Accept that nothing fits': token => ({ Authorization: token, Accept: 'image/png' }),
  'a Content-Type that nobody takes': token => ({ Authorization: token, 'Content-Type': 'image/png' }),
  'nothing else': token => ({ Authorization: token }),
}

describe('every status that occurs is declared', () => {
  for (const { method, path, operation } of operations) {
    // Only a person has the scope.
    if (path === '/auth/v1/break-glass') continue
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      /uid$|ehr_id|^uid/.test(name) ? '00000000-0000-4000-8000-000000000000' : 'nothing',
    )
    it(`${method} ${path}`, async () => {
      const declared = new Set(Object.keys(operation.responses))
      const scopes = ['api.read', operation.security[0]?.['clientCredentials']?.[0] ?? 'api.read']
      for (const scope of new Set(scopes))
        for (const [name, headersOf] of Object.entries(PROVOCATIONS))
          for (const query of ['', '?no_such_parameter=1']) {
            const headers = headersOf(`Bearer ${await server.token(scope)}`)
            const withBody = ['POST', 'PUT'].includes(method) && name.includes('Content-Type')
            const answer = await server.call(`${method} ${filled}${query}`, {
              headers,
              ...(withBody ? { body: 'x' } : {}),
            })
            assert.ok(declared.has(String(answer.status)), `${answer.status} for ${name}: ${answer.text}`)
          }
    })
  }
})
