/** A first definition from a template: every value that it names, repeating nodes as groups, with labels to read. */
import { parsePath } from '@cairn/openehr/path'
import { isA } from '@cairn/openehr/rm'
import type { Template } from '@cairn/openehr/template'
import { type Definition, FIXED_FIELDS, type LabelledPath } from '../model.ts'
import { follow, isStrayed, type Reached } from './follow.ts'
import { type LabelScope, openScope } from './label-scope.ts'
import { MOST_PATHS } from './labels.ts'
import { type Member, membersOf } from './members.ts'
import { isStructure, type Place, placeOf } from './place.ts'
import { valueTypes } from './value-types.ts'

/** A row, or a group with its rows. */
interface Suggested {
  readonly label: string
  readonly path: string
  readonly comment: string
  readonly members?: readonly Suggested[]
}

/** What a template may constrain and nobody looks for in a table. */
const NOISE: ReadonlySet<string> = new Set([
  'name',
  'uid',
  'links',
  'feeder_audit',
  'archetype_details',
  'language',
  'encoding',
  'territory',
  'category',
  'subject',
  'composer',
  'provider',
  'other_participations',
  'participations',
  'workflow_id',
  'guideline_id',
  'null_flavour',
  'null_reason',
  'action_archetype_id',
])

/** What data have beside the nodes of the template, by class. */
const USUAL: readonly { readonly owner: string; readonly step: string; readonly label: string }[] = [
  { owner: 'COMPOSITION', step: 'context/start_time', label: 'start time' },
  { owner: 'COMPOSITION', step: 'composer/name', label: 'composer' },
  { owner: 'EVENT', step: 'time', label: 'time' },
  { owner: 'ACTION', step: 'time', label: 'time' },
  { owner: 'ACTION', step: 'ism_transition/current_state', label: 'current state' },
  { owner: 'INSTRUCTION', step: 'narrative', label: 'narrative' },
]

/** The longest label of a group that others still fit behind. */
const LONGEST_GROUP = 400

export function suggestDefinition({ templateId, definition }: Template): Definition {
  const start = [placeOf(definition)]
  const rows = below({ places: start, path: '', name: '', full: '' }, openScope(FIXED_FIELDS))
  return { template: templateId, paths: flat(rows, '', MOST_PATHS) }
}

/** Where the walk is: `path` from the group's node, `name` of the nearest node, `full` the label of the group. */
interface Spot {
  readonly places: readonly Place[]
  readonly path: string
  readonly name: string
  readonly full: string
}

function below(spot: Spot, scope: LabelScope): readonly Suggested[] {
  const usual = USUAL.filter(({ owner }) => spot.places.some(({ rmType }) => isA(rmType, owner)))
  const known = new Set(usual.map(({ step }) => step))
  const members = distinctMembers(spot.places).filter(
    ({ attribute, step }) => !NOISE.has(attribute) && !known.has(step),
  )
  return [
    ...usual.flatMap(({ step, label }) => {
      const reached = enter(spot.places, step)
      return reached ? [valueRow(scope.take(label, spot.name), `${spot.path}/${step}`, reached)] : []
    }),
    ...members.flatMap(member => suggested(member, spot, scope)),
  ]
}

const distinctMembers = (places: readonly Place[]): readonly Member[] => [
  ...new Map(places.flatMap(membersOf).map(member => [member.step, member])).values(),
]

function enter(places: readonly Place[], step: string): Reached | undefined {
  const reached = follow(places, parsePath(step).steps)
  return isStrayed(reached) ? undefined : reached
}

function suggested(member: Member, spot: Spot, scope: LabelScope): readonly Suggested[] {
  const reached = enter(spot.places, member.step)
  if (reached === undefined) return []
  const path = `${spot.path}/${member.step}`
  const repeats = reached.max === undefined || reached.max > 1
  const [{ rmType }] = reached.places as [Place]
  const inner = isStructure(rmType)
  if (!inner && rmType !== 'ELEMENT') return [valueRow(scope.take(member.name, spot.name), path, reached)]
  const value = inner ? undefined : enter(reached.places, 'value')
  if (!inner && value === undefined) return []
  if (!repeats)
    return value
      ? [valueRow(scope.take(member.name, spot.name), `${path}/value`, value)]
      : below({ ...spot, places: reached.places, path, name: member.name || spot.name }, scope)
  return groupRow(member, path, { spot, scope, reached, value })
}

interface Repeating {
  readonly spot: Spot
  readonly scope: LabelScope
  readonly reached: Reached
  /** Of an ELEMENT. */
  readonly value: Reached | undefined
}

function groupRow(
  member: Member,
  path: string,
  { spot, scope, reached, value }: Repeating,
): readonly Suggested[] {
  const label = scope.take(member.name, spot.name)
  const full = spot.full === '' ? label : `${spot.full}.${label}`
  if (full.length > LONGEST_GROUP) return []
  const own = openScope([])
  const members = value
    ? [valueRow(own.take('value', ''), '/value', value)]
    : below({ places: reached.places, path: '', name: member.name, full }, own)
  return members.length === 0 ? [] : [{ label, path, comment: reached.places[0]?.rmType ?? '', members }]
}

const valueRow = (label: string, path: string, { places, steps }: Reached): Suggested => ({
  label,
  path,
  comment: valueTypes(places, steps.at(-1)?.attribute ?? '')
    .slice(0, 3)
    .map(({ type }) => type)
    .join(' '),
})

/** As many rows as a definition may have; a group comes with its members or not at all. */
function flat(rows: readonly Suggested[], prefix: string, room: number): readonly LabelledPath[] {
  const made: LabelledPath[] = []
  for (const { label, path, comment, members } of rows) {
    const left = room - made.length
    if (members === undefined && left > 0) made.push({ add: `${prefix}${label}`, path, comment })
    if (members === undefined || left < 2) continue
    const inside = flat(members, `${prefix}${label}.`, left - 1)
    if (inside.length > 0) made.push({ add: `${prefix}${label}._root`, path, comment }, ...inside)
  }
  return made
}
