/** Rights by scopes of SMART on FHIR: in force for the operations of FHIR alone, one resource type at a time (decision 0117). */

import type { Rights, Rule } from './rights.ts'
import { asRecords, type Permission } from './scopes/data-scope.ts'
import { matchesName, regexOf } from './scopes/name-pattern.ts'

/** Rules with equal keys reach the same records. */
const keyOf = ({ fhir, patterns, reach, deidentified }: Rule): string =>
  JSON.stringify([fhir?.of, patterns.map(regexOf), reach.launched, reach.assigned, deidentified])

/** The rule on compositions or people that a rule on a resource type stands for. */
const sourceRules = ({ fhir, ...rule }: Rule, permission: Permission): readonly Rule[] => {
  const reads: readonly Permission[] = rule.permissions.has('r') ? ['r'] : []
  return fhir ? [{ ...rule, resource: fhir.of, permissions: new Set([asRecords(permission), ...reads]) }] : []
}

/**
 * The rights of an operation on resources of these types. Rules on types become rules on compositions, and of Patient on people
 * too. Of several types, only rules that reach the same records for each of them count.
 */
export function fhirRights(rights: Rights, types: readonly string[], permission: Permission): Rights {
  const rulesOf = (type: string): readonly Rule[] =>
    rights.rules.filter(
      ({ fhir, permissions }) => fhir && matchesName(fhir.types, type) && permissions.has(permission),
    )
  const [first = [], ...others] = types.map(rulesOf)
  const keys = others.map(rules => new Set(rules.map(keyOf)))
  const common = first.filter(rule => keys.every(known => known.has(keyOf(rule))))
  const plain = rights.rules.filter(({ fhir }) => !fhir)
  return { ...rights, rules: [...plain, ...common.flatMap(rule => sourceRules(rule, permission))] }
}
