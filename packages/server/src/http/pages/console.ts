/** Serves the console at `/console`: its files by name, and its page at every other address below. */
import { readFileSync } from 'node:fs'
import { StartError } from '../../db/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { bind, type Endpoint, endpoint, type Incoming, type Mount, type Reply } from '../endpoint.ts'
import { basePath } from './base-path.ts'
import { type ConsoleFiles, keepFor, type PageFacts, pageReply, readConsoleFiles } from './console-files.ts'
import { memoize } from './memoize.ts'
import { fileReply } from './static-files.ts'

interface ConsoleNeeds extends Pick<PageFacts, 'connect' | 'hasTerminology'> {
  readonly files: () => ConsoleFiles | undefined
  /** Definitions of the site, as JSON. */
  readonly archetypes: string
}

interface Asked {
  /** Path below `/console/`. */
  readonly name: string
  /** Path of the mount, as the browser sees it. */
  readonly base: string
  readonly acceptEncoding: string | undefined
}

const asked = (request: Incoming): Asked => ({
  name: request.parameters['*'] ?? '',
  base: basePath(request),
  acceptEncoding: request.headers['accept-encoding']?.toString(),
})

const ARCHETYPES = 'archetypes.json'

function answer(needs: ConsoleNeeds, { name, base, acceptEncoding }: Asked): Reply {
  const { files, archetypes, ...facts } = needs
  const built = files()
  if (!built) throw new Refusal('resource.not_found', 'The console has not been built: run "npm run build".')
  if (name === ARCHETYPES)
    return { status: 200, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: archetypes }
  const file = built.files.get(name)
  if (file) return fileReply(file, keepFor(name), acceptEncoding)
  // A file of another build, for which the page would be a wrong answer.
  if (name.startsWith('assets/')) throw new Refusal('resource.not_found', 'The console has no such file.')
  return pageReply(built.page, { ...facts, base })
}

const consoleEndpoint = (route: `GET /${string}`, operationId: string): Endpoint<ConsoleNeeds> =>
  endpoint({
    route,
    scope: 'public',
    unaudited: true,
    produces: [],
    otherNames: 'ignored',
    doc: {
      operationId,
      tag: 'Service',
      summary: 'The console',
      responses: { 200: { description: 'The page, or a file of it.' } },
    },
    read: asked,
    act: (needs, _caller, input) => answer(needs, input),
    reply: reply => reply,
  })

const ENDPOINTS = [
  consoleEndpoint('GET /console', 'console'),
  consoleEndpoint('GET /console/*', 'console_file'),
]

/** The origin of tokens, where it is another one than that of the API. */
function connectTo(baseUrl: string, authUrl: string): string {
  const { origin } = new URL(authUrl)
  return origin === new URL(baseUrl).origin ? '' : ` ${origin}`
}

/** Read once: a file that is no list stops the start, not the work of somebody in the console. */
function readArchetypes(file: string | undefined): string {
  if (file === undefined) return '[]'
  let given: unknown
  try {
    given = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartError(
      `CAIRN_CONSOLE_ARCHETYPES: the file ${file} cannot be read as JSON (${String(error)}).`,
    )
  }
  if (!Array.isArray(given)) throw new StartError(`CAIRN_CONSOLE_ARCHETYPES: the file ${file} is no list.`)
  return JSON.stringify(given)
}

export function consoleMount(needs: {
  readonly prefixes: readonly string[]
  readonly baseUrl: string
  readonly authUrl: string
  readonly consoleArchetypes: string | undefined
  readonly hasTerminology: boolean
}): Mount {
  const files = memoize(readConsoleFiles)
  const connect = connectTo(needs.baseUrl, needs.authUrl)
  const { hasTerminology } = needs
  const archetypes = readArchetypes(needs.consoleArchetypes)
  return {
    prefixes: needs.prefixes,
    endpoints: bind(ENDPOINTS, { files, connect, archetypes, hasTerminology }),
  }
}
