/** The SYSTEM API of openEHR: describes this server and lists its operations. */
import { type BoundEndpoint, bind, type Endpoint, endpoint, json } from '../http/index.ts'

export { activityEndpoints, type ProcessActivity } from './activity.ts'

import { type ReportNeeds, reportEndpoint } from './report-endpoint.ts'

export { ehrbaseEndpoints, ehrbaseRoots } from './ehrbase.ts'

export interface SystemNeeds {
  readonly version: string
  /** All other mounted endpoints, to be listed. */
  readonly endpoints: readonly Pick<BoundEndpoint, 'route'>[]
}

const CAPABILITIES = {
  type: 'object',
  properties: {
    solution: { type: 'string' },
    solution_version: { type: 'string' },
    vendor: { type: 'string' },
    restapi_specs_version: { type: 'string' },
    endpoints: { type: 'array', items: { type: 'string' } },
  },
}

const options: Endpoint<SystemNeeds> = endpoint({
  route: 'OPTIONS /',
  scope: 'public',
  produces: ['application/json'],
  doc: {
    operationId: 'system_options',
    tag: 'System',
    summary: 'What this server is and can do',
    responses: {
      200: { description: 'The capabilities.', schema: CAPABILITIES, headers: { Allow: 'OPTIONS' } },
    },
  },
  read: () => undefined,
  act: ({ version, endpoints }) => ({
    solution: 'Cairn',
    solution_version: version,
    vendor: 'Cairn',
    restapi_specs_version: '1.1.0',
    endpoints: [...new Set(endpoints.map(({ route }) => route.split(' ')[1]))],
  }),
  reply: capabilities => json(200, capabilities, { Allow: 'OPTIONS' }),
})

export const systemEndpoints = (needs: SystemNeeds): BoundEndpoint[] => bind([options], needs)

/** For administrators, beside the clients. */
export const systemReportEndpoints = (needs: ReportNeeds): BoundEndpoint[] => bind([reportEndpoint], needs)
