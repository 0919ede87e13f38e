/** Rewrites findings about a composition for clients that know only labels: each names the column that shows its path. */
import { type Finding, Problem } from '@cairn-ehr/openehr'
import { flatFindings } from '@cairn-ehr/openehr/format'
import { type Match, parsePath, resolveSteps, type Step } from '@cairn-ehr/openehr/path'
import { isA, isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import type { Template } from '@cairn-ehr/openehr/template'
import type { Column, DatamapStep, GroupColumn, ValueColumn } from '../model.ts'
import { allAt, membersAt } from '../record.ts'

/** A step of the finding's path, with the node that it leads to, if there is one. */
interface PathStep {
  readonly step: Step
  readonly node: unknown
}

interface ColumnName {
  readonly label: string
  /** ` (row 2)`, once for each group on the way. */
  readonly where: string
}

/** Returns undefined if the path does not lead into the data. */
function placesOf(path: string, composition: RmObject): readonly PathStep[] | undefined {
  try {
    let found: readonly Match[] = [{ value: composition, path: '' }]
    return parsePath(path).steps.map(step => {
      found = resolveSteps([step], found)
      return { step, node: found[0]?.value }
    })
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

function idOf({ predicate }: Step): { readonly id?: string; readonly name?: string } {
  if (predicate?.kind !== 'node' || predicate.id.kind === 'parameter') return {}
  const { id, name } = predicate
  return {
    id: id.value,
    ...(name?.kind === 'literal' && typeof name.value === 'string' ? { name: name.value } : {}),
  }
}

const differ = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a !== b

function isSameStep({ attribute, nodeId, name }: DatamapStep, step: Step): boolean {
  const told = idOf(step)
  return attribute === step.attribute && !differ(nodeId, told.id) && !differ(name, told.name)
}

const isAlong = (steps: readonly DatamapStep[], places: readonly PathStep[]): boolean =>
  steps.slice(0, places.length).every((step, index) => {
    const place = places[index]
    return place !== undefined && isSameStep(step, place.step)
  })

/** A column shows the first of several nodes, so findings about the others do not concern it. */
function isFirst(from: unknown, steps: readonly DatamapStep[], places: readonly PathStep[]): boolean {
  let holder = from
  return steps.slice(0, places.length).every((step, index) => {
    const node = places[index]?.node
    const [first] = membersAt(holder, step)
    holder = first
    return node === undefined || first === undefined || Array.isArray(node) || node === first
  })
}

/** Classes whose parts belong together: a finding about the whole concerns the part that is shown. */
const WHOLES = ['DATA_VALUE', 'PARTY_PROXY', 'OBJECT_ID', 'OBJECT_REF']

const isWhole = (node: unknown): boolean =>
  isRmObject(node) && WHOLES.some(type => isA(node._type ?? '', type))

/** True if the path is at the value, inside it, at its empty ELEMENT, or at the whole that it is a part of. */
function shows({ steps }: ValueColumn, from: unknown, places: readonly PathStep[]): boolean {
  const isAbove = steps.at(-1)?.attribute === 'value' || isWhole(places.at(-1)?.node)
  const least = isAbove ? steps.length - 1 : steps.length
  return places.length >= Math.max(least, 1) && isAlong(steps, places) && isFirst(from, steps, places)
}

function inGroup(column: GroupColumn, from: unknown, places: readonly PathStep[]): ColumnName | undefined {
  const { steps, fullLabel, columns } = column
  const place = places[steps.length - 1]
  if (!place || !isAlong(steps, places)) return undefined
  const row = allAt(from, steps).indexOf(place.node)
  const where = row < 0 ? '' : ` (row ${row + 1})`
  const inner = row < 0 ? undefined : columnFor(columns, place.node, places.slice(steps.length))
  return { label: inner?.label ?? fullLabel, where: `${where}${inner?.where ?? ''}` }
}

function columnFor(
  columns: readonly Column[],
  from: unknown,
  places: readonly PathStep[],
): ColumnName | undefined {
  const [deepest] = columns
    .filter((column): column is ValueColumn => column.kind === 'value' && shows(column, from, places))
    .toSorted((a, b) => b.steps.length - a.steps.length)
  if (deepest) return { label: deepest.fullLabel, where: '' }
  for (const column of columns) {
    const found = column.kind === 'group' ? inGroup(column, from, places) : undefined
    if (found) return found
  }
  return undefined
}

/** For a missing node, returns the first column that needs it. */
const missingFor = (columns: readonly Column[], places: readonly PathStep[]): ColumnName | undefined => {
  const column =
    places.at(-1)?.node === undefined && places.length > 0
      ? columns.find(({ steps }) => steps.length > places.length && isAlong(steps, places))
      : undefined
  return column && { label: column.fullLabel, where: '' }
}

const MISSING = /\.lower$|^rm\.mandatory$/

/** The path of a finding becomes the label of its column; without one, the FLAT path, which names the nodes. */
export function withLabels(
  findings: readonly Finding[],
  columns: readonly Column[],
  composition: RmObject,
  template: Template,
): readonly Finding[] {
  const keyed = flatFindings(template, composition, findings)
  return findings.map((finding, at) => {
    const places = placesOf(finding.path, composition)
    if (!places) return finding
    const missing = MISSING.test(finding.code)
    const worded =
      columnFor(columns, composition, places) ?? (missing ? missingFor(columns, places) : undefined)
    if (!worded) return keyed[at] ?? finding
    const isAbsent = missing && places.at(-1)?.node === undefined
    const message = isAbsent ? 'A value is required' : finding.message
    return { ...finding, path: worded.label, message: `${message}${worded.where}`, rm_path: finding.path }
  })
}
