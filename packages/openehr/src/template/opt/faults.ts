/** Collects everything that is wrong with an OPT while it is read, so that its author sees all of it at once. */

import type { XmlElement } from '../../format/xml/index.ts'
import type { Finding } from '../../problem.ts'

/** A position in the template: the openEHR path inside the definition, the XML path outside it. */
export interface OptPosition {
  readonly path: string
  readonly element: XmlElement
}

/** A fault at a position. */
export interface Fault {
  readonly code: string
  readonly message: string
  readonly found?: string | undefined
  readonly expected?: string | undefined
}

/** An error refuses the template; a warning stays with it. */
export interface Faults {
  readonly errors: Finding[]
  readonly warnings: Finding[]
}

export const noFaults = (): Faults => ({ errors: [], warnings: [] })

export function error(faults: Faults, position: OptPosition, fault: Fault): void {
  faults.errors.push(finding(position, fault))
}

export function warn(faults: Faults, position: OptPosition, fault: Fault): void {
  faults.warnings.push(finding(position, fault))
}

function finding({ path, element }: OptPosition, { code, message, found, expected }: Fault): Finding {
  return {
    path,
    code,
    message,
    ...(found === undefined ? {} : { found }),
    ...(expected === undefined ? {} : { expected }),
    line: element.line,
    column: element.column,
  }
}
