/** The compositions of an EHR by day, the newest first. */
import { dayKey } from '../../display/time.ts'

export interface RecordRow {
  readonly uid: string
  readonly name: string
  readonly template: string
  /** The start of the context; without one, the time of the commit. */
  readonly time: string
  readonly committed: string
  readonly committer: string
  readonly composer: string
  readonly category: string
}

export interface TimelineDay {
  readonly day: string
  readonly records: readonly RecordRow[]
}

export interface TimelineFilter {
  readonly template?: string | undefined
  readonly text?: string | undefined
}

const matches = ({ template, text }: TimelineFilter, row: RecordRow): boolean => {
  if (template !== undefined && row.template !== template) return false
  if (text === undefined || text.trim() === '') return true
  const wanted = text.trim().toLowerCase()
  return [row.name, row.template, row.composer, row.committer].some(each =>
    each.toLowerCase().includes(wanted),
  )
}

export function timelineOf(rows: readonly RecordRow[], filter: TimelineFilter, zone?: string): TimelineDay[] {
  const days = new Map<string, RecordRow[]>()
  const newestFirst = rows
    .filter(row => matches(filter, row))
    .toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time))
  for (const row of newestFirst) {
    const day = dayKey(row.time, zone)
    const records = days.get(day)
    if (records) records.push(row)
    else days.set(day, [row])
  }
  return [...days].map(([day, records]) => ({ day, records }))
}

/** Templates with their number of records, the most used first. */
export function templateCounts(rows: readonly RecordRow[]): { template: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { template } of rows) counts.set(template, (counts.get(template) ?? 0) + 1)
  return [...counts]
    .map(([template, count]) => ({ template, count }))
    .sort((a, b) => b.count - a.count || a.template.localeCompare(b.template))
}
