/** `POST {auth_url}/auth/v1/break-glass`: a person takes an hour's access to an EHR that is not assigned to them, and says why. */
import { recorded } from '../../audit/index.ts'
import { type Caller, type Endpoint, endpoint, type Incoming, json } from '../../http/index.ts'
import { BODY_LIMITS, readJson } from '../../http/request/index.ts'
import { addAssignment, assignmentBody } from '../../people/assignments/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { isUuid } from './context.ts'
import type { AuthorizeNeeds } from './needs.ts'

const HOUR_MS = 60 * 60 * 1000

interface Taken {
  readonly ehrId: string
  readonly reason: string
}

const SHORTEST_REASON = 10

function takenIn({ body }: Pick<Incoming, 'body'>): Taken {
  const given = new Map(typeof body === 'object' && body !== null ? Object.entries(body) : [])
  const [ehrId, reason] = [given.get('ehrId'), given.get('reason')]
  const isReason =
    typeof reason === 'string' && reason.trim().length >= SHORTEST_REASON && reason.length <= 1000
  if (!isUuid(ehrId) || !isReason)
    throw new Refusal(
      'request.malformed',
      `The body needs "ehrId", the id of an EHR, and "reason", a text of ${SHORTEST_REASON} to 1000 characters.`,
    )
  return { ehrId: ehrId.toLowerCase(), reason: reason.trim() }
}

const notForThis = () =>
  new Refusal(
    'auth.right_denied',
    'Only a person with a role for assigned EHRs can take access: others see all EHRs, or none.',
  )

async function takeAccess(needs: AuthorizeNeeds, { person, entry }: Caller, { ehrId, reason }: Taken) {
  const { db, directory, records, changes } = needs
  const known = person === undefined ? undefined : await directory.find(person)
  if (!known || known.assignedRoles.length === 0) throw notForThis()
  if (!(await records.find(undefined, ehrId))) throw new Refusal('launch.invalid', 'There is no such EHR.')
  const now = new Date(needs.now())
  const endsAt = new Date(now.getTime() + HOUR_MS)
  const made = await recorded(
    db,
    entry,
    queries =>
      addAssignment(
        queries,
        known.personId,
        { kind: 'break_glass', ehrId, startsAt: now, endsAt, reason },
        { assignedBy: known.personId, now },
      ),
    ({ assignmentId }) => ({ ehrId, detail: { break_glass: assignmentId } }),
  )
  await changes.announce('people')
  return made
}

export const breakGlassEndpoint: Endpoint<AuthorizeNeeds> = endpoint({
  route: 'POST /auth/v1/break-glass',
  scope: 'api.break_glass',
  fresh: true,
  produces: ['application/json'],
  writes: 201,
  body: { 'application/json': readJson },
  bodyLimit: BODY_LIMITS.small,
  doc: {
    operationId: 'break_glass',
    tag: 'Authorization',
    summary: "Take an hour's access to an EHR in an emergency",
    description:
      'For a person whose roles hold in assigned EHRs. An app needs the scope `api.break_glass`, which the person agrees to; pages of this service need none. The audit trail marks all that the person does in this EHR, and the access is listed for review.',
    body: {
      type: 'object',
      required: ['ehrId', 'reason'],
      properties: {
        ehrId: { type: 'string', format: 'uuid' },
        reason: { type: 'string', minLength: SHORTEST_REASON, maxLength: 1000 },
      },
    },
    responses: {
      201: {
        description: 'The access, with its end.',
        schema: { type: 'object', additionalProperties: true },
      },
      400: { description: 'The reason is missing, or there is no such EHR.' },
      403: { description: 'The caller is not a person with a role for assigned EHRs.' },
    },
  },
  ehrOf: ({ ehrId }) => ehrId,
  read: takenIn,
  act: takeAccess,
  reply: made => json(201, assignmentBody(made)),
})
