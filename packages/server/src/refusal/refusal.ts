/** A request that is refused, with a code of the list: domain code throws it and knows nothing of HTTP. */
import { Problem } from '@cairn-ehr/openehr'
import type { Code } from './codes.ts'

export class Refusal extends Problem<Code> {}
