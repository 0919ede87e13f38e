/**
 * The order of a list as terms of SQL, and where a page goes on after the last record of another: by the keys of that record
 * and not by counting, so that records which are added meanwhile move no other to another page.
 */
import { isUuid } from '@cairn-ehr/openehr/rm'
import { Refusal } from '../../refusal/index.ts'
import { all, any, constant, q } from '../../relation/expressions/index.ts'
import type { Column, Fragment, SortKey } from '../../relation/index.ts'
import type { Field } from './fields.ts'

/** Reads the text of a key back. */
type KeyType = 'jsonb' | 'text' | 'numeric' | 'bigint' | 'uuid'

export interface Term {
  readonly sql: Fragment
  readonly descending: boolean
  readonly type: KeyType
  /** Never NULL: then no NULLS LAST, and an index is read from either end. */
  readonly always: boolean
}

/** Keys of a record as texts, one for each term. */
export type Keys = readonly (string | null)[]

/** The order that they were made in. The type is that of the column: compared with any other, no index would find where a page starts. */
export const AS_MADE: Term = { sql: q`o.serial`, descending: false, type: 'bigint', always: true }
/** Ends every other order, so that no two records are equal in it. */
export const BY_UID: Term = { sql: q`o.object_id`, descending: false, type: 'uuid', always: true }

export const typeOfKey = (field: Field): KeyType => {
  if (field.kind === 'text') return 'text'
  return field.of === 'record' ? 'numeric' : 'jsonb'
}

export const sortKeys = (terms: readonly Term[]): readonly SortKey[] =>
  terms.map(({ sql, descending, always }) => ({ key: sql, isDescending: descending, isNullLast: !always }))

/** As columns of the page, `key0`, `key1`… */
export const keyColumns = (terms: readonly Term[]): readonly Column[] =>
  terms.map(({ sql }, at) => ({ name: `key${at}`, sql: q`(${sql})::text` }))

/** In the order of the terms: later in one, and the same in all before it. */
export function isAfter(terms: readonly Term[], keys: Keys): Fragment {
  const bound = terms.map(({ type }, at) => {
    const key = keys[at] ?? null
    return key === null ? undefined : constant(type, key)
  })
  const later = terms.map(({ sql, descending, always }, at) => {
    const value = bound[at]
    // Nothing comes after those without a value but others without one.
    if (!value) return q`false`
    const isLater = descending ? q`${sql} < ${value}` : q`${sql} > ${value}`
    return any(always ? [isLater] : [isLater, q`${sql} is null`])
  })
  const same = terms.map(({ sql }, at) => {
    const value = bound[at]
    return value ? q`${sql} = ${value}` : q`${sql} is null`
  })
  return any(later.map((way, at) => all([...same.slice(0, at), way])))
}

/** The part of the condition that is about the first term alone, so that an index can be used. */
export function startsAt([first]: readonly Term[], [key]: Keys): Fragment {
  if (!first || key === undefined || key === null) return q`true`
  const value = constant(first.type, key)
  return first.descending ? q`${first.sql} <= ${value}` : q`${first.sql} >= ${value}`
}

export const printAfter = (keys: Keys): string => Buffer.from(JSON.stringify(keys)).toString('base64url')

const isKeys = (value: unknown): value is Keys =>
  Array.isArray(value) && value.every(each => each === null || typeof each === 'string')

/** A text that only we write; whoever writes another is told so. */
export function readAfter(text: string): Keys {
  try {
    const keys: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (isKeys(keys)) return keys
  } catch {
    // Told below.
  }
  throw notOurs()
}

const notOurs = () =>
  new Refusal('request.malformed', 'after is taken from the "next" link of a page, as it stands.')

const SERIAL = /^\d{1,18}$/
const NUMBER = /^-?\d{1,400}(?:\.\d{1,400})?$/

const FORMS: Readonly<Record<KeyType, (key: string) => boolean>> = {
  jsonb: key => NUMBER.test(key) || key === 'true' || key === 'false',
  numeric: key => NUMBER.test(key),
  bigint: key => SERIAL.test(key),
  uuid: isUuid,
  text: key => !key.includes('\0'),
}

/** True if the keys fit this order; those of a link to another list do not. */
export function requireFitting(terms: readonly Term[], keys: Keys): void {
  const fitting = terms.every(({ type, always }, at) => {
    const key = keys[at]
    return key === null ? !always : key !== undefined && FORMS[type](key)
  })
  if (!fitting || keys.length !== terms.length) throw notOurs()
}
