/** A path as data: steps of attributes, each with what narrows it. AQL's own steps have the same shape. */

/** `/a[…]/b`, `a/b`, or `[root]/a`. */
export interface Path {
  /** The path begins with a slash: it starts at the root of the document. */
  readonly absolute: boolean
  /** A condition on the node that the path starts from: `[openEHR-EHR-…]/content`. */
  readonly predicate?: Predicate
  readonly steps: readonly Step[]
}

export interface Step {
  readonly attribute: string
  readonly predicate?: Predicate
  /** `[2]`: which of the members that fit, from 1. */
  readonly position?: number
}

export type Predicate = Junction | NodePredicate | ValuePredicate | RegexPredicate

/** Two or more conditions joined by `and` or `or`. */
interface Junction {
  readonly kind: 'predicateAnd' | 'predicateOr'
  readonly operands: readonly Predicate[]
}

/** `[at0002]`, `[openEHR-EHR-….v1]`, `[$id]`, each also with a name after a comma. */
export interface NodePredicate {
  readonly kind: 'node'
  readonly id: Code | ArchetypeIdText | Parameter
  readonly name?: Literal | Parameter | Code | TermCode
}

/** An at-code or id-code. Where it stands for a name it is a code of the archetype, terminology `local`. */
interface Code {
  readonly kind: 'code'
  readonly value: string
}

interface ArchetypeIdText {
  readonly kind: 'archetypeId'
  readonly value: string
}

/** `terminology[(version)]::code[|rubric|]`. */
export interface TermCode {
  readonly kind: 'termCode'
  readonly terminology: string
  readonly version?: string
  readonly code: string
  readonly rubric?: string
}

export interface Parameter {
  readonly kind: 'parameter'
  readonly name: string
}

interface Literal {
  readonly kind: 'literal'
  readonly value: string | number | boolean | null
}

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>='

/** `[name/value='x']`. */
export interface ValuePredicate {
  readonly kind: 'value'
  readonly path: ObjectPath
  readonly operator: Operator
  readonly operand: Literal | Parameter | ObjectPath | Code | TermCode
}

/** `[name/value matches {/regex/}]`; the whole text must match. */
export interface RegexPredicate {
  readonly kind: 'regex'
  readonly path: ObjectPath
  readonly pattern: string
}

/** A path inside a predicate, from the node that the predicate is about. */
export interface ObjectPath {
  readonly kind: 'objectPath'
  readonly steps: readonly Step[]
}
