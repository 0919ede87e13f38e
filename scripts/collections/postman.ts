/** The API as a Postman collection, format 2.1. */
import { type CollectionRequest, folders, type Pair } from './request.ts'

const asPair = ({ name, value, about, required }: Pair) => ({
  key: name,
  value,
  ...(about === '' ? {} : { description: about }),
  ...(required ? {} : { disabled: true }),
})

function urlOf({ path, query, pathParameters }: CollectionRequest) {
  const segments = path
    .split('/')
    .filter(each => each !== '')
    .map(each => each.replace(/^\{(\w+)\}$/, ':$1'))
  const search = query.filter(({ required }) => required).map(({ name, value }) => `${name}=${value}`)
  return {
    raw: `{{baseUrl}}/${segments.join('/')}${search.length === 0 ? '' : `?${search.join('&')}`}`,
    host: ['{{baseUrl}}'],
    path: segments,
    ...(query.length === 0 ? {} : { query: query.map(asPair) }),
    ...(pathParameters.length === 0
      ? {}
      : {
          variable: pathParameters.map(({ name, value, about }) => ({
            key: name,
            value,
            description: about,
          })),
        }),
  }
}

function bodyOf({ type, text }: NonNullable<CollectionRequest['body']>) {
  if (type === 'application/x-www-form-urlencoded')
    return {
      mode: 'urlencoded',
      urlencoded: Object.entries(JSON.parse(text) as Record<string, string>).map(([key, value]) => ({
        key,
        value,
      })),
    }
  const language = type.endsWith('json') ? 'json' : 'text'
  return { mode: 'raw', raw: text, options: { raw: { language } } }
}

function itemOf(request: CollectionRequest) {
  const { name, about, method, headers, body, isAuthorized } = request
  return {
    name,
    request: {
      method,
      ...(about === '' ? {} : { description: about }),
      ...(isAuthorized ? {} : { auth: { type: 'noauth' } }),
      header: headers.map(asPair),
      url: urlOf(request),
      ...(body ? { body: bodyOf(body) } : {}),
    },
  }
}

const variable = (key: string, value: string) => ({ key, value, type: 'string' })
const setting = (key: string, value: string) => ({ key, value, type: 'string' })

export function postmanCollection(requests: readonly CollectionRequest[]): string {
  const collection = {
    info: {
      name: 'Cairn',
      description: 'Set baseUrl, clientId and clientSecret, then get a token in the tab Authorization.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'oauth2',
      oauth2: [
        setting('grant_type', 'client_credentials'),
        setting('accessTokenUrl', '{{baseUrl}}/oauth/token'),
        setting('clientId', '{{clientId}}'),
        setting('clientSecret', '{{clientSecret}}'),
        setting('audience', '{{baseUrl}}/openehr/v1'),
        setting('scope', '{{scope}}'),
        setting('client_authentication', 'header'),
        setting('addTokenTo', 'header'),
      ],
    },
    variable: [
      variable('baseUrl', 'http://localhost:8080'),
      variable('clientId', ''),
      variable('clientSecret', ''),
      variable('scope', 'api.read api.write'),
    ],
    item: [...folders(requests)].map(([name, members]) => ({ name, item: members.map(itemOf) })),
  }
  return `${JSON.stringify(collection, null, 2)}\n`
}
