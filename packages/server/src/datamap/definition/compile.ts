/** Holds a definition to its template: a datamap that can be read and written through, or all faults at once. */
import { type Finding, Problem } from '@cairn/openehr'
import { type Path, parsePath } from '@cairn/openehr/path'
import { isA } from '@cairn/openehr/rm'
import type { Template } from '@cairn/openehr/template'
import { Refusal } from '../../refusal/index.ts'
import type { Column, Datamap, Definition, GroupColumn, ValueColumn } from '../model.ts'
import { follow, isStrayed, type Reached } from './follow.ts'
import { type Hints, openHints, valuePaths } from './hints.ts'
import { arrange, type Draft, pointerTo } from './labels.ts'
import { descriptionOf, isStructure, isValue, nameOf, type Place, placeOf } from './place.ts'
import { valueTypes } from './value-types.ts'

/** Throws `datamap.invalid` with all faults. */
export function compileDatamap(
  definition: Definition,
  { template }: { readonly template: Template },
): Datamap {
  const { datamap, findings } = checkDatamap(definition, template)
  if (findings.length > 0) throw invalidDatamap(findings)
  return datamap
}

export const invalidDatamap = (findings: readonly Finding[]): Refusal =>
  new Refusal(
    'datamap.invalid',
    `The datamap has ${findings.length === 1 ? 'a fault' : `${findings.length} faults`}: ${findings[0]?.message ?? ''}`,
    findings,
  )

/** The datamap as far as it could be compiled, and all faults. */
export function checkDatamap(
  definition: Definition,
  template: Template,
): { readonly datamap: Datamap; readonly findings: readonly Finding[] } {
  const { drafts, findings } = arrange(definition)
  const root = template.definition
  const faults: Finding[] = [...findings]
  const wrongRoot = rootFault(template)
  if (wrongRoot) faults.push(wrongRoot)
  const compiling: Compiling = { faults, hints: openHints() }
  const columns = wrongRoot ? [] : columnsOf(drafts, [placeOf(root)], compiling)
  return {
    datamap: { templateId: template.templateId, title: template.concept, columns } satisfies Datamap,
    findings: faults.toSorted((a, b) => rowIn(a) - rowIn(b)),
  }
}

const rowIn = ({ path }: Finding): number => Number(/^\/paths\/(\d+)/.exec(path)?.[1] ?? -1)

/** What a template must be of, to be shown as a table of records. */
export function rootFault({ templateId, definition: { rmType } }: Template): Finding | undefined {
  if (isA(rmType, 'COMPOSITION')) return undefined
  return {
    path: '/template',
    code: 'datamap.template',
    message: `A datamap shows compositions, and the template "${templateId}" is of a ${rmType}.`,
  }
}

interface Compiling {
  readonly faults: Finding[]
  readonly hints: Hints
}

const columnsOf = (
  drafts: readonly Draft[],
  start: readonly Place[],
  compiling: Compiling,
): readonly Column[] => drafts.flatMap(draft => columnOf(draft, start, compiling) ?? [])

function columnOf(draft: Draft, start: readonly Place[], compiling: Compiling): Column | undefined {
  const path = pathOf(draft, compiling)
  const reached = path && reach(draft, path, start, compiling)
  if (reached === undefined) return undefined
  return draft.members === undefined
    ? valueColumn(draft, reached, compiling)
    : groupColumn(draft, draft.members, reached, compiling)
}

function pathOf(draft: Draft, { faults }: Compiling): Path | undefined {
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
  draft: Draft,
  path: Path,
  start: readonly Place[],
  { faults, hints }: Compiling,
): Reached | undefined {
  const reached = follow(start, path.steps)
  if (!isStrayed(reached)) return reached
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

/** So many of the values below a node are named. */
const MOST_NAMED = 10

function valueColumn(draft: Draft, reached: Reached, { faults }: Compiling): ValueColumn | undefined {
  const structures = reached.places.filter(({ rmType }) => isStructure(rmType))
  if (structures.length > 0) {
    const below = [...valuePaths(reached.places, MOST_NAMED)].map(path => `${draft.path}${path}`)
    const values = below.length === 0 ? '' : ` Values below it: ${below.join(', ')}.`
    faults.push(
      fault(
        draft,
        'datamap.path.no_value',
        `the path ends at a ${structures[0]?.rmType}, which is no value; label it "${draft.fullLabel}._root" to make it a group.${values}`,
      ),
    )
    return undefined
  }
  const end = shownValue(reached)
  return {
    kind: 'value',
    ...labelled(draft, end),
    types: valueTypes(end.places, end.steps.at(-1)?.attribute ?? ''),
    required: end.min > 0,
    always: end.always,
    first: end.max === undefined || end.max > 1,
  }
}

/** A path to an ELEMENT is short for its value. */
function shownValue(reached: Reached): Reached {
  if (!reached.places.every(({ rmType }) => rmType === 'ELEMENT')) return reached
  const value = follow(reached.places, [{ attribute: 'value' }])
  if (isStrayed(value)) return reached
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
  draft: Draft,
  members: readonly Draft[],
  reached: Reached,
  compiling: Compiling,
): GroupColumn | undefined {
  const value = reached.places.find(({ rmType }) => isValue(rmType))
  if (value !== undefined) {
    compiling.faults.push(
      fault(
        draft,
        'datamap.group',
        `the path of a group ends at a node that holds others, and this one ends at a ${value.rmType}`,
      ),
    )
    return undefined
  }
  return {
    kind: 'group',
    ...labelled(draft, reached),
    min: reached.min,
    max: reached.max,
    columns: columnsOf(members, reached.places, compiling),
  }
}

/** Called as the last node on the way is, and by the attributes that follow it: "Any event time", "Composer name". */
function labelled(draft: Draft, { steps, named }: Reached) {
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
    title: capital(words.join(' ')) || draft.label,
    ...(description === undefined ? {} : { description }),
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const fault = (draft: Draft, code: string, why: string): Finding => ({
  path: pointerTo(draft.index, 'path'),
  code,
  message: `"${draft.fullLabel}": ${why}${/[.?]$/.test(why) ? '' : '.'}`,
  found: draft.path,
})
