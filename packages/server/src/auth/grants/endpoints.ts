/** `{base_url}/admin/v1/person/{person_id}/app`: the apps that act for a person, for callers with the scope `api.admin`. */
import { recording } from '../../audit/index.ts'
import type { Database, Topic } from '../../db/index.ts'
import { type Endpoint, endpoint, json, type ParameterDoc } from '../../http/index.ts'
import { type PeopleNeeds, personById } from '../../people/index.ts'
import { clientById } from '../clients/clients.ts'
import { type AppListNeeds, type AppOfPerson, listApps, withdrawApp } from './app-store.ts'

export type PersonAppNeeds = PeopleNeeds & Omit<AppListNeeds, keyof PeopleNeeds>

const PERSON_ID: ParameterDoc = {
  name: 'person_id',
  in: 'path',
  required: true,
  description: 'Id of the person.',
  schema: { type: 'string' },
}

const CLIENT_ID: ParameterDoc = {
  name: 'client_id',
  in: 'path',
  required: true,
  description: 'Id of the app.',
  schema: { type: 'string' },
}

const TIME = { type: 'string', format: 'date-time' }

export const APP_SCHEMA = {
  title: 'App of a person',
  type: 'object',
  required: ['client_id', 'name', 'scopes', 'given_at', 'active'],
  properties: {
    client_id: { type: 'string' },
    name: { type: 'string' },
    scopes: {
      type: 'array',
      items: { type: 'string' },
      description:
        'All that the person agreed to, or that a sign-in gave. Of these, the app can use what it and the person still have.',
    },
    given_at: { ...TIME, description: 'When the person first gave the app access.' },
    refreshed_at: { ...TIME, description: 'When the app last got tokens. Absent if it is not active.' },
    active: {
      type: 'boolean',
      description:
        'True if the app has a token or a refresh token. False if the person only agreed: the app gets access at the next sign-in, without another question.',
    },
  },
}

export const appBody = ({ clientId, name, scopes, givenAt, refreshedAt }: AppOfPerson) => ({
  client_id: clientId,
  name,
  scopes,
  given_at: givenAt.toISOString(),
  ...(refreshedAt === undefined ? {} : { refreshed_at: refreshedAt.toISOString() }),
  active: refreshedAt !== undefined,
})

/** Ends the access of an app, where it has some; refuses an app that does not exist. */
export async function endApp(
  db: Database,
  announce: (topic: Topic) => Promise<void>,
  personId: string,
  clientId: string,
): Promise<void> {
  await personById(db, personId)
  if (await withdrawApp(db, personId, clientId)) return announce('revocations')
  await clientById(db, clientId)
}

const common = { scope: 'api.admin' } as const

export const personAppEndpoints: readonly Endpoint<PersonAppNeeds>[] = [
  endpoint({
    ...common,
    route: 'GET /person/{person_id}/app',
    produces: ['application/json'],
    doc: {
      operationId: 'person_apps',
      tag: 'People',
      summary: 'List the apps of a person',
      parameters: [PERSON_ID],
      responses: {
        200: {
          description: 'Apps that act for the person, or that the person agreed to.',
          schema: { type: 'array', items: APP_SCHEMA },
        },
        404: { description: 'There is no such person.' },
      },
    },
    read: ({ parameters }) => parameters['person_id'] ?? '',
    act: async (needs, _caller, id) => listApps(needs, (await personById(needs.db, id)).personId),
    reply: apps => json(200, apps.map(appBody)),
  }),
  endpoint({
    ...common,
    route: 'DELETE /person/{person_id}/app/{client_id}',
    produces: [],
    writes: 204,
    doc: {
      operationId: 'person_end_app',
      tag: 'People',
      summary: 'End the access of an app to a person',
      description:
        'Its tokens and refresh tokens for the person stop working at once. The person is asked again at the next sign-in to the app.',
      parameters: [PERSON_ID, CLIENT_ID],
      responses: {
        204: { description: 'The app cannot act for the person.' },
        404: { description: 'There is no such person or client.' },
      },
    },
    read: ({ parameters }) => ({
      personId: parameters['person_id'] ?? '',
      clientId: parameters['client_id'] ?? '',
    }),
    act: ({ db, changes }, { entry }, { personId, clientId }) =>
      endApp(recording(db, entry), changes.announce, personId, clientId),
    reply: () => ({ status: 204 }),
  }),
]
