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
  readonly parts: readonly string[]
  /** Results outside of their range. */
  readonly abnormal: number
}

/** The entries of a composition, without the sections around them. */
export function entriesOf(composition: RmObject): readonly RmObject[] {
  const inside = (item: RmObject): readonly RmObject[] =>
    typeOf(item) === 'SECTION' ? listAt(item, 'items').flatMap(inside) : [item]
  return listAt(composition, 'content').flatMap(inside)
}

/** More entries or results of one sort are counted. */
const MOST_SHOWN = 4

const shortened = (texts: readonly string[]): string => {
  const rest = texts.length - MOST_SHOWN
  return rest > 0 ? `${texts.slice(0, MOST_SHOWN).join(', ')} +${rest}` : texts.join(', ')
}

const MARKS = { above: '▲', below: '▼', within: '' } as const

const resultText = ({ label, view }: AnalyteResult): string =>
  [MARKS[flagOf(view) ?? 'within'], label, valueText(view)].filter(Boolean).join(' ')

/** Abnormal results first: they are what the line is read for. */
function resultsText(results: readonly AnalyteResult[]): string {
  const abnormal = results.filter(({ view }) => isAbnormal(view))
  const others = results.filter(({ view }) => !isAbnormal(view))
  return shortened([...abnormal, ...others].map(resultText))
}

interface Told {
  readonly entry: RmObject
  readonly summary: EntrySummary | undefined
}

function groupText(group: readonly Told[], results: readonly AnalyteResult[]): string {
  const [first] = group
  if (!first?.summary) return nameOf(first?.entry)
  const { parts, readings } = first.summary
  if (results.length > 0) return [parts.join(', '), resultsText(results)].filter(Boolean).join(': ')
  if (group.length > 1)
    return shortened(group.map(({ summary, entry }) => summary?.parts[0] ?? nameOf(entry)))
  const line = parts.join(', ')
  return readings.length > 1 ? `${line} (+${readings.length - 1})` : line
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
    parts: told.map((group, index) => groupText(group, results[index] ?? [])).filter(Boolean),
    abnormal: results.flat().filter(({ view }) => isAbnormal(view)).length,
  }
}
