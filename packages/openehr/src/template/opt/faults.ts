/** Collects everything that is wrong with an OPT while it is read, so that its author sees all of it at once. */

import type { XmlElement } from '../../format/xml/index.ts'
import type { Finding } from '../../problem.ts'

/** A position in the template: the openEHR path inside the definition, the XML path outside it. */
export interface OptPosition {
  readonly path: string
  readonly element: XmlElement
}

export interface Details {
  readonly found?: string | undefined
  readonly expected?: string | undefined
}

/** An error refuses the template; a warning stays with it. */
export interface Faults {
  readonly errors: Finding[]
  readonly warnings: Finding[]
}

export const noFaults = (): Faults => ({ errors: [], warnings: [] })

export function error(
  faults: Faults,
  place: OptPosition,
  code: string,
  message: string,
  details?: Details,
): void {
  faults.errors.push(finding(place, code, message, details))
}

export function warn(
  faults: Faults,
  place: OptPosition,
  code: string,
  message: string,
  details?: Details,
): void {
  faults.warnings.push(finding(place, code, message, details))
}

function finding(
  { path, element }: OptPosition,
  code: string,
  message: string,
  details: Details = {},
): Finding {
  return {
    path,
    code,
    message,
    ...(details.found === undefined ? {} : { found: details.found }),
    ...(details.expected === undefined ? {} : { expected: details.expected }),
    line: element.line,
    column: element.column,
  }
}
