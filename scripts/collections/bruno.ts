/** The API as a Bruno collection: a file for each operation. */
import { type CollectionRequest, folders, type Pair } from './request.ts'

/** Lines inside braces are indented by two, and no brace of theirs may close the block early. */
const block = (name: string, lines: readonly string[]): string =>
  `${name} {\n${lines.map(line => `  ${line}`.trimEnd()).join('\n')}\n}\n`

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** A pair that is not required is there, but switched off. */
const pairLine = ({ name, value, required }: Pair): string =>
  `${required ? '' : '~'}${name}: ${oneLine(value)}`

function bodyKind(type: string): string {
  if (/[/+]json$/.test(type)) return 'json'
  if (/[/+]xml$/.test(type)) return 'xml'
  return type === 'application/x-www-form-urlencoded' ? 'form-urlencoded' : 'text'
}

/** A form is pairs; anything else is its text. */
function bodyLines(kind: string, text: string): readonly string[] {
  if (kind !== 'form-urlencoded') return text.split('\n')
  return Object.entries(JSON.parse(text) as Record<string, unknown>).map(
    ([name, value]) => `${name}: ${value}`,
  )
}

function requestFile(request: CollectionRequest, position: number): string {
  const { name, about, method, path, query, pathParameters, headers, body, isAuthorized } = request
  const kind = body ? bodyKind(body.type) : 'none'
  const wanted = query.filter(({ required }) => required).map(each => `${each.name}=${each.value}`)
  const url = `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}${wanted.length === 0 ? '' : `?${wanted.join('&')}`}`
  return [
    block('meta', [`name: ${oneLine(name)}`, 'type: http', `seq: ${position}`]),
    block(method.toLowerCase(), [
      `url: ${url}`,
      `body: ${kind === 'form-urlencoded' ? 'formUrlEncoded' : kind}`,
      `auth: ${isAuthorized ? 'inherit' : 'none'}`,
    ]),
    ...(query.length === 0 ? [] : [block('params:query', query.map(pairLine))]),
    ...(pathParameters.length === 0
      ? []
      : [
          block(
            'params:path',
            pathParameters.map(each => `${each.name}: ${oneLine(each.value)}`),
          ),
        ]),
    ...(headers.length === 0 ? [] : [block('headers', headers.map(pairLine))]),
    ...(body ? [block(`body:${kind}`, bodyLines(kind, body.text))] : []),
    ...(about === '' ? [] : [block('docs', about.split('\n'))]),
  ].join('\n')
}

const COLLECTION = `${JSON.stringify({ version: '1', name: 'Cairn', type: 'collection' }, null, 2)}\n`

const AUTHORIZATION = [
  block('auth', ['mode: oauth2']),
  block('auth:oauth2', [
    'grant_type: client_credentials',
    'access_token_url: {{baseUrl}}/oauth/token',
    'client_id: {{clientId}}',
    'client_secret: {{clientSecret}}',
    'scope: {{scope}}',
    'credentials_placement: basic_auth_header',
    'token_placement: header',
    'token_header_prefix: Bearer',
    'auto_fetch_token: true',
  ]),
  block('auth:oauth2:additional_params:access_token_req:body', ['audience: {{baseUrl}}/openehr/v1']),
].join('\n')

const ENVIRONMENT = [
  block('vars', ['baseUrl: http://localhost:8080', 'clientId: ', 'scope: api.read api.write']),
  'vars:secret [\n  clientSecret\n]\n',
].join('\n')

/** The text of each file, by its path in the collection. */
export function brunoCollection(requests: readonly CollectionRequest[]): Readonly<Record<string, string>> {
  const files = [...folders(requests)].flatMap(([folder, members]) =>
    members.map((each, index) => [`${folder}/${each.id}.bru`, requestFile(each, index + 1)]),
  )
  return {
    'bruno.json': COLLECTION,
    'collection.bru': AUTHORIZATION,
    'environments/local.bru': ENVIRONMENT,
    ...Object.fromEntries(files),
  }
}
