/** Paths of EhrScape (`/rest/v1`) and of EHRbase's module of it (`/rest/ecis/v1`), as tables over our operations (decision 0091). */
import type { LimitedQueries } from '../db/index.ts'
import { type BoundEndpoint, bind, type Endpoint, endpoint } from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'
import { compositionPaths } from './composition.ts'
import { ehrPaths } from './ehr.ts'
import { openOperations } from './operation.ts'
import { bindPath } from './path.ts'
import { queryPaths } from './query.ts'
import { templatePaths } from './template.ts'

/** Parts of EhrScape that are not offered: a client is told so, instead of a plain 404. */
const NOT_OFFERED = [
  'GET /demographics/{kind}/{id}',
  'GET /demographics/ehr/{ehrId}/party',
  'GET /view/{ehrId}/{view}',
] as const

const notOffered = (): never => {
  throw new Refusal('resource.not_implemented', 'Demographics and views of EhrScape are not offered here.')
}

const missingEndpoints: readonly Endpoint<object>[] = NOT_OFFERED.map(route =>
  endpoint({
    route,
    scope: 'api.read',
    produces: ['application/json'],
    doc: { operationId: 'ehrscape_not_offered', tag: 'EhrScape', summary: 'Not offered', responses: {} },
    read: notOffered,
    act: notOffered,
    reply: notOffered,
  }),
)

export interface EhrscapeNeeds {
  readonly db: LimitedQueries
  /** The operations of the openEHR mount and of queries, which these paths stand for. */
  readonly endpoints: readonly BoundEndpoint[]
}

/** `/ehrbase/rest` → `/ehrbase/rest/ecis/v1`. */
export function ecisEndpoints({ db, endpoints }: EhrscapeNeeds): BoundEndpoint[] {
  const paths = [
    ...compositionPaths(db, { read: 'XML', write: undefined }),
    ...templatePaths.filter(({ route }) => route !== 'GET /template'),
  ]
  return paths.map(bindPath(openOperations(endpoints), 'ecis'))
}

/** `/rest` → `/rest/v1`. */
export function ehrscapeEndpoints({ db, endpoints }: EhrscapeNeeds): BoundEndpoint[] {
  const paths = [
    ...compositionPaths(db, { read: 'FLAT', write: 'FLAT' }),
    ...templatePaths,
    ...queryPaths,
    ...ehrPaths,
  ]
  return [...paths.map(bindPath(openOperations(endpoints), 'ehrscape')), ...bind(missingEndpoints, {})]
}
