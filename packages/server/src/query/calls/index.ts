/** Side door for rooms that run queries of clients themselves: how a call is read, what a query reads, and what is told about it. */
export { type Among, NotInEach } from '../among.ts'
export type { Demand } from '../documents/demand.ts'
export { readingOf } from '../documents/reading.ts'
export { type CallInput, callInBody, typedIn } from '../parameters.ts'
export { partyLimit } from '../party-queries.ts'
export type { PreparedCall } from '../prepare.ts'
export { toldOfGroups, toldOfQuery } from '../shown-ehrs.ts'
export { textWarnings, type Warnings } from '../warnings/warnings.ts'
