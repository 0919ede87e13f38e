/** `POST {auth_url}/auth/v1/launch`: a portal prepares the launch of an app with the record that is open in it. */

import { RIGHTS } from '../../access/index.ts'
import { recording } from '../../audit/index.ts'
import { type Caller, type Endpoint, endpoint, type Incoming, json } from '../../http/index.ts'
import { BODY_LIMITS, readJson } from '../../http/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { newSecret } from '../../seals/index.ts'
import { viewerOf } from '../caller-rights.ts'
import { isUuid, macOfLaunch } from './context.ts'
import type { AuthorizeNeeds } from './needs.ts'
import { addLaunch } from './store.ts'

const LIFE_SECONDS = 300
const LONGEST_PERSON_ID = 100

interface LaunchInput {
  readonly clientId: string | undefined
  readonly personId: string | undefined
  readonly ehrId: string
  readonly episodeId: string | undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

function readLaunch({ body }: Pick<Incoming, 'body'>): LaunchInput {
  const given = new Map(typeof body === 'object' && body !== null ? Object.entries(body) : [])
  const [ehrId, episodeId] = [given.get('ehrId'), given.get('episodeId')]
  if (!isUuid(ehrId) || (episodeId !== undefined && !isUuid(episodeId)))
    throw new Refusal(
      'request.malformed',
      'The body needs "ehrId", the id of an EHR; "episodeId" is the uid of an episode.',
    )
  const personId = textOf(given.get('person_id'))
  if (personId !== undefined && personId.length > LONGEST_PERSON_ID)
    throw new Refusal('request.malformed', `"person_id" has at most ${LONGEST_PERSON_ID} characters.`)
  return {
    clientId: textOf(given.get('client_id')),
    personId,
    ehrId: ehrId.toLowerCase(),
    episodeId: episodeId?.toLowerCase(),
  }
}

/**
 * A launch that a person prepares is for that person; a portal without a person may name one. That person is not looked up, so that the
 * answer tells nobody who has an account: one who has none, or may not see the EHR, cannot use the launch.
 */
async function launch(needs: AuthorizeNeeds, { person, entry, rights }: Caller, input: LaunchInput) {
  const { db, directory, records, clients } = needs
  const personId = person ?? input.personId
  const own = person === undefined ? undefined : await directory.find(person)
  const app = input.clientId === undefined ? undefined : await clients.find(input.clientId)
  if (input.clientId !== undefined && !app)
    throw new Refusal('client.not_found', `There is no client "${input.clientId}".`)
  const viewers = [rights, own && viewerOf(own)]
  const found = await Promise.all(viewers.map(viewer => records.find(viewer, input.ehrId)))
  if (found.includes(undefined)) throw new Refusal('launch.invalid', 'There is no such EHR.')
  const { episodeId } = input
  const episodes = episodeId === undefined ? [] : await records.episodes(rights, input.ehrId)
  if (episodeId !== undefined && !episodes.some(each => each.episodeId === episodeId))
    throw new Refusal('launch.invalid', 'There is no such episode in the EHR.')
  const token = newSecret()
  const expiresAt = new Date(needs.now() + LIFE_SECONDS * 1000)
  await recording(db, entry).transaction(async queries => {
    await addLaunch(queries, macOfLaunch(needs, token), { ...input, personId }, expiresAt)
    return true
  })
  return { launch: token, iss: needs.issuerUrl, expires_in: LIFE_SECONDS }
}

export const launchEndpoint: Endpoint<AuthorizeNeeds> = endpoint({
  route: 'POST /auth/v1/launch',
  scope: 'api.read',
  right: RIGHTS.readRecord,
  produces: ['application/json'],
  writes: 201,
  body: { 'application/json': readJson },
  bodyLimit: BODY_LIMITS.small,
  doc: {
    operationId: 'launch',
    tag: 'Authorization',
    summary: 'Prepare the launch of an app with a record',
    description:
      'Open the app with `?iss={iss}&launch={launch}`. The app asks for the scope `launch` and gets the record in its token answer. A launch works once, for five minutes.',
    body: {
      title: 'Launch',
      type: 'object',
      required: ['ehrId'],
      properties: {
        ehrId: { type: 'string', format: 'uuid' },
        episodeId: { type: 'string', format: 'uuid', description: 'The uid of an episode of the EHR.' },
        client_id: { type: 'string', description: 'The app (default: any).' },
        person_id: {
          type: 'string',
          description:
            'The person who may use the launch; a person who prepares it can only name themselves. The answer is the same whether there is such a person or not.',
        },
      },
    },
    responses: {
      201: {
        description: 'The launch.',
        schema: {
          type: 'object',
          required: ['launch', 'iss', 'expires_in'],
          properties: {
            launch: { type: 'string' },
            iss: { type: 'string' },
            expires_in: { type: 'integer' },
          },
        },
      },
      400: { description: 'There is no such EHR or episode.' },
      404: { description: 'There is no such client.' },
    },
  },
  ehrOf: ({ ehrId }) => ehrId,
  read: readLaunch,
  act: launch,
  reply: answer => json(201, answer),
})
