/** Makes a first definition from a template: all its values, with repeating nodes as groups and readable labels. */
import { parsePath } from '@cairn-ehr/openehr/path'
import { isA } from '@cairn-ehr/openehr/rm'
import type { Template } from '@cairn-ehr/openehr/template'
import { type Definition, FIXED_FIELDS, type LabelledPath } from '../model.ts'
import { followPath, isPathFault, type PathEnd } from './follow-path.ts'
import { type LabelScope, openScope } from './label-scope.ts'
import { MOST_PATHS } from './labels.ts'
import { type Member, membersOf } from './members.ts'
import { isStructure, positionOf, type TemplatePosition } from './template-position.ts'
import { valueTypes } from './value-types.ts'

/** A row, or a group with its rows. */
interface SuggestedRow {
  readonly label: string
  readonly path: string
  readonly comment: string
  readonly members?: readonly SuggestedRow[]
}

/** Attributes that a template may constrain but that are of no use in a table. */
const SKIPPED_ATTRIBUTES: ReadonlySet<string> = new Set([
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

/** Attributes of the reference model that are worth a column, by class. */
const USUAL_COLUMNS: readonly { readonly owner: string; readonly step: string; readonly label: string }[] = [
  { owner: 'COMPOSITION', step: 'context/start_time', label: 'start time' },
  { owner: 'COMPOSITION', step: 'composer/name', label: 'composer' },
  { owner: 'EVENT', step: 'time', label: 'time' },
  { owner: 'ACTION', step: 'time', label: 'time' },
  { owner: 'ACTION', step: 'ism_transition/current_state', label: 'current state' },
  { owner: 'INSTRUCTION', step: 'narrative', label: 'narrative' },
]

/** Longest label of a group, so that labels of its members still fit. */
const LONGEST_GROUP = 400

export function suggestDefinition({ templateId, definition }: Template): Definition {
  const start = [positionOf(definition)]
  const rows = suggestBelow({ places: start, path: '', name: '', full: '' }, openScope(FIXED_FIELDS))
  return { template: templateId, paths: flattenRows(rows, '', MOST_PATHS) }
}

/** The current position: `path` from the group's node, `name` of the nearest node, `full` label of the group. */
interface WalkPosition {
  readonly places: readonly TemplatePosition[]
  readonly path: string
  readonly name: string
  readonly full: string
}

function suggestBelow(spot: WalkPosition, scope: LabelScope): readonly SuggestedRow[] {
  const usual = USUAL_COLUMNS.filter(({ owner }) => spot.places.some(({ rmType }) => isA(rmType, owner)))
  const known = new Set(usual.map(({ step }) => step))
  const members = distinctMembers(spot.places).filter(
    ({ attribute, step }) => !SKIPPED_ATTRIBUTES.has(attribute) && !known.has(step),
  )
  return [
    ...usual.flatMap(({ step, label }) => {
      const reached = enter(spot.places, step)
      return reached ? [valueRow(scope.take(label, spot.name), `${spot.path}/${step}`, reached)] : []
    }),
    ...members.flatMap(member => suggestRows(member, spot, scope)),
  ]
}

const distinctMembers = (places: readonly TemplatePosition[]): readonly Member[] => [
  ...new Map(places.flatMap(membersOf).map(member => [member.step, member])).values(),
]

function enter(places: readonly TemplatePosition[], step: string): PathEnd | undefined {
  const reached = followPath(places, parsePath(step).steps)
  return isPathFault(reached) ? undefined : reached
}

function suggestRows(member: Member, spot: WalkPosition, scope: LabelScope): readonly SuggestedRow[] {
  const reached = enter(spot.places, member.step)
  if (reached === undefined) return []
  const path = `${spot.path}/${member.step}`
  const repeats = reached.max === undefined || reached.max > 1
  const [{ rmType }] = reached.places as [TemplatePosition]
  const inner = isStructure(rmType)
  if (!inner && rmType !== 'ELEMENT') return [valueRow(scope.take(member.name, spot.name), path, reached)]
  const value = inner ? undefined : enter(reached.places, 'value')
  if (!inner && value === undefined) return []
  if (!repeats)
    return value
      ? [valueRow(scope.take(member.name, spot.name), `${path}/value`, value)]
      : suggestBelow({ ...spot, places: reached.places, path, name: member.name || spot.name }, scope)
  return groupRow(member, path, { spot, scope, reached, value })
}

interface Repeating {
  readonly spot: WalkPosition
  readonly scope: LabelScope
  readonly reached: PathEnd
  /** The value of an ELEMENT. */
  readonly value: PathEnd | undefined
}

function groupRow(
  member: Member,
  path: string,
  { spot, scope, reached, value }: Repeating,
): readonly SuggestedRow[] {
  const label = scope.take(member.name, spot.name)
  const full = spot.full === '' ? label : `${spot.full}.${label}`
  if (full.length > LONGEST_GROUP) return []
  const own = openScope([])
  const members = value
    ? [valueRow(own.take('value', ''), '/value', value)]
    : suggestBelow({ places: reached.places, path: '', name: member.name, full }, own)
  return members.length === 0 ? [] : [{ label, path, comment: reached.places[0]?.rmType ?? '', members }]
}

const valueRow = (label: string, path: string, { places, steps }: PathEnd): SuggestedRow => ({
  label,
  path,
  comment: valueTypes(places, steps.at(-1)?.attribute ?? '')
    .slice(0, 3)
    .map(({ type }) => type)
    .join(' '),
})

/** Limits the rows to the number that a definition may have; a group is added only with at least one member. */
function flattenRows(rows: readonly SuggestedRow[], prefix: string, room: number): readonly LabelledPath[] {
  const made: LabelledPath[] = []
  for (const { label, path, comment, members } of rows) {
    const left = room - made.length
    if (members === undefined && left > 0) made.push({ add: `${prefix}${label}`, path, comment })
    if (members === undefined || left < 2) continue
    const inside = flattenRows(members, `${prefix}${label}.`, left - 1)
    if (inside.length > 0) made.push({ add: `${prefix}${label}._root`, path, comment }, ...inside)
  }
  return made
}
