/** The OpenAPI description of routes that are not those of a server of one organisation. */

export type { Schema } from '../operation-doc.ts'
export { openApiDocument } from './document.ts'
