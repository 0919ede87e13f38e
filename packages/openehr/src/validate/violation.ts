/** Violations: a validator reports every broken rule with its path, what was found and what was expected. */
import type { Finding } from '../problem.ts'

/**
 * One broken rule. `code` is one of
 *
 * | code | meaning |
 * |---|---|
 * | `rm.type`, `rm.attribute`, `rm.mandatory`, `rm.multiplicity`, `rm.value`, `rm.depth` | the reference model's own structure |
 * | `CLASS.Invariant_name` | an invariant, named as the reference model names it, such as `DV_PROPORTION.Valid_denominator` |
 * | `existence.lower`, `existence.upper`, `cardinality.lower`, `cardinality.upper`, `cardinality.is_unique`, `occurrences.lower`, `occurrences.upper` | the template's counts |
 * | `C_OBJECT.rm_type_name`, `C_OBJECT.node_id`, `C_OBJECT.name`, `node.undeclared`, `template.id` | the template has no such node |
 * | `violations.more` | the last of 10,001 violations: the others are not listed |
 * | `C_STRING.pattern`, `C_DV_QUANTITY.units`, … | the constraint class and the attribute of it that was broken |
 */
export interface Violation extends Finding {
  readonly found: string
  readonly expected: string
}

/** `incomplete` (openehr::553): the template's lower bounds are taken as zero, nothing else changes. */
export type Lifecycle = 'complete' | 'incomplete'

export interface ValidateOptions {
  readonly lifecycle?: Lifecycle
}
