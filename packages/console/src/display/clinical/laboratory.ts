/** Results of a laboratory: a row for each analyte, and analytes over time. */
import { type RangeFlag, type ValueView, valueView } from '../data-value.ts'
import { nodeIdOf, type RmObject, textAt, typeOf } from '../rm-object.ts'
import type { TimeStyle } from '../time.ts'
import type { ArchetypeDefinition, RowDefinition } from './definition.ts'
import { type FindDefinition, summarizeEntry } from './entry-summary.ts'
import { nodesOf, objectsAt } from './node-path.ts'

export interface AnalyteResult {
  /** The same in every report for one analyte in one unit. */
  readonly key: string
  readonly label: string
  readonly view: ValueView
  /** The text of the laboratory about the range. */
  readonly guidance?: ValueView
  readonly node: RmObject
}

const textOf = (value: RmObject | undefined): string => textAt(value, 'value') ?? ''

/** None where name or result is missing. */
export function analyteOf(node: RmObject, rows: RowDefinition, style: TimeStyle): AnalyteResult[] {
  const [result] = objectsAt(node, rows.result)
  const label = rows.label
    .flatMap(path => objectsAt(node, path))
    .map(textOf)
    .find(Boolean)
  if (!result || label === undefined) return []
  const [guidance] = rows.guidance === undefined ? [] : objectsAt(node, rows.guidance)
  const unit = typeOf(result) === 'DV_QUANTITY' ? (textAt(result, 'units') ?? '') : ''
  return [
    {
      key: `${label.toLowerCase()} ${unit}`,
      label,
      view: valueView(result, style),
      ...(guidance ? { guidance: valueView(guidance, style) } : {}),
      node,
    },
  ]
}

/** The analytes of an entry in the order of the report; none for an archetype without rows. */
export function analytesOf(
  entry: RmObject,
  definition: ArchetypeDefinition | undefined,
  style: TimeStyle,
): AnalyteResult[] {
  const rows = definition?.rows
  if (!rows) return []
  return nodesOf(entry, rows.archetypes).flatMap(node => analyteOf(node, rows, style))
}

export const flagOf = (view: ValueView): RangeFlag | undefined =>
  view.kind === 'quantity' ? view.flag : undefined

export const isAbnormal = (view: ValueView): boolean => {
  const flag = flagOf(view)
  return flag === 'above' || flag === 'below'
}

/** One report: its analytes at its time. */
export interface Report {
  /** Version uid of the composition. */
  readonly uid: string
  readonly time: string
  readonly name: string
  readonly results: readonly AnalyteResult[]
}

export interface AnalyteRow {
  readonly key: string
  readonly label: string
  /** By report, the newest first; undefined where it was not measured. */
  readonly cells: readonly (AnalyteResult | undefined)[]
}

export interface ResultMatrix {
  /** The newest first. */
  readonly reports: readonly Report[]
  readonly rows: readonly AnalyteRow[]
}

const newestFirst = (reports: readonly Report[]): Report[] =>
  reports.toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time))

/** Results of one analyte in one report, such as glucose after one hour and after two, are rows of their own. */
function withOwnKeys(report: Report): Report {
  const seen = new Map<string, number>()
  const results = report.results.map(result => {
    const number = (seen.get(result.key) ?? 0) + 1
    seen.set(result.key, number)
    return number === 1 ? result : { ...result, key: `${result.key} #${number}` }
  })
  return { ...report, results }
}

/** Analytes × reports: analytes in the order in which the newest reports have them. */
export function matrixOf(reports: readonly Report[]): ResultMatrix {
  const sorted = newestFirst(reports).map(withOwnKeys)
  const labels = new Map<string, string>()
  for (const { results } of sorted)
    for (const { key, label } of results) if (!labels.has(key)) labels.set(key, label)
  const byKey = sorted.map(({ results }) => new Map(results.map(result => [result.key, result])))
  const rows = [...labels].map(([key, label]) => ({
    key,
    label,
    cells: byKey.map(results => results.get(key)),
  }))
  return { reports: sorted, rows }
}

export interface AnalyteNow {
  readonly key: string
  readonly label: string
  readonly latest: AnalyteResult
  readonly report: Report
  readonly previous: { readonly result: AnalyteResult; readonly time: string } | undefined
  readonly points: readonly SparkPoint[]
}

interface SparkPoint {
  readonly time: number
  readonly value: number
}

/** The quantities of an analyte up to a report, in the order of time. */
function pointsOf(row: AnalyteRow, reports: readonly Report[], from: number): SparkPoint[] {
  return row.cells
    .flatMap((cell, index) => {
      const report = reports[index]
      if (index < from || cell?.view.kind !== 'quantity' || !report) return []
      return [{ time: Date.parse(report.time), value: cell.view.magnitude }]
    })
    .toReversed()
}

function analyteAt({ reports }: ResultMatrix, row: AnalyteRow, from: number): AnalyteNow[] {
  const at = row.cells.findIndex((cell, index) => index >= from && cell !== undefined)
  const [latest, report] = [row.cells[at], reports[at]]
  if (!latest || !report) return []
  const before = row.cells.findIndex((cell, index) => index > at && cell !== undefined)
  const [result, earlier] = [row.cells[before], reports[before]]
  return [
    {
      key: row.key,
      label: row.label,
      latest,
      report,
      previous: result && earlier ? { result, time: earlier.time } : undefined,
      points: pointsOf(row, reports, at),
    },
  ]
}

/** The latest value of each analyte, abnormal ones first, then by the time of the report. */
export function latestAnalytes(matrix: ResultMatrix): AnalyteNow[] {
  return matrix.rows
    .flatMap(row => analyteAt(matrix, row, 0))
    .toSorted(
      (a, b) =>
        Number(isAbnormal(b.latest.view)) - Number(isAbnormal(a.latest.view)) ||
        Date.parse(b.report.time) - Date.parse(a.report.time),
    )
}

/** The analytes of one report with their values before it, by key. */
export function analytesOfReport(matrix: ResultMatrix, uid: string): ReadonlyMap<string, AnalyteNow> {
  const at = matrix.reports.findIndex(report => report.uid === uid)
  const found = at < 0 ? [] : matrix.rows.flatMap(row => (row.cells[at] ? analyteAt(matrix, row, at) : []))
  return new Map(found.map(each => [each.key, each]))
}

/** An entry as a report; none where it has no results. Its name is that of the test, else that of the record. */
export function reportOf(
  entry: RmObject,
  record: Omit<Report, 'results'>,
  find: FindDefinition,
  style: TimeStyle,
): Report[] {
  const definition = find(nodeIdOf(entry))
  const results = analytesOf(entry, definition, style)
  if (results.length === 0) return []
  const test = summarizeEntry(entry, { find, style, now: '' })?.parts[0]
  return [{ ...record, name: test ?? record.name, results }]
}
