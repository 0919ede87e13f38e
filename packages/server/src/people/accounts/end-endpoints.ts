/** Ends one session or one passkey of a person, for callers with the scope `api.admin`. */
import { recording } from '../../audit/index.ts'
import { type Endpoint, endpoint, type Incoming, type ParameterDoc } from '../../http/index.ts'
import { removePasskey } from '../passkeys/store.ts'
import { endSessionAccess } from '../sessions/end-access.ts'
import { ID, idIn, NOT_FOUND, type PersonNeeds } from './endpoints.ts'
import { personById } from './people.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const pathParameter = (name: string, description: string): ParameterDoc => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
})

const idAt = ({ parameters }: Incoming, name: string): string => parameters[name] ?? ''

const common = { scope: 'api.admin', produces: [], writes: 204 } as const

const endSession: Endpoint<PersonNeeds> = endpoint({
  ...common,
  route: 'DELETE /person/{person_id}/session/{session_id}',
  doc: {
    operationId: 'person_end_session',
    tag: 'People',
    summary: 'End one session of a person',
    description:
      'The access of apps that lives with the session ends too. Other sessions and offline access go on.',
    parameters: [ID, pathParameter('session_id', 'Id of the session.')],
    responses: { 204: { description: 'It is ended, or had ended before.' }, ...NOT_FOUND },
  },
  read: request => ({ id: idIn(request), sessionId: idAt(request, 'session_id') }),
  act: async ({ db, sessions, now }, { entry }, { id, sessionId }) => {
    const { personId } = await personById(db, id)
    if (!UUID.test(sessionId)) return
    await recording(db, entry).transaction(queries =>
      endSessionAccess(queries, personId, sessionId, new Date(now())),
    )
    await sessions.announceEnd()
  },
  reply: () => ({ status: 204 }),
})

const endPasskey: Endpoint<PersonNeeds> = endpoint({
  ...common,
  route: 'DELETE /person/{person_id}/passkey/{passkey_id}',
  doc: {
    operationId: 'person_end_passkey',
    tag: 'People',
    summary: 'Remove a passkey of a person',
    description:
      'For a device that was lost. Nobody can sign in with the passkey from then on; sessions go on until they are ended.',
    parameters: [ID, pathParameter('passkey_id', 'Id of the passkey, from the access of the person.')],
    responses: { 204: { description: 'It is removed, or was removed before.' }, ...NOT_FOUND },
  },
  read: request => ({ id: idIn(request), passkeyId: idAt(request, 'passkey_id') }),
  act: async ({ db }, { entry }, { id, passkeyId }) => {
    const { personId } = await personById(db, id)
    await recording(db, entry).transaction(queries => removePasskey(queries, personId, passkeyId))
  },
  reply: () => ({ status: 204 }),
})

export const endEndpoints: readonly Endpoint<PersonNeeds>[] = [endSession, endPasskey]
