/** A record in one line: the lines of its entries, and the names of those that no definition tells. */
import { valueText } from '../data-value.ts'
import { listAt, nameOf, type RmObject, typeOf } from '../rm-object.ts'
import type { EntryKind } from './definition.ts'
import { type EntrySummary, type SummaryOptions, summarizeEntry } from './entry-summary.ts'
import { type AnalyteResult, analytesOf, flagOf, isAbnormal } from './laboratory.ts'

export interface RecordSummary {
  /** A name of the table of icons. */
  readonly icon: string
  readonly kinds: readonly EntryKind[]
  readonly parts: readonly RecordPart[]
}

interface RecordPart {
  readonly text: string
  /** The result is outside of its range. */
  readonly flag?: 'above' | 'below'
}

/** The entries of a composition, without the sections around them. */
export function entriesOf(composition: RmObject): readonly RmObject[] {
  const inside = (item: RmObject): readonly RmObject[] =>
    typeOf(item) === 'SECTION' ? listAt(item, 'items').flatMap(inside) : [item]
  return listAt(composition, 'content').flatMap(inside)
}

/** More entries or results of one sort are counted. */
const MOST_SHOWN = 4

function shortened(parts: readonly RecordPart[], total = parts.length): RecordPart[] {
  const shown = parts.slice(0, MOST_SHOWN)
  return shown.length < total ? [...shown, { text: `+${total - shown.length}` }] : shown
}

const MARKS = { above: '▲ ', below: '▼ ' } as const

function resultPart({ label, view }: AnalyteResult): RecordPart {
  const flag = flagOf(view)
  const text = `${label} ${valueText(view)}`
  return flag === 'above' || flag === 'below' ? { text: `${MARKS[flag]}${text}`, flag } : { text }
}

/** Abnormal results are what the line is read for: where there are any, the others are counted. */
function resultParts(results: readonly AnalyteResult[]): RecordPart[] {
  const abnormal = results.filter(({ view }) => isAbnormal(view))
  return shortened((abnormal.length > 0 ? abnormal : results).map(resultPart), results.length)
}

interface Told {
  readonly entry: RmObject
  readonly summary: EntrySummary | undefined
}

function groupParts(group: readonly Told[], results: readonly AnalyteResult[]): RecordPart[] {
  const [first] = group
  if (!first?.summary) return [{ text: nameOf(first?.entry) }]
  const { parts, readings } = first.summary
  if (results.length > 0) return [{ text: parts.join(', ') }, ...resultParts(results)]
  if (group.length > 1)
    return shortened(group.map(({ summary, entry }) => ({ text: summary?.parts[0] ?? nameOf(entry) })))
  const line = parts.join(', ')
  return [{ text: readings.length > 1 ? `${line} (+${readings.length - 1})` : line }]
}

export function summarizeRecord(composition: RmObject, options: SummaryOptions): RecordSummary {
  const groups = new Map<unknown, Told[]>()
  for (const entry of entriesOf(composition)) {
    const told = { entry, summary: summarizeEntry(entry, options) }
    const key = told.summary?.definition ?? nameOf(entry)
    groups.set(key, [...(groups.get(key) ?? []), told])
  }
  const told = [...groups.values()]
  const definitions = told.flatMap(([first]) => first?.summary?.definition ?? [])
  const results = told.map(group =>
    group.flatMap(({ entry, summary }) => analytesOf(entry, summary?.definition, options.style)),
  )
  return {
    icon: definitions[0]?.icon ?? 'record',
    kinds: [...new Set(definitions.map(({ kind }) => kind))],
    parts: told
      .flatMap((group, index) => groupParts(group, results[index] ?? []))
      .filter(({ text }) => text !== ''),
  }
}
