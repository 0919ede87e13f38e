/** All files of the collections, by their paths. */
import type { ApiDocument } from '../client/document.ts'
import { brunoCollection } from './bruno.ts'
import { postmanCollection } from './postman.ts'
import { requestsOf } from './request.ts'

const FOLDER = 'docs/collections'

const README = `# Postman and Bruno

Every operation of the API, made from its description by \`npm run docs\`; a test holds them to it.

- **Postman**: import [\`cairn.postman_collection.json\`](cairn.postman_collection.json). Set the variables \`baseUrl\`, \`clientId\` and \`clientSecret\` of the collection, and get a
  token in its tab *Authorization*.
- **Bruno**: open the folder \`bruno\`. Choose the environment \`local\`, set \`clientId\` and \`clientSecret\`; the token is fetched by itself.

Parameters and headers that may be left out are there, but switched off.
`

export function collectionFiles(document: ApiDocument): Readonly<Record<string, string>> {
  const requests = requestsOf(document)
  const bruno = Object.entries(brunoCollection(requests)).map(([path, text]) => [
    `${FOLDER}/bruno/${path}`,
    text,
  ])
  return {
    [`${FOLDER}/README.md`]: README,
    [`${FOLDER}/cairn.postman_collection.json`]: postmanCollection(requests),
    ...Object.fromEntries(bruno),
  }
}
