/** Examples of request bodies, by operation: values that somebody would send, where the schema alone gives a poor one. */
import { EXAMPLES } from './examples.ts'

const OTHER_EHR = '2f1c3c2e-5d43-4b5d-8a9a-0b7f3b2c1d55'
const TAGS = [
  { key: 'flag', value: 'follow-up', target_path: '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]' },
]
const OWN_TAGS = [{ key: 'flag', value: 'follow-up' }]
const PARTIES = ['person', 'organisation', 'group', 'agent', 'role']
const COMMITTED = EXAMPLES['CONTRIBUTION_INPUT'] as { readonly versions: readonly object[] }
const APP = {
  name: 'Ward app',
  scopes: ['openid', 'profile', 'launch/patient', 'api.read'],
  redirect_uris: ['https://ward.example.org/signed-in'],
}

const BODIES: Readonly<Record<string, unknown>> = {
  token: {
    grant_type: 'client_credentials',
    audience: 'http://localhost:8080/openehr/v1',
    scope: 'api.read api.write',
  },
  introspect: { token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl' },
  revoke: { token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl' },
  pushed_authorization_request: {
    response_type: 'code',
    client_id: 'ward-app',
    redirect_uri: 'https://ward.example.org/signed-in',
    scope: 'openid launch/patient api.read',
    state: 'af0ifjsldkj',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    aud: 'http://localhost:8080/openehr/v1',
  },
  launch: { ehrId: '7d44b88c-4199-4bad-97dc-d78268e01398', client_id: 'ward-app', person_id: 'ana' },
  client_create: { client_id: 'ward-app', kind: 'public', ...APP },
  client_update: APP,
  person_create: { person_id: 'ana', name: 'Ana Meyer', email: 'ana@example.org', roles: ['clinician'] },
  role_create: {
    name: 'vital-signs-reader',
    description: 'Reads vital signs and runs queries over them',
    rights: ['user/composition-Vital_signs.**.rs', 'user/template-Vital_signs.**.r', 'user/aql-*.rs'],
    assignable: true,
  },
  role_update: { rights: ['user/composition-Vital_signs.**.crus', 'user/aql-*.rs'] },
  person_update: { name: 'Ana Meyer', roles: ['clinician', 'administrator'] },
  assignment_create: { ehr_id: '7d44b88c-4199-4bad-97dc-d78268e01398', from: '2026-11-16T08:00:00Z' },
  break_glass: {
    ehrId: '7d44b88c-4199-4bad-97dc-d78268e01398',
    reason: 'Unconscious patient in the emergency department',
  },
  composition_tags_update: TAGS,
  ehr_status_tags_update: OWN_TAGS,
  ...Object.fromEntries(PARTIES.map(kind => [`demographic_${kind}_tags_update`, OWN_TAGS])),
  demographic_contribution_create: {
    ...COMMITTED,
    versions: COMMITTED.versions.map(version => ({ ...version, data: EXAMPLES['PERSON'] })),
  },
  subscription_create: {
    name: 'Laboratory to engine',
    url: 'https://engine.example.org/cairn',
    filter: { type: ['composition'], template_id: ['Blood pressure.v1'] },
    include: 'data',
  },
  subscription_update: { batch_size: 20 },
  subscription_rotate: { overlap_seconds: 3600 },
  subscription_resend: { since: '2026-11-18T12:00:00Z' },
  fhir_mapping_put: '{"resourceType":"ConceptMap","url":"https://example.org/colours","status":"draft"}',
  fhir_mapping_try: { example: { resourceType: 'Observation', status: 'final', code: { text: 'Pulse' } } },
  person_definition_put: { name: ['/identities/details/items/value/value'] },
  person_merge: {
    into: '8849182c-82ad-4088-a07f-48ead4180515',
    from: '2f1c3c2e-5d43-4b5d-8a9a-0b7f3b2c1d55',
    reason: 'Registered twice',
  },
  admin_ehr_merge: { from: OTHER_EHR, directory: 'retire' },
}

/** The media types that an example is an example in. */
const TYPES = ['application/json', 'application/x-www-form-urlencoded']

export function bodyExamplesOf(operationId: string): Readonly<Record<string, unknown>> | undefined {
  const body = BODIES[operationId]
  return body === undefined ? undefined : Object.fromEntries(TYPES.map(type => [type, body]))
}
