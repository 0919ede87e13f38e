/** Reads an episode; all faults are reported together, each with its field. */
import type { Finding } from '@cairn-ehr/openehr'
import { isRmObject, parseDateTime } from '@cairn-ehr/openehr/rm'
import { Refusal } from '../../refusal/index.ts'
import type { EpisodeData, Urgency } from '../../versions/companions/index.ts'
import { URGENCIES } from './episode.ts'

/** An episode as sent: `active` and `startsAt` may be absent and are then filled in. */
export interface EpisodeInput extends Omit<EpisodeData, 'active' | 'startsAt'> {
  readonly active: boolean | undefined
  readonly startsAt: string | undefined
}

const LONGEST_NAME = 500
const LONGEST_CIRCUIT = 200

const TIME = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/** The years that both the database and `YYYY-MM-DD HH:MM:SS` can represent. */
const EARLIEST = new Date('0001-01-01T00:00:00Z')
const LATEST = new Date('9999-12-31T23:59:59.999Z')

/** Returns undefined for a malformed time. */
function parseTime(given: string): Date | undefined {
  if (!TIME.test(given) || parseDateTime(given) === undefined) return undefined
  const moment = new Date(given)
  return moment >= EARLIEST && moment <= LATEST ? moment : undefined
}

const isTime = (value: unknown) => typeof value === 'string' && parseTime(value) !== undefined
const isText = (value: unknown, longest: number) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longest

interface Field {
  readonly accepts: (value: unknown) => boolean
  readonly otherwise: string
}

const TIME_FIELD: Field = {
  accepts: isTime,
  otherwise: 'must be ISO 8601 with an offset, such as 2026-01-20T19:30:22+01:00',
}

const FIELDS: Readonly<Record<keyof EpisodeData, Field>> = {
  name: {
    accepts: value => isText(value, LONGEST_NAME),
    otherwise: `must be a text of 1 to ${LONGEST_NAME} characters`,
  },
  active: { accepts: value => typeof value === 'boolean', otherwise: 'must be true or false' },
  urgency: {
    accepts: value => typeof value === 'string' && Object.hasOwn(URGENCIES, value),
    otherwise: `must be one of ${Object.entries(URGENCIES)
      .map(([code, meaning]) => `${code} (${meaning})`)
      .join(', ')}`,
  },
  careCircuit: {
    accepts: value => isText(value, LONGEST_CIRCUIT),
    otherwise: `must be a text of 1 to ${LONGEST_CIRCUIT} characters`,
  },
  startsAt: TIME_FIELD,
  endsAt: TIME_FIELD,
}

const fault = (field: string, message: string): Finding => ({ path: field, code: 'value', message })

const refuseEpisode = (findings: readonly Finding[]) =>
  new Refusal(
    'request.malformed',
    'The episode cannot be used; each fault is listed with its field.',
    findings,
  )

const TOO_EARLY = fault('endsAt', 'must not be before startsAt')

const endsTooEarly = (startsAt: string, endsAt: string): boolean =>
  (parseTime(endsAt)?.getTime() ?? 0) < (parseTime(startsAt)?.getTime() ?? 0)

/** Skips null, which many clients send to clear a field. */
const presentFields = (body: Readonly<Record<string, unknown>>): [field: string, value: unknown][] =>
  Object.entries(body).filter(([, value]) => value !== null && value !== undefined)

export function episodeOf(body: unknown): EpisodeInput {
  if (!isRmObject(body)) throw new Refusal('request.malformed', 'The body must be an episode: a JSON object.')
  const findings: Finding[] = []
  for (const field of Object.keys(body))
    if (!Object.hasOwn(FIELDS, field)) findings.push(fault(field, 'there is no such field'))
  const read: Record<string, unknown> = {}
  for (const [field, value] of presentFields(body)) {
    if (!Object.hasOwn(FIELDS, field)) continue
    const { accepts, otherwise } = FIELDS[field as keyof EpisodeData]
    if (accepts(value)) read[field] = value
    else findings.push(fault(field, otherwise))
  }
  if ((body['name'] ?? null) === null) findings.push(fault('name', 'is missing'))
  const { name, active, urgency, careCircuit, startsAt, endsAt } = read as Partial<EpisodeData>
  if (startsAt !== undefined && endsAt !== undefined && endsTooEarly(startsAt, endsAt))
    findings.push(TOO_EARLY)
  if (findings.length > 0 || name === undefined) throw refuseEpisode(findings)
  return {
    name: name.trim(),
    active,
    urgency: urgency as Urgency | undefined,
    careCircuit: careCircuit?.trim(),
    startsAt,
    endsAt,
  }
}

/** Fills in the fields that were left out. */
export function completeEpisode(
  episode: EpisodeInput,
  otherwise: Pick<EpisodeData, 'active' | 'startsAt'>,
): EpisodeData {
  const startsAt = episode.startsAt ?? otherwise.startsAt
  if (episode.endsAt !== undefined && endsTooEarly(startsAt, episode.endsAt)) throw refuseEpisode([TOO_EARLY])
  return { ...episode, active: episode.active ?? otherwise.active, startsAt }
}

const textSchema = (longest: number) => ({ type: ['string', 'null'], maxLength: longest })
const timeSchema = { type: ['string', 'null'], format: 'date-time' }

/** The schema of the body in the API description. */
export const EPISODE_BODY = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: LONGEST_NAME },
    active: { type: ['boolean', 'null'], description: 'Left out: true; on a PUT as it was.' },
    urgency: {
      type: ['string', 'null'],
      enum: [...Object.keys(URGENCIES), null],
      description: Object.entries(URGENCIES)
        .map(([code, meaning]) => `\`${code}\` ${meaning}`)
        .join(', '),
    },
    careCircuit: { ...textSchema(LONGEST_CIRCUIT), description: 'A code of your own.' },
    startsAt: { ...timeSchema, description: 'With an offset. Left out: now; on a PUT as it was.' },
    endsAt: { ...timeSchema, description: 'With an offset, not before `startsAt`. Left out: it is open.' },
  },
}
