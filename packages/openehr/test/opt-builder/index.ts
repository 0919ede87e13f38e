/** OPT 1.4 templates and matching data for tests, from short descriptions. */
export * as data from './data.ts'
export * from './nodes.ts'
export { opt } from './xml.ts'
