/** `cairn grant …`: assigns EHRs to people, ends assignments, and lists access that people took, on the database itself. */

import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { StartError } from '../db/index.ts'
import {
  type Assignment,
  addAssignment,
  assignmentBody,
  assignmentsOf,
  endAssignment,
  newAssignmentIn,
  reviewAccess,
  takenAccess,
} from '../people/assignments/index.ts'
import { personById } from '../people/index.ts'
import type { Config } from '../settings/index.ts'
import { announceChange, type Installation, openInstallation } from './installation.ts'
import { table } from './table.ts'
import { GRANT_USAGE } from './usage.ts'

const OPTIONS = {
  ehr: { type: 'string' },
  episode: { type: 'string' },
  tag: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  reason: { type: 'string' },
  all: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

type Flags = Partial<
  Record<'ehr' | 'episode' | 'tag' | 'from' | 'to' | 'reason', string> & { all: boolean; json: boolean }
>

type Context = Pick<Installation, 'db' | 'url'>

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function requireArgument(value: string | undefined, what: string): string {
  if (!value) throw new StartError(`${what} is missing.\n${GRANT_USAGE}`)
  return value
}

function requireId(value: string | undefined): string {
  const id = requireArgument(value, 'The id of the assignment')
  if (!UUID.test(id)) throw new StartError(`"${id}" is not the id of an assignment.`)
  return id
}

/** The operator at this machine, who needs no account of the service. */
const operator = (): string => `operator ${userInfo().username}`

function bodyIn({ ehr, episode, tag, from, to, reason }: Flags): Record<string, string> {
  const [key, ...value] = (tag ?? '').split('=')
  const members = {
    ehr_id: ehr,
    episode_id: episode,
    tag_key: tag === undefined ? undefined : key,
    tag_value: value.length === 0 ? undefined : value.join('='),
    from,
    to,
    reason,
  }
  const given = Object.entries(members).filter((each): each is [string, string] => each[1] !== undefined)
  return Object.fromEntries(given)
}

const found = (assignment: Assignment | undefined): Assignment => {
  if (!assignment) throw new StartError('There is no such assignment.')
  return assignment
}

type Verb = (on: Context, flags: Flags, argument: string | undefined) => Promise<readonly Assignment[]>

const VERBS: Readonly<Record<string, Verb>> = {
  add: async (on, flags, id) => {
    const { personId } = await personById(on.db, requireArgument(id, 'The id of the person'))
    const now = Date.now()
    const wanted = newAssignmentIn(bodyIn(flags), now)
    const by = { assignedBy: operator(), now: new Date(now) }
    const made = await on.db.transaction(queries => addAssignment(queries, personId, wanted, by))
    await announceChange(on, 'people')
    return [made]
  },
  list: async ({ db }, _flags, id) => {
    const { personId } = await personById(db, requireArgument(id, 'The id of the person'))
    return assignmentsOf(db, personId)
  },
  end: async (on, _flags, id) => {
    const ended = await on.db.transaction(queries => endAssignment(queries, requireId(id), new Date()))
    await announceChange(on, 'people')
    return [found(ended)]
  },
  taken: ({ db }, { all }) => takenAccess(db, all ? undefined : false),
  review: async ({ db }, { reason }, id) => {
    const reviewed = { by: operator(), at: new Date(), review: requireArgument(reason, '--reason') }
    return [found(await reviewAccess(db, requireId(id), reviewed))]
  },
}

const reachOf = ({ ehrId, episodeId, tagKey, tagValue }: Assignment): string => {
  if (tagKey !== undefined) return `tag ${tagKey}${tagValue === undefined ? '' : `=${tagValue}`}`
  return episodeId === undefined ? `ehr ${ehrId}` : `episode ${episodeId} of ${ehrId}`
}

const asText = (assignments: readonly Assignment[]): string =>
  table([
    ['id', 'person', 'kind', 'reach', 'from', 'to', 'by', 'reason', 'review'],
    ...assignments.map(each => [
      each.assignmentId,
      each.personId,
      each.kind,
      reachOf(each),
      each.startsAt.toISOString(),
      each.endsAt?.toISOString() ?? '',
      each.assignedBy,
      each.reason ?? '',
      each.reviewed?.review ?? '',
    ]),
  ])

export async function grant(config: Config, args: readonly string[]): Promise<void> {
  const [verb = '', ...rest] = args
  const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!act) throw new StartError(`"cairn grant" has no command "${verb}".\n${GRANT_USAGE}`)
  const { values, positionals } = parseArgs({ args: rest, options: OPTIONS, allowPositionals: true })
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    const assignments = await act(installation, values, positionals[0])
    process.stdout.write(
      values.json ? `${JSON.stringify(assignments.map(assignmentBody), null, 2)}\n` : asText(assignments),
    )
  } finally {
    await installation.close()
  }
}
