/** A record with the id of its version: what was read can be handed back as `ifMatch` of the next write. */
import type { Identifier } from './schemas.generated.ts'

export interface Versioned<T> {
  readonly value: T
  /** The id that `ETag` names, without quotes; empty where the answer names none. */
  readonly version: string
  readonly lastModified: Date | undefined
  /** Its address, as the server gives it. */
  readonly location: string | undefined
}

/** The body of a write: by `Prefer`, the record, its id, or nothing. */
export type Preferred<Prefer extends string, T> = string extends Prefer
  ? T | Identifier | undefined
  : Prefer extends `${string}return=representation${string}`
    ? T
    : Prefer extends `${string}return=identifier${string}`
      ? Identifier
      : undefined

const isVersioned = (value: unknown): value is Versioned<unknown> =>
  typeof value === 'object' && value !== null && 'version' in value

/** The value of `If-Match`: an id as it is, or that of a record, in the quotes that HTTP wants. */
export function ifMatchOf(given: unknown): string {
  const id = isVersioned(given) ? given.version : String(given)
  return /^(W\/)?".*"$|^\*$/.test(id) ? id : `"${id}"`
}

export function versionedOf<T>(value: T, { headers }: Response): Versioned<T> {
  const modified = headers.get('Last-Modified')
  return {
    value,
    version: (headers.get('ETag') ?? '').replace(/^W\/|"/g, ''),
    lastModified: modified === null ? undefined : new Date(modified),
    location: headers.get('Location') ?? undefined,
  }
}
