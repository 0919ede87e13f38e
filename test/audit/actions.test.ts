/** The action of each operation in the audit trail: create, read, update, delete or execute (DICOM; FHIR `AuditEvent.action`). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { KINDS } from '../demographic/parties.ts'
import { eventually } from '../eventually.ts'
import { bloodPressureOpt, newEhr, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const { paths } = (await server.call('GET /openapi.json')).json() as {
  paths: Record<string, Record<string, { operationId: string }>>
}

const eventOf = sql<{ action: string; route: string }, [requestId: string]>({
  name: 'test.actionOf',
  text: 'select action::text as action, route from cairn.audit_event where request_id = $1',
})

let count = 0

/** Sends a request and returns its id. */
async function send(request: string, options: Parameters<typeof server.call>[1] = {}): Promise<string> {
  const id = `action-${count++}`
  await server.call(request, { ...options, headers: { ...options.headers, 'X-Request-Id': id } })
  return id
}

/** Waits until the events of all requests so far are stored: events keep the order of their answers. */
async function allStored(): Promise<void> {
  const last = await send('GET /nowhere')
  await eventually('the event of the last request', async () => {
    return (await server.db.query(eventOf, [last])).length > 0
  })
}

/** The action in the event of a request; undefined where there is none. */
const storedAction = async (id: string): Promise<string | undefined> =>
  (await server.db.query(eventOf, [id]))[0]?.action

async function actionOf(request: string, options: Parameters<typeof server.call>[1]) {
  const id = await send(request, options)
  await allStored()
  return storedAction(id)
}

/** Operations without data about anybody, and so without events. */
const UNAUDITED: readonly string[] = [
  'asyncapi_description',
  'documentation',
  'health_live',
  'health_ready',
  'jwks',
  'oauth_metadata',
  'openapi_description',
  'openid_configuration',
  'resource_metadata',
  'resource_metadata_by_path',
  'smart_configuration',
  'start_page',
]

const ofParties = (name: string): readonly string[] => KINDS.map(kind => `demographic_${kind}_${name}`)

/** The actions of operations by POST or PUT, whose methods alone do not tell them. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  C: [
    'assignment_create',
    'break_glass',
    'client_create',
    'composition_create',
    'contribution_create',
    'datamap_record_create',
    ...ofParties('create'),
    'demographic_contribution_create',
    'directory_create',
    'ehr_create',
    'ehr_create_with_id',
    'episode_create',
    'launch',
    'person_create',
    'person_invite',
    'query_store_version',
    'role_create',
    'subscription_create',
    'template_upload',
    'transfer_import',
  ],
  R: ['datamap_list_ad_hoc', 'fhir_mapping_try', 'person_match'],
  U: [
    'admin_ehr_merge',
    'break_glass_review',
    'client_disable',
    'client_enable',
    'client_request_approve',
    'client_request_reject',
    'client_rotate',
    'client_update',
    'composition_tags_update',
    'composition_update',
    'datamap_definition_put',
    'datamap_record_update',
    ...ofParties('update'),
    ...ofParties('tags_update'),
    'directory_update',
    'draft_party_save',
    'draft_save',
    'ehr_status_tags_update',
    'ehr_status_update',
    'episode_activate',
    'episode_deactivate',
    'episode_update',
    'fhir_mapping_put',
    'person_definition_put',
    'person_merge',
    'person_separate',
    'person_update',
    'query_store',
    'role_update',
    'subscription_pause',
    'subscription_resend',
    'subscription_resume',
    'subscription_rotate',
    'subscription_update',
    'template_replace',
  ],
  D: ['admin_episode_destroy'],
  E: [
    'datamap_record_check',
    'introspect',
    'live_adhoc',
    'live_stored',
    'live_stored_version',
    'pushed_authorization_request',
    'query_adhoc_post',
    'query_stored_post',
    'query_stored_version_post',
    'revoke',
    'subscription_ping',
    'subscription_redeliver',
    'token',
  ],
}

/** Operations by GET that run something. */
const RUN: readonly string[] = [
  'query_adhoc_get',
  'query_stored_get',
  'query_stored_version_get',
  'verification_run',
]

/** Pages and other routes that the description leaves out. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  C: ['GET /auth/welcome', 'POST /auth/passkey/account'],
  R: [
    'GET /auth/account',
    'GET /auth/apps',
    'GET /auth/invitation',
    'GET /auth/recovery',
    'GET /auth/sign-in',
    'GET /auth/v1/session',
    'GET /oauth/userinfo',
    'POST /oauth/userinfo',
  ],
  U: [
    'POST /auth/account/password',
    'POST /auth/account/recovery-codes',
    'POST /auth/invitation',
    'POST /auth/passkey/invitation',
  ],
  D: [
    'POST /auth/account/passkey/remove',
    'POST /auth/account/session/end',
    'POST /auth/account/session/end-others',
    'POST /auth/apps/withdraw',
  ],
  E: [
    'GET /auth/provider/hospital',
    'GET /auth/provider/hospital/callback',
    'GET /oauth/authorize',
    'GET /oauth/authorize/continue',
    'POST /auth/passkey/account/options',
    'POST /auth/passkey/invitation/options',
    'POST /auth/passkey/sign-in',
    'POST /auth/passkey/sign-in/options',
    'POST /auth/recovery',
    'POST /auth/sign-in',
    'POST /auth/sign-out',
    'POST /oauth/authorize',
    'POST /oauth/authorize/decision',
    'POST /oauth/authorize/ehr',
    'POST /oauth/authorize/episode',
  ],
}

const BY_METHOD: Readonly<Record<string, string>> = { get: 'R', options: 'R', delete: 'D' }

function expectedOf(method: string, operationId: string): string | undefined {
  const written = Object.entries(WRITTEN).find(([, operations]) => operations.includes(operationId))?.[0]
  if (UNAUDITED.includes(operationId)) return undefined
  const expected = RUN.includes(operationId) ? 'E' : (written ?? BY_METHOD[method])
  assert.ok(expected, `this test has no action for ${operationId}`)
  return expected
}

describe('the action of each operation', async () => {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => ({
      name: operationId,
      request: `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, 'x')}`,
      expected: () => expectedOf(method, operationId),
    })),
  )
  const pages = Object.entries(PAGES).flatMap(([action, routes]) =>
    routes.map(route => ({ name: route, request: route, expected: () => action })),
  )
  const cases = await Promise.all(
    [...operations, ...pages].map(async each => ({ ...each, id: await send(each.request) })),
  )
  await allStored()
  for (const { name, id, expected } of cases)
    it(name, async () => assert.equal(await storedAction(id), expected()))
})

describe('the action of a success', async () => {
  await uploadTemplate(server)
  const ehrId = await newEhr(server)
  const DATAMAP = { template: TEMPLATE_ID, paths: [{ add: 'start', path: '/context/start_time' }] }
  const sendJson = (body: unknown) => ({
    scopes: 'api.read api.write api.admin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

  it('is "read" for the preview of a datamap', async () => {
    assert.equal(await actionOf(`POST /extra/v1/datamap?ehrUid=${ehrId}`, sendJson(DATAMAP)), 'R')
  })

  it('is "create" for a PUT that made something, and "update" for one that replaced it', async () => {
    const put = () => actionOf('PUT /extra/v1/definition/datamap/one', sendJson(DATAMAP))
    assert.equal(await put(), 'C')
    assert.equal(await put(), 'U')
    const replaced = await actionOf(
      `PUT /openehr/v1/definition/template/adl1.4/${encodeURIComponent(TEMPLATE_ID)}`,
      {
        scopes: 'api.write',
        headers: { 'Content-Type': 'application/xml' },
        body: bloodPressureOpt().replace('<concept>', '<concept> '),
      },
    )
    assert.equal(replaced, 'U')
  })

  it('is that of the operation, not "execute", for the definition of a stored query', async () => {
    const q = 'SELECT e/ehr_id/value FROM EHR e'
    const plain = { scopes: 'api.read api.write', headers: { 'Content-Type': 'text/plain' }, body: q }
    const path = '/openehr/v1/definition/query/org.example::all/1.0.0'
    assert.equal(await actionOf(`PUT ${path}`, plain), 'C')
    assert.equal(await actionOf(`GET ${path}`, { scopes: 'api.read' }), 'R')
    assert.equal(await actionOf(`DELETE ${path}`, { scopes: 'api.write' }), 'D')
  })
})
