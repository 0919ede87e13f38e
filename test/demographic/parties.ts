/** Parties for tests over HTTP, made by the templates of the fixtures. */
import { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { PARTY_OPTS } from '../../packages/openehr/fixtures/party-templates.ts'
import { checkedVault, createClient } from '../../packages/server/src/auth/index.ts'
import { idOf } from '../records.ts'
import { type Answer, type RunningServer, SECRET_KEY } from '../server.ts'

export const KINDS = ['person', 'organisation', 'group', 'agent', 'role'] as const

export type PartyName = (typeof KINDS)[number]

/** Kind → archetype, archetype of its identities, template. */
const MADE_BY: Readonly<Record<PartyName, readonly [archetype: string, identity: string, template: string]>> =
  {
    person: ['PERSON.person', 'person_name', 'Person'],
    organisation: ['ORGANISATION.organisation', 'name', 'Organisation'],
    group: ['GROUP.team', 'name', 'Team'],
    agent: ['AGENT.device', 'name', 'Device'],
    role: ['ROLE.practitioner', 'title', 'Practitioner'],
  }

export const ADMIN = 'api.admin'

type Data = Readonly<Record<string, unknown>>

export const partyRef = (type: string, id: string): Data => ({
  _type: 'PARTY_REF',
  namespace: 'local',
  type,
  id: { _type: 'HIER_OBJECT_ID', value: id.split('::')[0] },
})

/** Valid data; a role needs its performer. */
export function party(kind: PartyName, name: string, more: Data = {}, templateId?: string): Data {
  const [archetype, identity, template] = MADE_BY[kind]
  const text = data.element('at0002', data.text(name))
  const details = data.locatable('ITEM_TREE', 'at0001', { items: [text] })
  const identities = [data.root(`openEHR-DEMOGRAPHIC-PARTY_IDENTITY.${identity}.v1`, { details })]
  return data.root(`openEHR-DEMOGRAPHIC-${archetype}.v1`, { identities, ...more }, templateId ?? template)
}

export async function uploadPartyTemplates(server: RunningServer): Promise<void> {
  for (const opt of Object.values(PARTY_OPTS)) {
    const answer = await server.call('POST /openehr/v1/definition/template/adl1.4', {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/xml' },
      body: opt,
    })
    if (answer.status !== 201) throw new Error(`no template: ${answer.status} ${answer.text}`)
  }
}

export const postParty = (
  server: RunningServer,
  kind: PartyName,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  server.call(`POST /openehr/v1/demographic/${kind}`, {
    scopes: ADMIN,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** The version uid of a new party. */
export async function newParty(server: RunningServer, kind: PartyName, body: unknown): Promise<string> {
  const answer = await postParty(server, kind, body)
  if (answer.status !== 201) throw new Error(`no ${kind}: ${answer.status} ${answer.text}`)
  return idOf(answer)
}

/** The token of a backend that has these scopes and no others. */
export async function backendToken(server: RunningServer, scopes: string): Promise<string> {
  const vault = await checkedVault(server.db, SECRET_KEY)
  const wanted = {
    name: 'backend',
    scopes: scopes.split(' ') as Parameters<typeof createClient>[2]['scopes'],
  }
  const { client, secret } = await createClient(server.db, vault, wanted)
  const audience = `${server.url.replace('127.0.0.1', 'localhost')}/openehr/v1`
  const body = new URLSearchParams({ grant_type: 'client_credentials', audience, scope: scopes })
  const answer = await server.call('POST /oauth/token', {
    headers: {
      Authorization: `Basic ${btoa(`${client.clientId}:${secret}`)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: body.toString(),
  })
  if (answer.status !== 200) throw new Error(`no token: ${answer.status} ${answer.text}`)
  return answer.json().access_token
}
