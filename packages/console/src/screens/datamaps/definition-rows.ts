/** The rows of a definition while it is edited: labels and paths, with the suggestion of the template to take from. */

export interface DefinitionRow {
  /** Stays while the label is typed. */
  readonly key: number
  readonly add: string
  readonly path: string
  readonly comment?: string
}

export interface Definition {
  readonly template: string
  readonly comment?: string
  readonly paths: readonly Omit<DefinitionRow, 'key'>[]
}

export const rowsOf = ({ paths }: Definition): DefinitionRow[] => paths.map((row, key) => ({ ...row, key }))

export const definitionOf = (template: string, rows: readonly DefinitionRow[]): Definition => ({
  template,
  paths: rows.map(({ key: _, ...row }) => row),
})

/** Rows that the template offers and the definition does not have yet. */
export function furtherRows(suggestion: Definition, rows: readonly DefinitionRow[]): DefinitionRow[] {
  const used = new Set(rows.map(({ path }) => path))
  const next = Math.max(-1, ...rows.map(({ key }) => key)) + 1
  return suggestion.paths
    .filter(({ path }) => !used.has(path))
    .map((row, index) => ({ ...row, key: next + index }))
}

/** The columns that a record has at its top: the parts of a group (`event.rate`) are in the cell of the group. */
export const topLabels = ({ paths }: Definition): string[] => [
  ...new Set(paths.map(({ add }) => add.split('.')[0] ?? add)),
]
