/** Examples of the operations on the service itself. Each is run as a test, and shown above the method that it is of. */
import type { World } from './world.ts'

export const SERVICE_EXAMPLES = {
  admin_ehr_delete: async ({ cairn, ehrId }: World) => {
    await cairn.admin.ehrDelete({ ehr_id: ehrId, reason: 'made by mistake' })
    return true
  },
  admin_ehr_delete_all: async ({ cairn, ehrId }: World) => {
    await cairn.admin.ehrDeleteAll({ ehr_id: [ehrId], reason: 'made by mistake' })
    return true
  },
  admin_ehr_merge: async ({ cairn, ehrId }: World) => {
    const { version: twin } = await cairn.ehr.create()
    const merged = await cairn.admin.ehrMerge({ ehr_id: ehrId, body: { from: twin } })
    return merged.merged_ehr_id === twin
  },
  admin_composition_delete: async ({ cairn, ehrId, uid }: World) => {
    await cairn.admin.compositionDelete({ ehr_id: ehrId, uid_based_id: uid, reason: 'wrong patient' })
    return true
  },
  admin_directory_delete: async ({ cairn, ehrId, folder }: World) => {
    const { version } = await cairn.directory.create({ ehr_id: ehrId, body: folder })
    await cairn.admin.directoryDelete({ ehr_id: ehrId, uid_based_id: version.split('::')[0] ?? '' })
    return true
  },
  admin_party_delete: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.personCreate({ body: parties.person })
    const id = version.split('::')[0] ?? ''
    await cairn.admin.partyDelete({ versioned_object_uid: id, reason: 'made by mistake' })
    return true
  },
  admin_episode_destroy: async ({ cairn, ehrId }: World) => {
    const { value } = await cairn.episode.create({ ehr_id: ehrId, body: { name: 'By mistake' } })
    await cairn.admin.episodeDestroy({ ehr_id: ehrId, uid: value.uid })
    return true
  },
  admin_template_delete: async ({ cairn, newTemplateId, newOpt }: World) => {
    await cairn.templates.upload({ body: newOpt })
    await cairn.admin.templateDelete({ template_id: newTemplateId })
    return true
  },
  admin_activity: async ({ cairn }: World) => {
    const { processes, pools } = await cairn.admin.activity()
    return processes === 1 && pools.length === 3
  },
  query_statistics: async ({ cairn }: World) => {
    await cairn.query.adhocGet({ q: 'SELECT e FROM EHR e', fetch: 1 })
    const { queries } = await cairn.admin.queryStatistics({ order: 'slowest', fetch: 5 })
    return queries.length > 0
  },
  system_report: async ({ cairn }: World) => {
    const { database, settings } = await cairn.admin.systemReport()
    return database.bytes > 0 && settings.length > 0
  },
  audit_search: async ({ cairn, ehrId }: World) => {
    const lines: string[] = []
    for await (const event of cairn.auditTrail.searchEach({ ehr_id: ehrId, action: 'C' }))
      lines.push(`${event.at} ${event.client_id} ${event.outcome}`)
    return lines.length === 2
  },
  verification_run: async ({ cairn }: World) => {
    const answer = await cairn.request('verification_run', {})
    const lines = (await answer.text()).trimEnd().split('\n')
    const { faults, audit } = JSON.parse(lines.at(-1) ?? '')
    return faults.length === 0 && audit.faults.length === 0
  },
  transfer_export: async ({ cairn, ehrId }: World) => {
    const answer = await cairn.request('transfer_export', { ehr_id: [ehrId] })
    const lines = (await answer.text()).trimEnd().split('\n')
    return lines.at(-1)?.startsWith('{"record":"manifest"')
  },
  transfer_import: async ({ cairn, ehrId }: World) => {
    const lines = (await cairn.transfer.export({ ehr_id: [ehrId] })).trimEnd().split('\n')
    const { origin } = JSON.parse(lines[0] ?? '')
    const result = await cairn.transfer.import({ origin, body: lines.slice(1, -1).join('\n') })
    return result.skipped > 0 && result.rejected.length === 0
  },
  client_create: async ({ cairn }: World) => {
    const created = await cairn.clients.create({ body: { name: 'Ward app', scopes: ['api.read'] } })
    return created.client_secret
  },
  client_list: async ({ cairn, clientId }: World) => {
    const clients = await cairn.clients.list()
    return clients.some(each => each.client_id === clientId)
  },
  client_get: async ({ cairn, clientId }: World) => {
    const { scopes } = await cairn.clients.get({ client_id: clientId })
    return scopes.includes('api.read')
  },
  client_rotate: async ({ cairn }: World) => {
    const { client_id } = await cairn.clients.create({ body: { name: 'Ward app', scopes: ['api.read'] } })
    const { client_secret } = await cairn.clients.rotate({ client_id })
    return client_secret
  },
  client_disable: async ({ cairn }: World) => {
    const { client_id } = await cairn.clients.create({ body: { name: 'Ward app', scopes: ['api.read'] } })
    const { disabled } = await cairn.clients.disable({ client_id })
    return disabled
  },
  client_enable: async ({ cairn }: World) => {
    const { client_id } = await cairn.clients.create({ body: { name: 'Ward app', scopes: ['api.read'] } })
    await cairn.clients.disable({ client_id })
    const { disabled } = await cairn.clients.enable({ client_id })
    return !disabled
  },
  client_update: async ({ cairn }: World) => {
    const { client_id } = await cairn.clients.create({ body: { name: 'Ward app', scopes: ['api.read'] } })
    const { scopes } = await cairn.clients.update({ client_id, body: { scopes: ['api.read', 'api.write'] } })
    return scopes.includes('api.write')
  },
  client_delete: async ({ cairn }: World) => {
    const { client_id } = await cairn.clients.create({ body: { name: 'Ward app', scopes: ['api.read'] } })
    await cairn.clients.delete({ client_id })
    return true
  },
  client_request_list: async ({ cairn }: World) => {
    const requests = await cairn.clients.requestList()
    return requests.every(({ state }) => state !== 'pending')
  },
  client_request_get: async ({ cairn }: World) => {
    const refused = await cairn.clients
      .requestGet({ request_id: '7d44b88c-4199-4bad-97dc-d78268e01398' })
      .catch((error: { code?: string }) => error.code)
    return refused === 'client.request_not_found'
  },
  client_request_approve: async ({ cairn }: World) => {
    const refused = await cairn.clients
      .requestApprove({ request_id: '7d44b88c-4199-4bad-97dc-d78268e01398' })
      .catch((error: { code?: string }) => error.code)
    return refused === 'client.request_not_found'
  },
  client_request_reject: async ({ cairn }: World) => {
    const refused = await cairn.clients
      .requestReject({ request_id: '7d44b88c-4199-4bad-97dc-d78268e01398' })
      .catch((error: { code?: string }) => error.code)
    return refused === 'client.request_not_found'
  },
  person_create: async ({ cairn, name }: World) => {
    const { invitation } = await cairn.people.personCreate({
      body: { person_id: `ana.${name}`, name: 'Ana Meyer', roles: ['nurse'] },
    })
    return invitation?.link
  },
  person_list: async ({ cairn, name }: World) => {
    await cairn.people.personCreate({
      body: { person_id: `ben.${name}`, name: 'Ben Meyer', roles: ['nurse'] },
    })
    const people = await cairn.people.personList()
    return people.length > 0
  },
  person_get: async ({ cairn, name }: World) => {
    const body = { person_id: `cora.${name}`, name: 'Cora Meyer', roles: ['clinician'] } as const
    const { person_id } = await cairn.people.personCreate({ body })
    const { roles } = await cairn.people.personGet({ person_id })
    return roles.includes('clinician')
  },
  person_update: async ({ cairn, name }: World) => {
    const body = { person_id: `dan.${name}`, name: 'Dan Meyer', roles: ['clinician'] } as const
    const { person_id } = await cairn.people.personCreate({ body })
    const { disabled } = await cairn.people.personUpdate({ person_id, body: { disabled: true } })
    return disabled
  },
  person_invite: async ({ cairn, name }: World) => {
    const body = { person_id: `eva.${name}`, name: 'Eva Meyer', roles: ['nurse'] } as const
    const { person_id } = await cairn.people.personCreate({ body })
    const { invitation } = await cairn.people.personInvite({ person_id })
    return invitation?.expires_at
  },
  person_sessions: async ({ cairn, name }: World) => {
    const body = { person_id: `fin.${name}`, name: 'Fin Meyer', roles: ['nurse'] } as const
    const { person_id } = await cairn.people.personCreate({ body })
    const sessions = await cairn.people.personSessions({ person_id })
    return sessions.length === 0
  },
  person_end_sessions: async ({ cairn, name }: World) => {
    const body = { person_id: `gil.${name}`, name: 'Gil Meyer', roles: ['nurse'] } as const
    const { person_id } = await cairn.people.personCreate({ body })
    await cairn.people.personEndSessions({ person_id })
    return true
  },
  person_end_session: async ({ cairn, name }: World) => {
    const body = { person_id: `jan.${name}`, name: 'Jan Meyer', roles: ['nurse'] } as const
    const { person_id } = await cairn.people.personCreate({ body })
    const sessions = await cairn.people.personSessions({ person_id })
    for (const { session_id = '' } of sessions) await cairn.people.personEndSession({ person_id, session_id })
    return true
  },
  person_end_passkey: async ({ cairn, name }: World) => {
    const body = { person_id: `kim.${name}`, name: 'Kim Meyer', roles: ['nurse'] } as const
    const { person_id } = await cairn.people.personCreate({ body })
    const { sign_in } = await cairn.people.personAccess({ person_id })
    for (const { passkey_id } of sign_in.passkeys)
      await cairn.people.personEndPasskey({ person_id, passkey_id })
    return true
  },
  person_apps: async ({ cairn, name }: World) => {
    const body = { person_id: `hal.${name}`, name: 'Hal Meyer', roles: ['nurse'] } as const
    const { person_id } = await cairn.people.personCreate({ body })
    const apps = await cairn.people.personApps({ person_id })
    return apps.length === 0
  },
  person_end_app: async ({ cairn, name }: World) => {
    const body = { person_id: `ina.${name}`, name: 'Ina Meyer', roles: ['nurse'] } as const
    const { person_id } = await cairn.people.personCreate({ body })
    const [client] = await cairn.clients.list()
    await cairn.people.personEndApp({ person_id, client_id: client?.client_id ?? '' })
    return true
  },
  person_access: async ({ cairn, name }: World) => {
    const body = { person_id: `geo.${name}`, name: 'Geo Meyer', roles: ['nurse'] } as const
    const { person_id } = await cairn.people.personCreate({ body })
    const { rules } = await cairn.people.personAccess({ person_id })
    return rules.some(({ scope }) => scope === 'user/composition-*.rs')
  },
  role_create: async ({ cairn, name }: World) => {
    const role = await cairn.roles.create({
      body: { name: `a.${name}`, rights: ['user/composition-Vital_signs.**.rs', 'user/aql-*.rs'] },
    })
    return !role.built_in
  },
  role_list: async ({ cairn }: World) => {
    const roles = await cairn.roles.list()
    return roles.some(role => role.name === 'nurse' && role.built_in)
  },
  role_get: async ({ cairn }: World) => {
    const { scopes } = await cairn.roles.get({ role: 'clinician' })
    return scopes.includes('api.read')
  },
  role_update: async ({ cairn, name }: World) => {
    const body = { name: `b.${name}`, rights: ['user/composition-*.rs'] }
    const { name: role } = await cairn.roles.create({ body })
    const { assignable } = await cairn.roles.update({ role, body: { assignable: true } })
    return assignable
  },
  role_delete: async ({ cairn, name }: World) => {
    const body = { name: `c.${name}`, rights: ['user/composition-*.rs'] }
    const { name: role } = await cairn.roles.create({ body })
    await cairn.roles.delete({ role, take_from_people: true })
    return true
  },
  assignment_create: async ({ cairn, name, ehrId }: World) => {
    const body = {
      person_id: `gus.${name}`,
      name: 'Gus Meyer',
      roles: [],
      assigned_roles: ['nurse'],
    } as const
    const { person_id } = await cairn.people.personCreate({ body })
    const assignment = await cairn.people.assignmentCreate({
      person_id,
      body: { ehr_id: ehrId, to: '2199-01-01T00:00:00Z', reason: 'on the ward' },
    })
    return assignment.kind === 'ehr'
  },
  assignment_list: async ({ cairn, name }: World) => {
    const body = {
      person_id: `hal.${name}`,
      name: 'Hal Meyer',
      roles: [],
      assigned_roles: ['nurse'],
    } as const
    const { person_id } = await cairn.people.personCreate({ body })
    await cairn.people.assignmentCreate({ person_id, body: { tag_key: 'ward', tag_value: '3B' } })
    const assignments = await cairn.people.assignmentList({ person_id })
    return assignments.length === 1
  },
  assignment_end: async ({ cairn, name, ehrId }: World) => {
    const body = {
      person_id: `ida.${name}`,
      name: 'Ida Meyer',
      roles: [],
      assigned_roles: ['nurse'],
    } as const
    const { person_id } = await cairn.people.personCreate({ body })
    const { assignment_id } = await cairn.people.assignmentCreate({ person_id, body: { ehr_id: ehrId } })
    const ended = await cairn.people.assignmentEnd({ assignment_id })
    return ended.to
  },
  break_glass_list: async ({ cairn }: World) => {
    const waiting = await cairn.people.breakGlassList({ reviewed: false })
    return waiting.length === 0
  },
  break_glass_review: async ({ cairn }: World) => {
    // There is none with this id.
    const refused = await cairn.people
      .breakGlassReview({ assignment_id: crypto.randomUUID(), body: { review: 'was needed' } })
      .catch((error: { code?: string }) => error.code)
    return refused === 'assignment.not_found'
  },
  break_glass: async ({ cairn, ehrId }: World) => {
    // Only a person can: this client acts for itself.
    const refused = await cairn.authorization
      .breakGlass({ body: { ehrId, reason: 'unconscious in the emergency room' } })
      .catch((error: { code?: string }) => error.code)
    return refused === 'auth.insufficient_scope'
  },
  launch: async ({ cairn, ehrId }: World) => {
    const { launch, iss } = await cairn.authorization.launch({ body: { ehrId } })
    return `https://app.example.org/?iss=${encodeURIComponent(iss)}&launch=${launch}`
  },
  introspect: async ({ cairn, clientId, clientSecret, baseUrl }: World) => {
    const client = { client_id: clientId, client_secret: clientSecret }
    const { access_token } = await cairn.authorization.token({
      body: { grant_type: 'client_credentials', ...client, audience: `${baseUrl}/openehr/v1` },
    })
    const { active } = await cairn.authorization.introspect({ body: { token: access_token, ...client } })
    return active
  },
  revoke: async ({ cairn, clientId, clientSecret, baseUrl }: World) => {
    const client = { client_id: clientId, client_secret: clientSecret }
    const { access_token } = await cairn.authorization.token({
      body: { grant_type: 'client_credentials', ...client, audience: `${baseUrl}/openehr/v1` },
    })
    await cairn.authorization.revoke({ body: { token: access_token, ...client } })
    return true
  },
  pushed_authorization_request: async ({ cairn }: World) => {
    const { client_id } = await cairn.clients.create({
      body: {
        name: 'Phone',
        kind: 'public',
        scopes: ['openid'],
        redirect_uris: ['org.example.phone:/signed-in'],
      },
    })
    const { request_uri } = await cairn.authorization.pushedRequest({
      body: {
        client_id,
        redirect_uri: 'org.example.phone:/signed-in',
        response_type: 'code',
        scope: 'openid',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      },
    })
    return request_uri
  },
  openid_configuration: async ({ cairn }: World) => {
    const configuration = await cairn.authorization.openidConfiguration()
    return configuration['userinfo_endpoint']
  },
  system_options: async ({ cairn }: World) => {
    const { solution, solution_version } = await cairn.system.options()
    return `${solution} ${solution_version}`
  },
  token: async ({ cairn, clientId, clientSecret, baseUrl }: World) => {
    const { access_token } = await cairn.authorization.token({
      body: {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        audience: `${baseUrl}/openehr/v1`,
      },
    })
    return access_token
  },
  smart_configuration: async ({ cairn }: World) => {
    const configuration = await cairn.authorization.smartConfiguration()
    return configuration['token_endpoint']
  },
  oauth_metadata: async ({ cairn }: World) => {
    const metadata = await cairn.authorization.oauthMetadata()
    return metadata['token_endpoint']
  },
  jwks: async ({ cairn }: World) => {
    const { keys } = await cairn.authorization.jwks()
    return Array.isArray(keys)
  },
  resource_metadata: async ({ cairn }: World) => {
    const metadata = await cairn.authorization.resourceMetadata()
    return metadata['resource']
  },
  resource_metadata_by_path: async ({ cairn }: World) => {
    const metadata = await cairn.authorization.resourceMetadataByPath()
    return metadata['resource']
  },
  health_live: async ({ cairn }: World) => {
    const { status } = await cairn.service.healthLive()
    return status === 'live'
  },
  health_ready: async ({ cairn }: World) => {
    const { status } = await cairn.service.healthReady()
    return status === 'ready'
  },
  start_page: async ({ cairn }: World) => {
    const { name, status } = await cairn.service.startPage()
    return name === 'Cairn' && status === 'ready'
  },
  documentation: async ({ cairn }: World) => {
    const html = await cairn.service.documentation()
    return html.includes('Cairn documentation')
  },
  asyncapi_description: async ({ cairn }: World) => {
    const description = await cairn.service.asyncapiDescription()
    return description['asyncapi'] === '3.0.0'
  },
  openapi_description: async ({ cairn }: World) => {
    const description = await cairn.service.openapiDescription()
    return description['openapi'] === '3.1.0'
  },
}
