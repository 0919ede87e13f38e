/** Datamaps as views of the database, for programs that read SQL (decision 0093). */
export { keepPublished } from './keep.ts'
export {
  type ListedPublication,
  listPublished,
  type PublishNeeds,
  publishDatamap,
  unpublishDatamap,
  type WantedReader,
} from './publish.ts'
