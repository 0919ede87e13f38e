/** Templates as web templates in envelopes, and examples of their data. */
import { addressOf, enveloped, textOf } from './operation.ts'
import type { CompatiblePath } from './path.ts'

const ROOT = '/definition/template/adl1.4'
const LIST = `GET ${ROOT}` as const
const READ = `GET ${ROOT}/{template_id}` as const
const EXAMPLE = `GET ${ROOT}/{template_id}/example` as const

interface ListedTemplate {
  readonly template_id: string
  readonly created_timestamp: string
}

export const templatePaths: readonly CompatiblePath[] = [
  {
    route: 'GET /template',
    of: LIST,
    summary: 'List the templates',
    act: async ({ call }, caller, request) => {
      const reply = await call(LIST, caller, request, {
        query: new URLSearchParams(),
        accepted: 'application/json',
      })
      const listed = JSON.parse(await textOf(reply)) as ListedTemplate[]
      return enveloped(reply, 200, {
        action: 'LIST',
        templates: listed.map(each => ({
          templateId: each.template_id,
          createdOn: each.created_timestamp,
        })),
        meta: { href: addressOf(request, '/template') },
      })
    },
  },
  {
    route: 'GET /template/{templateId}',
    of: READ,
    summary: 'Read a web template',
    act: async ({ call }, caller, request) => {
      const { templateId = '' } = request.parameters
      const reply = await call(READ, caller, request, {
        parameters: { template_id: templateId },
        query: new URLSearchParams(),
        accepted: 'application/openehr.wt+json',
      })
      return enveloped(reply, 200, {
        action: 'RETRIEVE',
        webTemplate: JSON.parse(await textOf(reply)),
        meta: { href: addressOf(request, `/template/${encodeURIComponent(templateId)}`) },
      })
    },
  },
  {
    route: 'GET /template/{templateId}/example',
    of: EXAMPLE,
    summary: 'Make an example of the data of a template',
    act: ({ call }, caller, request) => {
      const query = new URLSearchParams(request.query)
      if (!query.get('format')) query.set('format', 'FLAT')
      return call(EXAMPLE, caller, request, {
        parameters: { template_id: request.parameters['templateId'] ?? '' },
        query,
        accepted: 'application/json',
      })
    },
  },
]
