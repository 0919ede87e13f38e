/** The definitions room: templates and stored queries. */
import { type BoundEndpoint, bind, type LimitNeeds, limitDatabase } from '../http/index.ts'
import { limitShelf } from './limited-shelf.ts'
import { queryDefinitionEndpoints } from './query-endpoints.ts'
import { type TemplateNeeds, templateEndpoints } from './template-endpoints.ts'

export { limitShelf } from './limited-shelf.ts'
export { qualifiedNameIn } from './query-endpoints.ts'
export { addQuery, queriesWithPrefix, queryVersions, type StoredQuery } from './query-store.ts'
export { openSelectQuery, type SelectQuery } from './select-query.ts'
export { printSemVer } from './semver.ts'
export { noTemplate, openTemplateShelf, type ReadyTemplate, type TemplateShelf } from './template-shelf.ts'
export {
  addTemplate,
  mentionedInTemplates,
  newestTemplateKey,
  removeTemplate,
  type StoredTemplate,
  templateSources,
} from './template-store.ts'
export {
  exportedTemplates,
  findSameTemplate,
} from './transfer-store.ts'

const limitDefinitions =
  (needs: TemplateNeeds): LimitNeeds<TemplateNeeds> =>
  call => ({ ...needs, db: limitDatabase(needs.db, call), shelf: limitShelf(needs.shelf, call) })

export const definitionEndpoints = (needs: TemplateNeeds): BoundEndpoint[] => [
  ...bind(templateEndpoints, needs, limitDefinitions(needs)),
  ...bind(queryDefinitionEndpoints, needs, limitDefinitions(needs)),
]
