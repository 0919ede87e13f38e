/** Every operation below /fhir/r4 by its description: who may call it, its audit action, and how it refuses. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
import { type Answer, testServer } from '../server.ts'
import { assertR4 } from './r4-schema.ts'

interface Described {
  readonly operationId: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, unknown>> }
}

const server = await testServer()
const { paths } = (await server.call('GET /fhir/r4/openapi.json')).json() as {
  paths: Record<string, Record<string, Described>>
}
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId, security, requestBody }]) => ({
    operationId,
    line: `${method.toUpperCase()} ${path}`,
    scope: security.flatMap(each => each['clientCredentials'] ?? [])[0],
    mediaType: Object.keys(requestBody?.content ?? {})[0],
  })),
)

/** The scope and the audit action of each operation; a new one must be added here. */
const EXPECTED: Readonly<Record<string, readonly [scope: string | undefined, action: string | undefined]>> = {
  fhir_audit_event_search: ['api.admin', 'R'],
  fhir_create: ['api.write', 'C'],
  fhir_everything: ['api.read', 'R'],
  fhir_export: ['api.admin', 'E'],
  fhir_export_delete: ['api.admin', 'D'],
  fhir_export_file: ['api.admin', 'R'],
  fhir_export_status: ['api.admin', 'R'],
  fhir_history: ['api.read', 'R'],
  fhir_match: ['api.admin', 'R'],
  fhir_metadata: [undefined, undefined],
  fhir_patient_read: ['api.read', 'R'],
  fhir_patient_search: ['api.read', 'R'],
  fhir_provenance_read: ['api.read', 'R'],
  fhir_provenance_search: ['api.read', 'R'],
  fhir_read: ['api.read', 'R'],
  fhir_search: ['api.read', 'R'],
  fhir_search_form: ['api.read', 'R'],
  fhir_smart_configuration: [undefined, undefined],
  fhir_summary: ['api.read', 'R'],
  fhir_transaction: ['api.write', 'C'],
  fhir_validate: ['api.read', 'R'],
  fhir_vread: ['api.read', 'R'],
}

const SCOPES = ['api.read', 'api.write', 'api.admin']

const VALUES: Readonly<Record<string, string>> = { resource_type: 'Observation' }
const filled = (line: string) => line.replace(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? 'nothing')

const actionOf = sql<{ action: string }, [requestId: string]>({
  name: 'test.fhirAction',
  text: 'select action::text as action from cairn.audit_event where request_id = $1',
})

/** The answer must be an OperationOutcome that R4 knows. */
function assertOutcome(answer: Answer, status: number): void {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.headers.get('content-type'), 'application/fhir+json; charset=utf-8')
  assert.equal(answer.json().resourceType, 'OperationOutcome')
  assertR4(answer.json())
}

/** Sends a request without a token, and returns its id. */
async function sendNamed(request: string, id: string): Promise<string> {
  await server.call(request, { headers: { 'X-Request-Id': id } })
  return id
}

describe('the operations of the FHIR API', () => {
  it('are those of this table', () => {
    assert.deepEqual(operations.map(({ operationId }) => operationId).sort(), Object.keys(EXPECTED).sort())
  })

  for (const { operationId, line, scope, mediaType } of operations) {
    const request = filled(line)
    const [expectedScope] = EXPECTED[operationId] ?? []
    const headers = mediaType === undefined ? {} : { 'Content-Type': mediaType }
    const body = mediaType?.endsWith('json') ? { body: '{}' } : {}

    it(`${line} is for ${scope ?? 'everybody'}`, async () => {
      assert.equal(scope, expectedScope)
      if (scope === undefined) return assert.equal((await server.call(request)).status, 200)
      assertOutcome(await server.call(request, { headers, ...body }), 401)
      for (const scopes of SCOPES.filter(each => each !== scope))
        assertOutcome(await server.call(request, { scopes, headers, ...body }), 403)
      const allowed = await server.call(request, { scopes: scope, headers, ...body })
      assert.ok(![401, 403, 405].includes(allowed.status) && allowed.status < 500, allowed.text)
    })

    if (scope !== undefined)
      it(`${line} refuses malformed ids and unknown parameters`, async () => {
        const named = await server.call(`${request}?no_such_name=1`, { scopes: scope, headers, ...body })
        assertOutcome(named, 400)
        assert.match(named.text, /no_such_name/)
        if (!/\{(id|version_id)\}/.test(line)) return
        assertOutcome(await server.call(request, { scopes: scope, headers, ...body }), 404)
      })
  }
})

describe('the audit actions of the FHIR API', async () => {
  for (const { operationId, line } of operations) await sendNamed(filled(line), operationId)
  // Events keep the order of their answers.
  const last = await sendNamed('GET /nowhere', 'last-of-fhir')
  await eventually('the event of the last request', async () => {
    return (await server.db.query(actionOf, [last])).length > 0
  })
  for (const { operationId, line } of operations)
    it(line, async () => {
      const [event] = await server.db.query(actionOf, [operationId])
      assert.equal(event?.action, EXPECTED[operationId]?.[1])
    })
})

describe('addresses without an operation', () => {
  for (const [line, status] of [
    ['GET /fhir/r4/Observation/a/b/c/d', 404],
    ['GET /fhir/r4/Patient/1/$nothing', 404],
    ['GET /fhir/r4/%zz', 400],
    ['PUT /fhir/r4/Observation/1', 405],
    ['DELETE /fhir/r4', 405],
  ] as const)
    it(`${line} is refused by an OperationOutcome`, async () =>
      assertOutcome(await server.call(line, { scopes: 'api.read' }), status))

  it('leaves other addresses as they are', async () => {
    const answer = await server.call('GET /fhir/r4x', { scopes: 'api.read' })
    assert.deepEqual([answer.status, answer.json().code], [404, 'resource.not_found'])
  })
})
