/** The API for operators of many tenants, on the admin port (decision 0131). */
import { type Authenticate, type BoundEndpoint, bind, endpoint, type Mount } from '../../http/index.ts'
import { openApiDocument } from '../../http/openapi/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { type OperatorNeeds, operatorEndpoints } from './endpoints.ts'
import { operatorOf } from './keys.ts'

export { type Changes, openChanges } from './changes.ts'
export { createOperator, listOperators, type Operator, revokeOperator } from './keys.ts'
export { operatorTrail, removeOldRequests } from './requests.ts'

const refuse = (sentence: string) => new Refusal('operator.key', sentence, [], { challenge: 'Bearer' })

/** Only keys of the registry are good: no token of a tenant is one. */
export const authenticateOperator =
  ({ registry }: Pick<OperatorNeeds, 'registry'>): Authenticate =>
  async ({ headers }) => {
    const key = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
    if (key === undefined)
      throw refuse('This API needs the key of an operator, as "Authorization: Bearer …".')
    const operatorId = await operatorOf(registry.db, key)
    if (operatorId === undefined) throw refuse('The key is unknown, revoked or too old.')
    return { clientId: operatorId, scopes: new Set(['api.admin']) }
  }

const ABOUT = {
  title: 'Cairn for operators',
  description:
    'Tenants of one server: created, suspended, moved, deleted. It is served on CAIRN_ADMIN_PORT alone, and reads no record of a tenant.',
}

const descriptionOf = (mount: Mount, version: string): BoundEndpoint => {
  const [described] = bind(
    [
      endpoint({
        route: 'GET /openapi.json',
        scope: 'public',
        unaudited: true,
        produces: ['application/json'],
        doc: {
          operationId: 'operator_description',
          tag: 'Service',
          summary: 'This description',
          responses: { 200: { description: 'OpenAPI 3.1.' } },
        },
        read: () => undefined,
        act: () => openApiDocument([mount], { baseUrl: '/', tokenUrl: '', version }, OPERATOR_API),
        reply: body => ({
          status: 200,
          headers: { 'Content-Type': 'application/json; charset=utf-8' },
          body: JSON.stringify(body, null, 2),
        }),
      }),
    ],
    {},
  )
  return described as BoundEndpoint
}

const OPERATOR_API = {
  ...ABOUT,
  schemas: {},
  refusal: {
    types: ['application/json'],
    schema: {
      type: 'object',
      properties: { code: { type: 'string' }, message: { type: 'string' }, requestId: { type: 'string' } },
    },
  },
  security: { name: 'operatorKey', scheme: { type: 'http', scheme: 'bearer' } },
}

export function operatorMount(needs: OperatorNeeds, version: string): Mount {
  const mount: Mount = { prefixes: ['/operator/v1'], endpoints: bind(operatorEndpoints, needs) }
  return { ...mount, endpoints: [...mount.endpoints, descriptionOf(mount, version)] }
}
