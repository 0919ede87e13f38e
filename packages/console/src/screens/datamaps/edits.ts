/** Cells that were changed and not yet written, and what they make of their records. */
import type { RmObject } from '../../display/rm-object.ts'
import { cellText, type DatamapColumn } from './columns.ts'

/** By uid of the record, then by label. */
export type Edits = ReadonlyMap<string, ReadonlyMap<string, unknown>>

export const NO_EDITS: Edits = new Map()

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** A cell that is as it was is no change. */
export function withEdit(edits: Edits, record: RmObject, label: string, cell: unknown): Edits {
  const uid = String(record['uid'])
  const own = new Map(edits.get(uid) ?? [])
  if (isSame(record[label], cell)) own.delete(label)
  else own.set(label, cell)
  const all = new Map(edits)
  if (own.size === 0) all.delete(uid)
  else all.set(uid, own)
  return all
}

export const cellAt = (edits: Edits, record: RmObject, label: string): unknown => {
  const own = edits.get(String(record['uid']))
  return own?.has(label) ? own.get(label) : record[label]
}

export const isEdited = (edits: Edits, record: RmObject, label: string): boolean =>
  edits.get(String(record['uid']))?.has(label) === true

/** The record as the server wants it: every column, since one that is left out is emptied. */
export function bodyOf(
  columns: readonly DatamapColumn[],
  record: RmObject,
  edits: Edits,
): Record<string, unknown> {
  return Object.fromEntries(columns.map(({ label }) => [label, cellAt(edits, record, label) ?? null]))
}

export interface ChangeLine {
  readonly key: string
  readonly record: string
  readonly label: string
  readonly before: string
  readonly after: string
}

/** The changes that will be written, in words. */
export function changeLines(edits: Edits, records: ReadonlyMap<string, RmObject>): ChangeLine[] {
  return [...edits].flatMap(([uid, own]) => {
    const record = records.get(uid)
    return [...own].map(([label, cell]) => ({
      key: `${uid} ${label}`,
      record: String(record?.['subject_id'] ?? uid),
      label,
      before: cellText(record?.[label]),
      after: cellText(cell),
    }))
  })
}
