/** Compressed documents: how they are written, and the SQL columns that a reader of documents needs. */
export { openPacker } from './pack.ts'
export {
  type DocumentColumns,
  documentColumns,
  documentText,
  documentTexts,
  hasDocument,
} from './unpack.ts'
