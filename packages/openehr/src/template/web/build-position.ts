/** The position in the constraints while a web template is built. */

import type { RmStep } from './model.ts'

export interface BuildPosition {
  readonly path: string
  /** Since the nearest node that is not left out. */
  readonly steps: readonly RmStep[]
  /** Paths that what is found here depends on. */
  readonly dependsOn: readonly string[]
  readonly languages: readonly string[]
  /** Nodes that names may still multiply to; then a node goes by its first name. */
  readonly budget: { left: number }
}
