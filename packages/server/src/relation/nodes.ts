/**
 * The relational algebra over the query index (decision 0040): rows, what is made of them, and expressions over them, as plain data.
 *
 * Planners build these nodes. `sql.ts` prints them as a statement, `explain.ts` as text for people; nothing else writes SQL over the
 * index.
 */
import type { TerminologyAnswer } from '@cairn-ehr/openehr/aql'
import type { GuardedTable, TableUse } from '../access/index.ts'
import type { PathEntry } from '../roots/index.ts'

/** The input of a plan: everything that may differ between two runs of it. */
export interface Given {
  /** The literals of the query, in the order of their places in it. */
  readonly literals: readonly Scalar[]
  readonly ehrId: string | undefined
  /** EHRs and commits that a plan is narrowed to, or the EHRs of which it has a page each. */
  readonly among?:
    | { readonly ehrs: readonly string[]; readonly commits?: readonly number[]; readonly isEach?: boolean }
    | undefined
  readonly offset: number
  readonly fetch: number
  /** The instant of NOW(), ISO 8601. */
  readonly now: string
  /** Answers of a terminology to the questions of the plan, in their order. */
  readonly answers: readonly TerminologyAnswer[]
  /** Of the dictionary that the plan was made with, as the database counts. */
  readonly generation: number
}

export type Scalar = string | number | boolean | null

/** A parameter of the statement: its PostgreSQL type, and its value, which may show only when the plan is run. */
export type Value =
  | { readonly type: string; readonly of: (given: Given) => unknown }
  | { readonly type: string; readonly constant: unknown }

/** A scalar or a condition: text of ours, parameters and typed parts. No text of a client can get in (`fragment.ts`). */
export interface Fragment {
  readonly pieces: readonly (string | Value | Expression | TableUse)[]
}

export type Expression = Leaf | Containment | Existence | Forms

/** The same meaning in two forms: what is fastest on one server, and what a distributed database can do on its nodes (decision 0064). */
interface Forms {
  readonly kind: 'forms'
  readonly plain: Fragment
  readonly distributed: Fragment
}

/** The value that a root has at a path, whatever its instance: `r1/name/value`. */
export interface Leaf {
  readonly kind: 'leaf'
  /** The alias of the row; undefined in what an index is on. */
  readonly root: string | undefined
  readonly path: Pick<PathEntry, 'key' | 'text'>
  readonly as: 'json' | 'text'
}

/** The position of a row relative to another. Numbers of roots are nested sets: a root contains those from its `num` to its `cap`. */
export interface Containment {
  readonly kind: 'containment'
  readonly inner: string
  readonly outer: string
  readonly where:
    | 'in the same version'
    | 'in the same root'
    /** The outermost root of a version has all others inside it. */
    | 'inside the outermost'
    | 'inside'
    | 'inside or the same'
    /** Attached to the root itself, by one of these paths. */
    | { readonly attachedBy: readonly number[] }
}

/** That there are such rows, or none. */
interface Existence {
  readonly kind: 'existence'
  readonly rows: Rows
  readonly isNegated: boolean
}

/** Rows: of tables, of what is derived from them, and joined. */
export type Rows =
  | RootScan
  | TableScan
  | Derived
  | SubQuery
  | Attached
  | Instances
  | Contain
  | Product
  | Choice
  | Lookup
  | Filter

/** Archetype roots. */
export interface RootScan {
  readonly kind: 'roots'
  readonly alias: string
  readonly archetypes: readonly number[]
  /** Of the latest versions alone. */
  readonly isLatest: boolean
  /** Those that are the data of a version. */
  readonly isOutermost: boolean
}

export interface TableScan {
  readonly kind: 'table'
  readonly table: TableName
  readonly alias: string
}

export type TableName = Extract<GuardedTable, 'root' | 'version' | 'ehr' | 'versioned_object'>

/** Rows that are made of those before them: what a folder refers to, the nodes inside each root, the latest version of an object. */
export interface Derived {
  readonly kind: 'derived'
  /** Set if the rows are archetype roots. */
  readonly roots?: RootScan
  /** Of what, for people. */
  readonly from: string
  readonly sql: Fragment
}

/** The answer of a query as rows. */
interface SubQuery {
  readonly kind: 'subquery'
  readonly query: Query
  readonly alias: string
  /** For each of the rows before it. */
  readonly isLateral?: boolean
}

/** Rows with what a join that is a constant of another room brings. */
interface Attached {
  readonly kind: 'attached'
  readonly rows: Rows
  /** Of what, for people. */
  readonly from: string
  readonly sql: Fragment
}

/**
 * Makes rows of what repeats inside a root. Most roots have one of everything: `once` are the columns for these, and instances are
 * enumerated by `joins` only where one of the leaves in `showing` holds several values.
 */
export interface Instances {
  readonly kind: 'instances'
  readonly rows: Rows
  readonly alias: string
  /** Leaves that are fetched once for each root, by the names of columns of `fetchedAs`. */
  readonly fetched: readonly Column[]
  readonly fetchedAs: string
  readonly joins: readonly InstanceJoin[]
  readonly columns: readonly Column[]
  /** Undefined where roots are among what repeats: these are always joined. */
  readonly once: readonly Column[] | undefined
  readonly showing: readonly Fragment[]
}

/** Instances of a node, or roots, joined to those above them. */
export type InstanceJoin =
  | {
      readonly kind: 'vectors'
      readonly alias: string
      readonly vectors: Fragment
      /** Undefined: those without an instance make no row. */
      readonly on: Fragment | undefined
    }
  | Join

/** Rows of `inner` with the row of `outer` that they are in: the conditions of `inner` say so. */
interface Contain {
  readonly kind: 'contain'
  readonly outer: Rows
  readonly inner: Rows
}

/** Every row of each with every row of the others. */
interface Product {
  readonly kind: 'product'
  readonly operands: readonly Rows[]
}

/** Rows of the branches, side by side; a branch without any is NULL. To be joined to others. */
interface Choice {
  readonly kind: 'choice'
  readonly branches: readonly Rows[]
}

export interface Join {
  readonly kind: 'join'
  readonly joined: Rows
  readonly on: readonly Fragment[]
  /** Rows without a partner stay, with NULL. */
  readonly isOptional: boolean
}

/** Rows with what else is known of each. */
interface Lookup {
  readonly kind: 'lookup'
  readonly rows: Rows
  readonly join: Join
}

export interface Filter {
  readonly kind: 'filter'
  readonly rows: Rows
  readonly conditions: readonly Fragment[]
}

export interface Column {
  readonly name: string
  readonly sql: Fragment
}

export interface SortKey {
  readonly key: Fragment
  readonly isDescending: boolean
  /** NULL comes last, whatever the direction. */
  readonly isNullLast?: boolean
}

/** A query over rows. */
export type Query = Project | Aggregate | Distinct | Concat | First | Narrowed

/** A row for each row. */
export interface Project {
  readonly kind: 'project'
  readonly rows: Rows
  readonly columns: readonly Column[]
  readonly order: readonly SortKey[]
}

/** A row for each group, or one for all rows. */
export interface Aggregate {
  readonly kind: 'aggregate'
  readonly rows: Rows
  readonly columns: readonly Column[]
  /** Positions of the columns that make the groups. */
  readonly groups: readonly number[]
  /** Keys that order groups and are not in the answer. */
  readonly hidden: readonly Column[]
  readonly order: readonly (SortKey & { readonly isText: boolean })[]
}

/** The first of equal rows, in its place. */
export interface Distinct {
  readonly kind: 'distinct'
  readonly rows: Rows
  readonly columns: readonly Column[]
  readonly place: Fragment
}

/** The rows of one query after those of another. */
interface Concat {
  readonly kind: 'concat'
  readonly queries: readonly { readonly name: string; readonly query: Query }[]
}

/** The first rows of a query. */
interface First {
  readonly kind: 'first'
  readonly query: Query
  readonly most: number
  /** The index that serves it, for people. */
  readonly by?: string
}

/** The first rows of a query that are enough, or those of another one: `whole` runs only if `narrow`, which reads less, gives too few rows. */
export interface Narrowed {
  readonly kind: 'narrowed'
  readonly narrow: Query
  readonly whole: Query
  /** More rows are never needed. */
  readonly most: number
  /** `narrow` reads the first of these, so many at most. If there are no more of them, its rows are all that there are. */
  readonly from: Project
  readonly within: number
}

/** Some rows of the answer, provided that the dictionary is still the one of the plan. */
export interface Page {
  readonly kind: 'page'
  readonly query: Query
  /** More rows are never needed: a constant, by which the database chooses a plan for few rows or for many. */
  readonly most: number
  readonly offset: Fragment
  readonly fetch: Fragment
  readonly generation: Fragment
  /** EHRs that have a page each; the query names its EHR as `EACH_EHR`. */
  readonly each?: Fragment | undefined
}
