/** Compiles a definition with its template to a datamap, or reports all its faults together. */
import { type Finding, Problem } from '@cairn-ehr/openehr'
import { type Path, parsePath } from '@cairn-ehr/openehr/path'
import { isA } from '@cairn-ehr/openehr/rm'
import type { Template } from '@cairn-ehr/openehr/template'
import { Refusal } from '../../refusal/index.ts'
import type { Column, Datamap, Definition, GroupColumn, ValueColumn } from '../model.ts'
import { followPath, isPathFault, type PathEnd } from './follow-path.ts'
import { type Hints, openHints, valuePaths } from './hints.ts'
import { arrangeLabels, type ColumnDraft, pointerTo } from './labels.ts'
import {
  descriptionOf,
  isStructure,
  isValue,
  nameOf,
  positionOf,
  type TemplatePosition,
} from './template-position.ts'
import { valueTypes } from './value-types.ts'

export const invalidDatamap = (findings: readonly Finding[]): Refusal =>
  new Refusal(
    'datamap.invalid',
    `The datamap has ${findings.length === 1 ? 'a fault' : `${findings.length} faults`}: ${findings[0]?.message ?? ''}`,
    findings,
  )

/** Compiles as far as possible, and returns all faults too. */
export function checkDatamap(
  definition: Definition,
  template: Template,
): { readonly datamap: Datamap; readonly findings: readonly Finding[] } {
  const { drafts, findings } = arrangeLabels(definition)
  const root = template.definition
  const faults: Finding[] = [...findings]
  const wrongRoot = rootFault(template)
  if (wrongRoot) faults.push(wrongRoot)
  const compiling: CompileContext = { faults, hints: openHints() }
  const columns = wrongRoot ? [] : columnsOf(drafts, [positionOf(root)], compiling)
  return {
    datamap: {
      templateId: template.templateId,
      title: template.concept,
      ...(isA(root.rmType, 'PARTY') ? { party: root.rmType } : {}),
      columns,
    } satisfies Datamap,
    findings: faults.toSorted((a, b) => rowIn(a) - rowIn(b)),
  }
}

const rowIn = ({ path }: Finding): number => Number(/^\/paths\/(\d+)/.exec(path)?.[1] ?? -1)

/** Only a template of a COMPOSITION or of a party can be shown as a table. */
export function rootFault({ templateId, definition: { rmType } }: Template): Finding | undefined {
  if (isA(rmType, 'COMPOSITION') || isA(rmType, 'PARTY')) return undefined
  return {
    path: '/template',
    code: 'datamap.template',
    message: `A datamap shows compositions or parties, but the template "${templateId}" is for a ${rmType}.`,
  }
}

interface CompileContext {
  readonly faults: Finding[]
  readonly hints: Hints
}

const columnsOf = (
  drafts: readonly ColumnDraft[],
  start: readonly TemplatePosition[],
  compiling: CompileContext,
): readonly Column[] => drafts.flatMap(draft => columnOf(draft, start, compiling) ?? [])

function columnOf(
  draft: ColumnDraft,
  start: readonly TemplatePosition[],
  compiling: CompileContext,
): Column | undefined {
  const path = pathOf(draft, compiling)
  const reached = path && reach(draft, path, start, compiling)
  if (reached === undefined) return undefined
  return draft.members === undefined
    ? valueColumn(draft, reached, compiling)
    : groupColumn(draft, draft.members, reached, compiling)
}

function pathOf(draft: ColumnDraft, { faults }: CompileContext): Path | undefined {
  try {
    const path = parsePath(draft.path)
    if (path.predicate === undefined && path.steps.length > 0) return path
    faults.push(fault(draft, 'datamap.path.malformed', 'it begins with an attribute, such as /content'))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    faults.push(fault(draft, 'datamap.path.malformed', error.message))
  }
  return undefined
}

function reach(
  draft: ColumnDraft,
  path: Path,
  start: readonly TemplatePosition[],
  { faults, hints }: CompileContext,
): PathEnd | undefined {
  const reached = followPath(start, path.steps)
  if (!isPathFault(reached)) return reached
  const hint = hints(start, path, reached)
  faults.push({
    ...fault(
      draft,
      `datamap.path.${reached.code}`,
      `${reached.message}${hint === undefined ? '' : ` Did you mean ${hint}?`}`,
    ),
    ...(hint === undefined ? {} : { expected: hint }),
  })
  return undefined
}

/** Most values below a node that a message lists. */
const MOST_NAMED = 10

function valueColumn(
  draft: ColumnDraft,
  reached: PathEnd,
  { faults }: CompileContext,
): ValueColumn | undefined {
  const structures = reached.places.filter(({ rmType }) => isStructure(rmType))
  if (structures.length > 0) {
    const below = [...valuePaths(reached.places, MOST_NAMED)].map(path => `${draft.path}${path}`)
    const values = below.length === 0 ? '' : ` Values below it: ${below.join(', ')}.`
    faults.push(
      fault(
        draft,
        'datamap.path.no_value',
        `the path ends at a ${structures[0]?.rmType}, which is not a value; label it "${draft.fullLabel}._root" to make it a group.${values}`,
      ),
    )
    return undefined
  }
  const end = elementValue(reached)
  return {
    kind: 'value',
    ...labelOf(draft, end),
    types: valueTypes(end.places, end.steps.at(-1)?.attribute ?? ''),
    required: end.min > 0,
    always: end.always,
    first: end.max === undefined || end.max > 1,
  }
}

/** A path to an ELEMENT means its value. */
function elementValue(reached: PathEnd): PathEnd {
  if (!reached.places.every(({ rmType }) => rmType === 'ELEMENT')) return reached
  const value = followPath(reached.places, [{ attribute: 'value' }])
  if (isPathFault(value)) return reached
  return {
    ...value,
    steps: [...reached.steps, ...value.steps],
    ...(reached.named === undefined ? {} : { named: reached.named }),
    min: reached.min * value.min,
    max: reached.max,
    always: false,
  }
}

function groupColumn(
  draft: ColumnDraft,
  members: readonly ColumnDraft[],
  reached: PathEnd,
  compiling: CompileContext,
): GroupColumn | undefined {
  const value = reached.places.find(({ rmType }) => isValue(rmType))
  if (value !== undefined) {
    compiling.faults.push(
      fault(
        draft,
        'datamap.group',
        `the path of a group must end at a node that contains others, but this one ends at a ${value.rmType}`,
      ),
    )
    return undefined
  }
  return {
    kind: 'group',
    ...labelOf(draft, reached),
    min: reached.min,
    max: reached.max,
    columns: columnsOf(members, reached.places, compiling),
  }
}

/** Makes a title from the name of the last node and the attributes after it: "Any event time", "Composer name". */
function labelOf(draft: ColumnDraft, { steps, named }: PathEnd) {
  const node = steps.findLastIndex(({ nodeId }) => nodeId !== undefined)
  const after = steps.slice(node + 1).map(({ attribute }) => attribute.replaceAll('_', ' '))
  const isNode = after.length === 0 || (after.length === 1 && named?.rmType === 'ELEMENT')
  const words = named === undefined ? after : [nameOf(named), ...(isNode ? [] : after)]
  const description = isNode && named !== undefined ? descriptionOf(named) : undefined
  return {
    label: draft.label,
    fullLabel: draft.fullLabel,
    steps,
    path: draft.path,
    title: capitalise(words.join(' ')) || draft.label,
    ...(description === undefined ? {} : { description }),
  }
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const fault = (draft: ColumnDraft, code: string, why: string): Finding => ({
  path: pointerTo(draft.index, 'path'),
  code,
  message: `"${draft.fullLabel}": ${why}${/[.?]$/.test(why) ? '' : '.'}`,
  found: draft.path,
})
