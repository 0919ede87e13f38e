/** An embedded PostgreSQL: `openEmbedded` for a program that has it for itself, `attachEmbedded` for a command beside that program. */
export { EmbeddedError, type Remedy } from './embedded-error.ts'
export { attachEmbedded, type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from './open.ts'
