/** What a client sends of an episode: read with all faults at once, each with its field. */
import type { Finding } from '@cairn/openehr'
import { isRmObject, parseDateTime } from '@cairn/openehr/rm'
import { Refusal } from '../../refusal/index.ts'
import type { EpisodeData, Urgency } from '../../versions/index.ts'
import { URGENCIES } from './episode.ts'

/** `active` and `startsAt` always have a value, so what is left out of them is filled in; the rest is then absent. */
export interface GivenEpisode extends Omit<EpisodeData, 'active' | 'startsAt'> {
  readonly active: boolean | undefined
  readonly startsAt: string | undefined
}

const LONGEST_NAME = 500
const LONGEST_CIRCUIT = 200

const MOMENT = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/** Such years as the database and `YYYY-MM-DD HH:MM:SS` can both say. */
const EARLIEST = new Date('0001-01-01T00:00:00Z')
const LATEST = new Date('9999-12-31T23:59:59.999Z')

/** Undefined for a text that is no moment. */
function momentOf(given: string): Date | undefined {
  if (!MOMENT.test(given) || parseDateTime(given) === undefined) return undefined
  const moment = new Date(given)
  return moment >= EARLIEST && moment <= LATEST ? moment : undefined
}

const isMoment = (value: unknown) => typeof value === 'string' && momentOf(value) !== undefined
const isText = (value: unknown, longest: number) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longest

interface Field {
  readonly accepts: (value: unknown) => boolean
  readonly otherwise: string
}

const MOMENT_FIELD: Field = {
  accepts: isMoment,
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
  startsAt: MOMENT_FIELD,
  endsAt: MOMENT_FIELD,
}

const fault = (field: string, message: string): Finding => ({ path: field, code: 'value', message })

const refused = (findings: readonly Finding[]) =>
  new Refusal(
    'request.malformed',
    'The episode cannot be used; each fault is listed with its field.',
    findings,
  )

const TOO_EARLY = fault('endsAt', 'must not be before startsAt')

const endsTooEarly = (startsAt: string, endsAt: string): boolean =>
  (momentOf(endsAt)?.getTime() ?? 0) < (momentOf(startsAt)?.getTime() ?? 0)

/** Null is as good as left out: it is how many clients clear a field. */
const given = (body: Readonly<Record<string, unknown>>): [field: string, value: unknown][] =>
  Object.entries(body).filter(([, value]) => value !== null && value !== undefined)

export function episodeOf(body: unknown): GivenEpisode {
  if (!isRmObject(body)) throw new Refusal('request.malformed', 'The body must be an episode: a JSON object.')
  const findings: Finding[] = []
  for (const field of Object.keys(body))
    if (!Object.hasOwn(FIELDS, field)) findings.push(fault(field, 'there is no such field'))
  const read: Record<string, unknown> = {}
  for (const [field, value] of given(body)) {
    if (!Object.hasOwn(FIELDS, field)) continue
    const { accepts, otherwise } = FIELDS[field as keyof EpisodeData]
    if (accepts(value)) read[field] = value
    else findings.push(fault(field, otherwise))
  }
  if ((body['name'] ?? null) === null) findings.push(fault('name', 'must be there'))
  const { name, active, urgency, careCircuit, startsAt, endsAt } = read as Partial<EpisodeData>
  if (startsAt !== undefined && endsAt !== undefined && endsTooEarly(startsAt, endsAt))
    findings.push(TOO_EARLY)
  if (findings.length > 0 || name === undefined) throw refused(findings)
  return {
    name: name.trim(),
    active,
    urgency: urgency as Urgency | undefined,
    careCircuit: careCircuit?.trim(),
    startsAt,
    endsAt,
  }
}

/** With what was left out filled in. */
export function completed(
  episode: GivenEpisode,
  otherwise: Pick<EpisodeData, 'active' | 'startsAt'>,
): EpisodeData {
  const startsAt = episode.startsAt ?? otherwise.startsAt
  if (episode.endsAt !== undefined && endsTooEarly(startsAt, episode.endsAt)) throw refused([TOO_EARLY])
  return { ...episode, active: episode.active ?? otherwise.active, startsAt }
}

const textSchema = (longest: number) => ({ type: ['string', 'null'], maxLength: longest })
const momentSchema = { type: ['string', 'null'], format: 'date-time' }

/** What is said above, as the API description has it. */
export const EPISODE_BODY = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: LONGEST_NAME },
    active: { type: ['boolean', 'null'], description: 'Left out: true; on a PUT as it was.' },
    urgency: {
      enum: [...Object.keys(URGENCIES), null],
      description: Object.entries(URGENCIES)
        .map(([code, meaning]) => `\`${code}\` ${meaning}`)
        .join(', '),
    },
    careCircuit: { ...textSchema(LONGEST_CIRCUIT), description: 'A code of your own.' },
    startsAt: { ...momentSchema, description: 'With an offset. Left out: now; on a PUT as it was.' },
    endsAt: { ...momentSchema, description: 'With an offset, not before `startsAt`. Left out: it is open.' },
  },
}
