/** The terminology of a constraint's codes, found in the same way for web templates, FLAT and validation. */

import type { CodePhraseConstraint, ConstraintReference } from './model.ts'

/**
 * The terminology that a reference to a value set names: `terminology:SNOMED-CT?subset=…` names `SNOMED-CT`. Undefined for the
 * address of a terminology server (`terminology://fhir.hl7.org/…`) and for other URIs.
 */
export function terminologyIn(uri: string): string | undefined {
  const name = /^terminology:([^?/(]+)/i.exec(uri)?.[1]?.trim()
  if (name === undefined) return undefined
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Undefined where the constraint leaves the terminology open. */
export function terminologyOf(codes: CodePhraseConstraint): string | undefined {
  return codes.terminology ?? terminologyIn(codes.referenceSetUri ?? '')
}

/** The terminology that every binding of an ac-code names; undefined where they differ or one names none. */
export function boundTerminology({ scope, reference }: ConstraintReference): string | undefined {
  const named = new Set((scope.constraintBindings.get(reference) ?? []).map(terminologyIn))
  const [only] = named
  return named.size === 1 ? only : undefined
}
