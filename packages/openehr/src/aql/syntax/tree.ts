/** The syntax tree of an AQL query: frozen plain data, each node with its `kind` and where it stands in the text. */

/** Line and column, both from 1; columns count UTF-16 units as editors do. */
export interface Position {
  readonly line: number
  readonly column: number
}

interface Node {
  readonly at: Position
}

/** `SELECT … FROM … [WHERE …] [ORDER BY …] [LIMIT …]`. */
export interface Query extends Node {
  readonly kind: 'query'
  readonly distinct: boolean
  readonly top?: Top
  readonly columns: readonly Column[]
  readonly from: Containment
  readonly where?: Condition
  readonly orderBy: readonly OrderItem[]
  readonly limit?: Limit
}

/** A query whose parameters have all been replaced by values: `bindParameters` makes it. */
export interface BoundQuery extends Query {
  readonly bound: true
}

/** `TOP n [FORWARD|BACKWARD]`, deprecated since AQL 1.1.0. */
export interface Top extends Node {
  readonly kind: 'top'
  readonly count: number
  readonly direction: 'FORWARD' | 'BACKWARD'
}

export interface Limit extends Node {
  readonly kind: 'limit'
  readonly count: number
  readonly offset: number
}

export interface Column extends Node {
  readonly kind: 'column'
  readonly expression: Expression
  readonly alias?: string
}

export interface OrderItem extends Node {
  readonly kind: 'order'
  readonly expression: Expression
  readonly descending: boolean
}

// Expressions

export type Expression = Literal | Parameter | Path | Call | Aggregate

export type Scalar = string | number | boolean | null

/** `real` is what was written with a fraction or an exponent; dates and times are strings until they are compared. */
export interface Literal extends Node {
  readonly kind: 'literal'
  readonly type: 'string' | 'integer' | 'real' | 'boolean' | 'null'
  readonly value: Scalar
}

/** `$name`. */
export interface Parameter extends Node {
  readonly kind: 'parameter'
  readonly name: string
}

/** Identified path: a variable of FROM, and what is reached from it. */
export interface Path extends Node {
  readonly kind: 'path'
  readonly variable: string
  readonly predicate?: Predicate
  readonly steps: readonly Step[]
}

/** `attribute[predicate]` within a path. */
export interface Step extends Node {
  readonly kind: 'step'
  readonly attribute: string
  readonly predicate?: Predicate
}

/** A single-row function; `name` is in upper case. */
export interface Call extends Node {
  readonly kind: 'call'
  readonly name: string
  readonly arguments: readonly Expression[]
}

export type AggregateName = 'COUNT' | 'MIN' | 'MAX' | 'SUM' | 'AVG'

/** `path` is absent in `COUNT(*)`. */
export interface Aggregate extends Node {
  readonly kind: 'aggregate'
  readonly name: AggregateName
  readonly distinct: boolean
  readonly path?: Path
}

// Conditions

export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>='

export type Condition = Junction | Not | Comparison | Like | Matches | Exists

/** AND or OR of two or more. */
export interface Junction extends Node {
  readonly kind: 'and' | 'or'
  readonly operands: readonly Condition[]
}

export interface Not extends Node {
  readonly kind: 'not'
  readonly operand: Condition
}

export interface Comparison extends Node {
  readonly kind: 'comparison'
  readonly operator: ComparisonOperator
  readonly left: Expression
  readonly right: Expression
}

/** In the pattern's value `?` and `*` are wildcards, and a backslash before them or itself takes that away. */
export interface Like extends Node {
  readonly kind: 'like'
  readonly left: Expression
  readonly pattern: Literal | Parameter
}

/** `matches {…}`, and `matches TERMINOLOGY(…)` as a list of that one. */
export interface Matches extends Node {
  readonly kind: 'matches'
  readonly left: Expression
  readonly items: readonly MatchItem[]
}

export type MatchItem = Literal | Parameter | Call | Uri

export interface Uri extends Node {
  readonly kind: 'uri'
  readonly value: string
}

export interface Exists extends Node {
  readonly kind: 'exists'
  readonly path: Path
}

// Predicates, in brackets

export type Predicate = PredicateJunction | NodePredicate | ValuePredicate | RegexPredicate

export interface PredicateJunction extends Node {
  readonly kind: 'predicateAnd' | 'predicateOr'
  readonly operands: readonly Predicate[]
}

/** `[at0002]`, `[openEHR-EHR-….v1]`, `[$id]`, each also with a name after a comma. */
export interface NodePredicate extends Node {
  readonly kind: 'node'
  readonly id: NodeId
  readonly name?: NodeName
}

export type NodeId = Code | ArchetypeId | Parameter
export type NodeName = Literal | Parameter | Code | TermCode

/** An at-code or id-code: `at0004`, `id5.1`. */
export interface Code extends Node {
  readonly kind: 'code'
  readonly value: string
}

export interface ArchetypeId extends Node {
  readonly kind: 'archetypeId'
  readonly value: string
}

/** `terminology[(version)]::code[|rubric|]`. */
export interface TermCode extends Node {
  readonly kind: 'termCode'
  readonly terminology: string
  readonly version?: string
  readonly code: string
  readonly rubric?: string
}

/** `[path op operand]`. */
export interface ValuePredicate extends Node {
  readonly kind: 'value'
  readonly path: ObjectPath
  readonly operator: ComparisonOperator
  readonly operand: Literal | Parameter | ObjectPath | Code | TermCode
}

/** `[path matches {/regex/}]`. */
export interface RegexPredicate extends Node {
  readonly kind: 'regex'
  readonly path: ObjectPath
  readonly pattern: string
  /** Legal, and without meaning in a query. */
  readonly assumed?: string
}

/** A path inside a predicate, from the node that the predicate stands on. */
export interface ObjectPath extends Node {
  readonly kind: 'objectPath'
  readonly steps: readonly Step[]
}

// Containment

export type Containment = ClassExpression | VersionExpression | ContainmentJunction

export interface ContainmentJunction extends Node {
  readonly kind: 'containsAll' | 'containsAny'
  readonly operands: readonly Containment[]
}

/** `CONTAINS …` or `NOT CONTAINS …` after a class. */
export interface Contains extends Node {
  readonly kind: 'contains'
  readonly negated: boolean
  readonly what: Containment
}

/** `CLASS [variable] [predicate]`; `name` is in upper case. */
export interface ClassExpression extends Node {
  readonly kind: 'class'
  readonly name: string
  readonly variable?: string
  readonly predicate?: Predicate
  readonly contains?: Contains
}

/** `VERSION [variable] [LATEST_VERSION | ALL_VERSIONS | predicate]`. */
export interface VersionExpression extends Node {
  readonly kind: 'version'
  readonly variable?: string
  readonly versions?: 'LATEST_VERSION' | 'ALL_VERSIONS'
  readonly predicate?: Predicate
  readonly contains?: Contains
}
