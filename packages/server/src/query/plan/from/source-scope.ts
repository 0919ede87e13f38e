/** The scope in which sources are placed. */
import type { Fragment, Join, Rows } from '../../../relation/index.ts'
import type { Folder } from '../../sql/folders.ts'
import type { NodeTable } from '../../sql/nodes.ts'
import type { Nodes } from '../dictionary/nodes.ts'
import type { RootSource, Source } from '../dictionary/sources.ts'
import type { Bound } from '../paths/bound.ts'
import type { Asked } from '../paths/predicates.ts'

/** A class is looked for in all EHRs, in one, in a version by a row of it, in a root, in a node, or in a folder. */
export interface Scope {
  /** FROM as a whole, a branch of OR, or NOT CONTAINS. */
  readonly part: 'whole' | 'branch' | 'negated'
  readonly isLatest: boolean
  readonly ehrId?: Fragment
  readonly version?: string
  readonly root?: {
    readonly alias: string
    readonly isOutermost: boolean
    readonly archetypes: ReadonlySet<number>
  }
  readonly node?: { readonly table: NodeTable; readonly nodes: Nodes }
  /** A row of a folder, whose references are followed. */
  readonly folder?: Folder
  /** By what the class right above names a node. */
  readonly by?: RootSource['by']
}

export const isInVersion = ({ root, node, version }: Scope): boolean =>
  root !== undefined || node !== undefined || version !== undefined

/** A source on its rows. */
export interface PlacedSource {
  readonly rows: Rows
  /** The alias of its own row, and a condition that is true where that is there. */
  readonly alias: string
  readonly present: Fragment
  /** Variables, of what is inside it too. */
  readonly bound: readonly (readonly [variable: string, bound: Bound])[]
  /** The order of its bindings. */
  readonly order: readonly Fragment[]
}

/** Handed to everything that places sources. */
export interface Placing {
  readonly asked: Asked
  readonly aliases: (kind: string) => string
  readonly late: LateJoins
  /** Places a source of any kind. */
  readonly place: (source: Source, scope: Scope) => PlacedSource
}

/** Tables that only some paths need. */
export interface LateJoins {
  /** The alias of a table that is joined when it is first asked for. */
  readonly lazily: (kind: string, join: (alias: string) => Join) => () => string
  /** Complete once all paths are placed. */
  readonly joins: () => readonly Join[]
}

export function openLateJoins(aliases: (kind: string) => string): LateJoins {
  const joins: Join[] = []
  return {
    lazily: (kind, join) => {
      let alias: string | undefined
      return () => {
        if (alias === undefined) {
          alias = aliases(kind)
          joins.push(join(alias))
        }
        return alias
      }
    },
    joins: () => joins,
  }
}

export const named = (variable: string | undefined, bound: Bound): PlacedSource['bound'] =>
  variable === undefined ? [] : [[variable, bound]]
