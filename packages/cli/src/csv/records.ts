/** Turns the rows of a spreadsheet into records of a datamap, with the faults of each cell. */
import { CellFault, type LabelCells, readCell, type Schema } from './cells.ts'
import type { CsvRow } from './parse.ts'

export interface RowFault {
  /** The line of the file, from 1. */
  readonly line: number
  readonly column: string
  readonly message: string
}

export interface RowRecord {
  readonly line: number
  /** The EHR that the row names; undefined where there is no such column. */
  readonly ehrId: string | undefined
  readonly subject: { readonly id: string; readonly namespace: string } | undefined
  readonly record: Readonly<Record<string, unknown>>
  readonly faults: readonly RowFault[]
}

/** Columns that say whose record a row is. */
const WHOSE = ['ehr_id', 'subject_id', 'subject_namespace'] as const

const PARTS = ['code', 'units', 'terminology']

/** A column of the file: a label, a part of one, or whose record it is. */
type Target =
  | { readonly kind: 'label'; readonly label: string; readonly part: string | undefined }
  | { readonly kind: 'whose'; readonly name: (typeof WHOSE)[number] }

const isWhose = (name: string): name is (typeof WHOSE)[number] => (WHOSE as readonly string[]).includes(name)

function targetOf(title: string, labels: ReadonlySet<string>): Target | undefined {
  if (labels.has(title)) return { kind: 'label', label: title, part: undefined }
  if (isWhose(title)) return { kind: 'whose', name: title }
  const dot = title.lastIndexOf('.')
  const [label, part] = [title.slice(0, dot), title.slice(dot + 1)]
  return dot > 0 && labels.has(label) && PARTS.includes(part) ? { kind: 'label', label, part } : undefined
}

export interface Sheet {
  /** Faults of the head: columns that the datamap does not have. */
  readonly faults: readonly RowFault[]
  readonly rows: readonly RowRecord[]
}

const isWritable = (schema: Schema): boolean => schema['readOnly'] !== true

/** `schema`: of the records of the datamap. The first row has the names of the columns. */
export function recordsOf([head, ...rows]: readonly CsvRow[], schema: Schema): Sheet {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>
  const labels = new Set(Object.keys(properties).filter(label => isWritable(properties[label] ?? {})))
  const titles = (head?.cells ?? []).map(title => title.trim())
  const targets = titles.map(title => targetOf(title, labels))
  const faults: RowFault[] = titles.flatMap((title, at) => {
    const twice = titles.indexOf(title) < at ? 'The column is there twice.' : undefined
    const message =
      title in properties && !labels.has(title)
        ? 'The server sets this field: take the column out.'
        : targets[at] === undefined
          ? `The datamap has no such column; it has ${[...labels].join(', ')}.`
          : twice
    return message === undefined ? [] : [{ line: head?.line ?? 1, column: title, message }]
  })

  const read = ({ line, cells }: CsvRow): RowRecord => {
    const texts = new Map<string, { text: string; parts: Record<string, string> }>()
    const whose: Record<string, string> = {}
    targets.forEach((target, at) => {
      const text = cells[at] ?? ''
      if (target?.kind === 'whose') whose[target.name] = text.trim()
      if (target?.kind !== 'label') return
      const known = texts.get(target.label) ?? { text: '', parts: {} }
      if (target.part === undefined) known.text = text
      else known.parts[target.part] = text.trim()
      texts.set(target.label, known)
    })
    const found: RowFault[] = []
    if (cells.length > titles.length)
      found.push({
        line,
        column: '',
        message: `The row has ${cells.length} cells, the head ${titles.length}.`,
      })
    const record: Record<string, unknown> = {}
    for (const [label, given] of texts) {
      const cell = readCell(properties[label] ?? {}, given satisfies LabelCells)
      if (cell instanceof CellFault)
        found.push({ line, column: label, message: `Expected ${cell.message}, found "${given.text}".` })
      else if (cell !== null) record[label] = cell
    }
    const { ehr_id: ehrId = '', subject_id: id = '', subject_namespace: namespace = '' } = whose
    return {
      line,
      ehrId: ehrId === '' ? undefined : ehrId,
      subject: id === '' ? undefined : { id, namespace },
      record,
      faults: found,
    }
  }
  return { faults, rows: rows.map(read) }
}
