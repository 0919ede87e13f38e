/** The parts of an answer that several endpoints have: errors, links to the next page, warnings. */
export { databaseRefusal } from './database-refusal.ts'
export { headersOf, statusOf } from './error-body.ts'
export { nextPageLink, withQuery } from './next-page.ts'
export { warningsHeader } from './warnings-header.ts'
