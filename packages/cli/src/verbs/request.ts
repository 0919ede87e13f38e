/** `cairn get`, `post`, `put`, `delete`, `call`: any request of the API, with body and headers. */
import { UsageError } from '../command/usage-error.ts'
import { type Context, verb } from '../command/verb.ts'
import { tellWarnings, warningsIn } from '../command/warnings.ts'

const OPTIONS = {
  header: {
    type: 'string',
    short: 'H',
    multiple: true,
    value: 'name: value',
    about: 'a header of the request',
  },
  body: {
    type: 'string',
    short: 'd',
    value: 'text',
    about: 'the body; @file reads a file, @- standard input',
  },
  type: {
    type: 'string',
    value: 'media type',
    about: 'Content-Type of the body (default: application/json)',
  },
  include: { type: 'boolean', short: 'i', about: 'print the status and the headers of the answer too' },
  scope: {
    type: 'string',
    value: 'scopes',
    about:
      'scopes to ask for, separated by spaces; without it, all of the client but api.admin and api.lenient',
  },
} as const

interface Sent {
  readonly header: readonly string[]
  readonly body: string | undefined
  readonly type: string | undefined
  readonly include: boolean
}

function headersOf(lines: readonly string[], words: string): Record<string, string> {
  return Object.fromEntries(
    lines.map(line => {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(line) ?? []
      if (name === undefined || value === undefined)
        throw new UsageError(`--header takes "name: value", not "${line}".`, words)
      return [name, value]
    }),
  )
}

async function bodyOf({ readText }: Context, body: string | undefined): Promise<string | undefined> {
  return body?.startsWith('@') ? readText(body.slice(1)) : body
}

const headLines = ({ status, headers }: Response): string =>
  [`HTTP ${status}`, ...[...headers].map(([name, value]) => `${name}: ${value}`), ''].join('\n')

async function sendRequest(
  context: Context,
  method: string,
  path: string,
  sent: Sent,
  words: string,
): Promise<void> {
  if (!path.startsWith('/')) throw new UsageError(`A path begins with a slash, not "${path}".`, words)
  const headers = headersOf(sent.header, words)
  const body = await bodyOf(context, sent.body)
  const answer = await context.connect().call(`${method} ${path}`, {
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': sent.type ?? 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    signal: context.stop,
  })
  const text = await answer.text()
  if (context.isJson) {
    const isJson = /[/+]json\b/.test(answer.headers.get('Content-Type') ?? '')
    const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : text
    context.print({ status: answer.status, headers: Object.fromEntries(answer.headers), body: parsed }, '')
    return
  }
  if (!sent.include) tellWarnings(context, warningsIn(answer))
  const shown = `${sent.include ? `${headLines(answer)}\n` : ''}${text}`
  if (shown !== '') context.write(shown)
}

const method = (name: 'get' | 'post' | 'put' | 'delete', about: string, examples: readonly string[]) =>
  verb({
    words: name,
    about,
    args: [{ name: 'path', about: 'the path, with its query string' }],
    options: OPTIONS,
    examples,
    run: (context, { args: [path = ''], options }) =>
      sendRequest(context, name.toUpperCase(), path, options, name),
  })

export const REQUEST_VERBS = [
  method('get', 'send a GET request', [
    'cairn get /openehr/v1/definition/template/adl1.4',
    'cairn get /admin/v1/system --scope api.admin',
  ]),
  method('post', 'send a POST request', [
    'cairn post /openehr/v1/ehr -i',
    'cairn post /openehr/v1/query/aql -d @query.json',
  ]),
  method('put', 'send a PUT request', [
    'cairn put /openehr/v1/definition/query/org.example::ehrs --type text/plain -d "SELECT e FROM EHR e"',
  ]),
  method('delete', 'send a DELETE request', [
    'cairn delete /openehr/v1/definition/query/org.example::ehrs/1.0.0',
  ]),
  verb({
    words: 'call',
    about: 'send a request that is given as "METHOD /path"',
    args: [{ name: 'request', about: 'method and path; default: "GET /openehr/v1"', optional: true }],
    options: OPTIONS,
    examples: ['cairn call "GET /openehr/v1/definition/template/adl1.4"'],
    run: (context, { args: [request = 'GET /openehr/v1'], options }) => {
      const [, name, path] = /^([A-Z]+) (\/.*)$/.exec(request) ?? []
      if (name === undefined || path === undefined)
        throw new UsageError(
          `A request is a method and a path, such as "GET /openehr/v1", not "${request}".`,
          'call',
        )
      return sendRequest(context, name, path, options, 'call')
    },
  }),
]
