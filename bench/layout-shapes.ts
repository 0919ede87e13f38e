/** The measures of a layout. */
import type { Made } from './layout-data.ts'

/** SQL by the name of the shape; `$1` is an EHR. */
export type Shapes = Readonly<Record<string, string>>

export interface Layout {
  readonly name: string
  readonly tables: readonly string[]
  readonly create: string
  /** Writes what `rows` made of a batch, the one parameter. */
  readonly insert: string
  readonly rows: (made: readonly Made[]) => Promise<string> | string
  /** Asked for once everything is loaded. */
  readonly shapes: () => Shapes
}
