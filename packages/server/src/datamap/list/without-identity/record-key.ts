/** The keys that a record is filtered and ordered by, read from its document: the same as those of the store. */
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import { NUMBER, numberBeside } from '../../../roots/index.ts'
import type { CellObject } from '../../model.ts'
import { firstAt } from '../../record.ts'
import { leavesOfType } from '../column-key.ts'
import type { Field } from '../fields.ts'

export type Key = number | string | boolean

export interface RecordKey {
  /** Undefined if the record shows nothing there. */
  readonly key: Key | undefined
  /** Of a coded value. */
  readonly code: string | undefined
}

/** A record without identity, and the document that it shows. */
export interface ShownRecord {
  readonly fields: CellObject
  readonly document: RmObject
}

const isKey = (value: unknown): value is Key =>
  typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'

const leafAt = (value: RmObject, below: readonly string[]): unknown =>
  below.reduce<unknown>((at, name) => (isRmObject(at) ? at[name] : undefined), value)

function numberIn(value: RmObject, type: string): number | undefined {
  const found = numberBeside(value, type)
  return found === undefined ? undefined : Number(typeof found === 'object' ? found.decimal : found)
}

function keyOfValue(value: unknown): RecordKey {
  if (!isRmObject(value)) return { key: isKey(value) ? value : undefined, code: undefined }
  const type = value._type ?? ''
  const leaves = leavesOfType(type)
  const key = leaves.key?.[0] === NUMBER ? numberIn(value, type) : leaves.key && leafAt(value, leaves.key)
  const code = leaves.code && leafAt(value, leaves.code)
  return { key: isKey(key) ? key : undefined, code: typeof code === 'string' ? code : undefined }
}

export function recordKey(field: Field, { fields, document }: ShownRecord): RecordKey {
  if (field.of === 'column') return keyOfValue(firstAt(document, field.column.steps))
  return keyOfValue(fields[field.name])
}

/** Texts by code point, as the store has them. */
export const compareKeys = (a: Key, b: Key): number =>
  typeof a === 'string' && typeof b === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(b))
    : Number(a) - Number(b)
