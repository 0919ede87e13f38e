/** The definitions room: templates and stored queries. */
import { type BoundEndpoint, bind } from '../http/index.ts'
import { queryDefinitionEndpoints } from './query-endpoints.ts'
import { type TemplateNeeds, templateEndpoints } from './template-endpoints.ts'

export { qualifiedNameIn, selectQuery } from './query-endpoints.ts'
export type { StoredQuery } from './query-store.ts'
export { printSemVer } from './semver.ts'
export { openTemplateShelf, type ReadyTemplate, type TemplateShelf } from './template-shelf.ts'
export { listTemplates, mentionedInTemplates, removeTemplate } from './template-store.ts'

export const definitionEndpoints = (needs: TemplateNeeds): BoundEndpoint[] => [
  ...bind(templateEndpoints, needs),
  ...bind(queryDefinitionEndpoints, needs),
]
