/** Serves the documentation at `/docs`, made by `scripts/site.ts`, and the small files that programs look for at the root. */
import { fileURLToPath } from 'node:url'
import { Refusal } from '../../refusal/index.ts'
import { bind, type Endpoint, endpoint, type Incoming, type Mount, type Reply } from '../endpoint.ts'
import { memoize } from './memoize.ts'
import { FOREVER, fileReply, readStaticFiles, SHORT, type StaticFiles } from './static-files.ts'

/** The same for the built server and for its source. */
const FOLDER = fileURLToPath(new URL('../../../dist/docs/', import.meta.url))

/** Pages need a style sheet, a script and pictures of this server, and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export interface DocsNeeds {
  readonly prefixes: readonly string[]
  readonly baseUrl: string
  /** An address for reports of faults in security: `mailto:` or `https:`. */
  readonly securityContact: string | undefined
  readonly now: () => number
}

type Bound = DocsNeeds & { readonly files: () => StaticFiles | undefined }

interface Asked {
  readonly name: string
  readonly acceptEncoding: string | undefined
  /** Asked for as `/docs`, without a slash at the end: links of the page would begin one folder too high. */
  readonly isAbove: boolean
  readonly hasStamp: boolean
}

const asked = ({ parameters, headers, target, query }: Incoming): Asked => ({
  name: parameters['*'] ?? '',
  acceptEncoding: headers['accept-encoding']?.toString(),
  isAbove: /\/docs(\?|$)/.test(target),
  hasStamp: query.has('v'),
})

function builtFiles({ files }: Bound): StaticFiles {
  const built = files()
  if (!built)
    throw new Refusal('resource.not_found', 'The documentation has not been built: run "npm run build".')
  return built
}

/** `guides/backup` is the page `guides/backup.html`. */
function docsFile(needs: Bound, { name, acceptEncoding, isAbove, hasStamp }: Asked): Reply {
  const files = builtFiles(needs)
  const wanted = name.replace(/\/$/, '') || 'index.html'
  const file = files.get(wanted) ?? files.get(`${wanted}.html`)
  if (!file)
    throw new Refusal('resource.not_found', 'The documentation has no such page; its contents are at /docs.')
  const reply = fileReply(file, hasStamp ? FOREVER : SHORT, acceptEncoding)
  if (!file.type.startsWith('text/html')) return reply
  const body = isAbove ? belowDocs(file.plain.toString('utf8')) : file.plain
  return { ...reply, headers: { ...reply.headers, 'Content-Security-Policy': POLICY }, body }
}

/** The first page with its links as seen from the folder above. */
const belowDocs = (page: string): string =>
  page.replaceAll(/(href|src|data-root)="(?!#|https?:)([^"]*)"/g, '$1="docs/$2"')

/** The list of pages for programs (llmstxt.org), with its links as seen from the root. */
function llmsText(needs: Bound): Reply {
  const text = builtFiles(needs).get('llms.txt')?.plain.toString('utf8') ?? ''
  return {
    status: 200,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': SHORT },
    body: text.replaceAll('](', '](docs/'),
  }
}

const DAY_MS = 86_400_000
const GOOD_FOR_DAYS = 90

/** RFC 9116. */
function securityText({ baseUrl, securityContact, now }: DocsNeeds): Reply {
  const policy = `${baseUrl}/docs/explanations/security.html`
  const expires = new Date((Math.floor(now() / DAY_MS) + GOOD_FOR_DAYS) * DAY_MS).toISOString()
  const lines = [
    `Contact: ${securityContact ?? policy}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    `Policy: ${policy}`,
  ]
  return {
    status: 200,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: `${lines.join('\n')}\n`,
  }
}

const publicPage = (
  route: `GET /${string}`,
  operationId: string,
  answer: (needs: Bound, input: Asked) => Reply,
): Endpoint<Bound> =>
  endpoint({
    route,
    scope: 'public',
    unaudited: true,
    produces: [],
    otherNames: 'ignored',
    doc: {
      operationId,
      tag: 'Service',
      summary: 'A file of the documentation',
      hidden: true,
      responses: { 200: { description: 'The page, or a file of it.' } },
    },
    read: asked,
    act: (needs, _caller, input) => answer(needs, input),
    reply: reply => reply,
  })

const favicon = (needs: Bound, asked: Asked): Reply => docsFile(needs, { ...asked, name: 'assets/mark.svg' })

const firstPage: Endpoint<Bound> = endpoint({
  route: 'GET /docs',
  scope: 'public',
  unaudited: true,
  produces: ['text/html'],
  doc: {
    operationId: 'documentation',
    tag: 'Service',
    summary: 'The documentation',
    description:
      'Pages for people, without a token; each is also there as Markdown, and `/llms.txt` lists them.',
    responses: { 200: { description: 'The first page.', schema: { type: 'string' } } },
  },
  read: asked,
  act: (needs: Bound, _caller, input: Asked) => docsFile(needs, input),
  reply: reply => reply,
})

const ENDPOINTS: readonly Endpoint<Bound>[] = [
  firstPage,
  publicPage('GET /docs/*', 'documentation_file', docsFile),
  publicPage('GET /llms.txt', 'llms_text', llmsText),
  publicPage('GET /.well-known/security.txt', 'security_text', securityText),
  publicPage('GET /favicon.ico', 'favicon', favicon),
]

export const docsMount = (needs: DocsNeeds): Mount => ({
  prefixes: needs.prefixes,
  endpoints: bind(ENDPOINTS, { ...needs, files: memoize(() => readStaticFiles(FOLDER)) }),
})
