/** All files of the collections, by their paths in the folder of the collections. */
import type { ApiDocument } from '../client/document.ts'
import { brunoCollection } from './bruno.ts'
import { postmanCollection } from './postman.ts'
import { requestsOf } from './request.ts'

export function collectionFiles(document: ApiDocument): Readonly<Record<string, string>> {
  const requests = requestsOf(document)
  const bruno = Object.entries(brunoCollection(requests)).map(([path, text]) => [`bruno/${path}`, text])
  return {
    'cairn.postman_collection.json': postmanCollection(requests),
    ...Object.fromEntries(bruno),
  }
}
