/** Serves the page for operators of tenants at `/operator`: the page itself and its files. */
import { Refusal } from '../../refusal/index.ts'
import { bind, type Endpoint, endpoint, type Incoming, type Mount, type Reply } from '../endpoint.ts'
import { basePath } from './base-path.ts'
import { type ConsoleFiles, keepFor, pageReply, readOperatorFiles } from './console-files.ts'
import { memoize } from './memoize.ts'
import { fileReply } from './static-files.ts'

interface OperatorPageNeeds {
  readonly files: () => ConsoleFiles | undefined
}

function answer({ files }: OperatorPageNeeds, request: Incoming): Reply {
  const built = files()
  if (!built)
    throw new Refusal('resource.not_found', 'The page for operators has not been built: run "npm run build".')
  const name = request.parameters['*']
  if (name === undefined) return pageReply(built.page, { base: basePath(request), connect: '' })
  const file = built.files.get(`assets/${name}`)
  if (!file) throw new Refusal('resource.not_found', 'The page for operators has no such file.')
  return fileReply(file, keepFor(`assets/${name}`), request.headers['accept-encoding']?.toString())
}

const operatorEndpoint = (route: `GET /${string}`, operationId: string): Endpoint<OperatorPageNeeds> =>
  endpoint({
    route,
    scope: 'public',
    unaudited: true,
    produces: [],
    otherNames: 'ignored',
    doc: {
      operationId,
      tag: 'Service',
      summary: 'The page for operators',
      responses: { 200: { description: 'The page, or a file of it.' } },
    },
    read: request => request,
    act: (needs: OperatorPageNeeds, _caller, request) => answer(needs, request),
    reply: reply => reply,
  })

const ENDPOINTS = [
  operatorEndpoint('GET /operator', 'operator_page'),
  operatorEndpoint('GET /operator/assets/*', 'operator_file'),
]

export const operatorPageMount = (): Mount => ({
  prefixes: [''],
  endpoints: bind(ENDPOINTS, { files: memoize(readOperatorFiles) }),
})
