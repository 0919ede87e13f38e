/** Calls operations of the openEHR API with a translated request: the compatible paths have no implementation of their own. */
import { Readable } from 'node:stream'
import type { BoundEndpoint, Caller, Incoming, Reply } from '../http/index.ts'

/** The parts of a request that a translation replaces. */
type Translated = Partial<Pick<Incoming, 'parameters' | 'query' | 'headers' | 'body' | 'accepted'>>

type Route = BoundEndpoint['route']

export interface Operations {
  /** Scope and right of the operation; a path that stands for it needs the same. */
  rightsOf(route: Route): Pick<BoundEndpoint, 'scope' | 'right' | 'removes'>
  call(route: Route, caller: Caller, request: Incoming, translated: Translated): Promise<Reply>
  /** As `call`, with the value that the reply is made of, for an envelope that says more about it. */
  open(route: Route, caller: Caller, request: Incoming, translated: Translated): Promise<OpenReply>
}

interface OpenReply {
  readonly reply: Reply
  /** The result of the operation's `act`, whose type the route determines. */
  readonly found: unknown
}

/** Every member is named, since some of a request are made on first use. */
const translatedRequest = (request: Incoming, translated: Translated): Incoming => ({
  parameters: request.parameters,
  query: request.query,
  headers: request.headers,
  body: request.body,
  accepted: request.accepted,
  target: request.target,
  mountPoint: request.mountPoint,
  requestId: request.requestId,
  address: request.address,
  ...translated,
  get publicUrl() {
    return request.publicUrl
  },
  get signal() {
    return request.signal
  },
  get after() {
    return request.after
  },
})

export function openOperations(endpoints: readonly BoundEndpoint[]): Operations {
  const byRoute = new Map(endpoints.map(each => [each.route, each]))
  const find = (route: Route): BoundEndpoint => {
    const operation = byRoute.get(route)
    if (!operation) throw new Error(`there is no operation ${route}`)
    return operation
  }
  const open: Operations['open'] = async (route, caller, request, translated) => {
    const { read, act, reply } = find(route)
    const asked = translatedRequest(request, translated)
    const input = read(asked)
    const found = await act(caller, input)
    return { reply: reply(found as never, input, asked), found }
  }
  return {
    rightsOf: route => {
      const { scope, right, removes } = find(route)
      return { scope, ...(right ? { right } : {}), ...(removes ? { removes } : {}) }
    },
    call: async (...called) => (await open(...called)).reply,
    open,
  }
}

/** The body of a reply as text; one in pieces is read to its end. */
export async function textOf({ body = '' }: Reply): Promise<string> {
  if (typeof body === 'string') return body
  if (!(body instanceof Readable))
    return Array.isArray(body) ? body.join('') : Buffer.from(body as Uint8Array).toString()
  let text = ''
  for await (const piece of body) text += String(piece)
  return text
}

/** The version uid or the id that `ETag` names. */
export const idOfReply = ({ headers }: Reply): string => (headers?.['ETag'] ?? '').replaceAll('"', '')

/** The public address of a path below the mount of the request. */
export const addressOf = ({ publicUrl, target, mountPoint }: Incoming, path: string): string =>
  `${publicUrl.slice(0, publicUrl.length - (target.length - mountPoint.prefix.length))}${path}`

/** Replaces the body of a reply by an envelope, as EhrScape has it; headers of the operation stay, but for those about its body. */
export function enveloped(reply: Reply, status: number, body: object, path?: string): Reply {
  const { Location: _location, 'Preference-Applied': _applied, ...headers } = reply.headers ?? {}
  return {
    ...reply,
    status,
    headers: {
      ...headers,
      ...(path === undefined ? {} : { Location: path }),
      'Content-Type': 'application/json; charset=utf-8',
    },
    body: JSON.stringify(body),
  }
}

/** The value of a parameter in the query string; an empty one counts as absent. */
export const parameterIn = ({ query }: Incoming, name: string): string | undefined =>
  query.get(name) || undefined
