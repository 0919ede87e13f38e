/** Makes seals: HMAC-SHA-256 over the RFC 8785 form, with a key that the database does not have. */
import { createHmac } from 'node:crypto'
import { canonicalize } from '@cairn-ehr/openehr/format'

/** Derived from the secret key of the installation. */
export type SealKey = Buffer

/** Rows of an object by table, as the database prints them. */
export type SealedRows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** The first member distinguishes the three uses of the key. */
const macOf = (key: SealKey, value: readonly unknown[]): Buffer =>
  createHmac('sha256', key).update(canonicalize(value)).digest()

const withoutNulls = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

/** Rows have no order in the database. */
const inOrder = (rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] =>
  rows.map(row => canonicalize(withoutNulls(row))).sort()

/** Seals the rows of an object. A table without rows is left out, so that a table can be added later. */
export const contentSeal = (key: SealKey, kind: string, id: string, rows: SealedRows): Buffer =>
  macOf(key, [
    'content',
    kind,
    id,
    Object.fromEntries(
      Object.entries(rows).flatMap(([table, each]) => (each.length > 0 ? [[table, inOrder(each)]] : [])),
    ),
  ])

/** One change of a sealed object. */
export interface StateSeal {
  readonly number: number
  readonly kind: string
  readonly id: string
  /** Null: the object was removed. */
  readonly content: Buffer | null
}

/** Seals a change and all changes before it. */
export const chainSeal = (
  key: SealKey,
  { number, kind, id, content }: StateSeal,
  before: Buffer | undefined,
): Buffer =>
  macOf(key, ['chain', number, kind, id, content?.toString('hex') ?? null, before?.toString('hex') ?? null])

export interface SealedTag {
  readonly version: number
  readonly key: string
  readonly target_path: string
  readonly value: string | null
  readonly position: number
}

/** Seals all tags of an object. An object has one id in all EHRs, so a merge leaves the seal valid. */
export const tagSeal = (
  key: SealKey,
  objectId: string,
  revision: number,
  tags: readonly SealedTag[],
): Buffer => macOf(key, ['tags', objectId, revision, inOrder(tags.map(tag => ({ ...tag })))])
