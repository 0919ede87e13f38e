/** Sentences about a query that are sent beside its rows. */
export interface QueryWarnings {
  readonly always: readonly string[]
  /** For an answer without rows alone: where there are rows, records have what no template lists. */
  readonly ifEmpty: readonly string[]
}
