/** The import table of the repository as rules that can be run: what each folder may import. */
import { allImports, type Import, type Sources, withoutComments } from './imports.ts'
import { foreignTables } from './table-owners.ts'

export interface Violation {
  readonly file: string
  readonly rule: string
}

/** Names in the `dependencies` of each package's `package.json`; npm would let it import its siblings' as well. */
export type Declared = Readonly<Record<string, readonly string[]>>

const isTest = (file: string) => file.endsWith('.test.ts')

/**
 * `packages/server/src/auth/store.ts` → package `server`, folder `auth`, inside it `store.ts`. `audit/search` has a row of its own: it uses
 * `http`, which uses the rest of `audit`.
 */
function placeOf(file: string): { name: string; folder: string; rest: string } | undefined {
  const match = /^packages\/([^/]+)\/src\/(?:(audit\/search|[^/]+)\/)?(.+)$/.exec(file)
  return match ? { name: match[1] ?? '', folder: match[2] ?? '', rest: match[3] ?? '' } : undefined
}

/** Parts of `openehr` by the longest matching row; a row names everything that the part may import besides itself. */
const OPENEHR: readonly (readonly [part: string, may: readonly string[]])[] = [
  ['rm/', ['problem.ts']],
  ['path/', ['problem.ts', 'rm/']],
  ['format/complete/', ['problem.ts', 'rm/', 'path/', 'format/', 'template/']],
  ['format/flat/', ['problem.ts', 'rm/', 'path/', 'format/', 'template/']],
  ['format/structured/', ['problem.ts', 'rm/', 'path/', 'format/', 'template/']],
  ['format/', ['problem.ts', 'rm/', 'path/']],
  ['template/', ['problem.ts', 'rm/', 'path/', 'format/xml/']],
  ['aql/', ['problem.ts', 'rm/', 'path/']],
  ['validate/', ['problem.ts', 'rm/', 'path/', 'template/']],
  ['problem.ts', []],
  ['index.ts', ['']],
]

/** Folders under the rooms: each may import those before it. */
export const FLOOR = [
  'settings',
  'ids',
  'collections',
  'streams',
  'refusal',
  'access',
  'db',
  'seals',
  'observe',
  'audit',
  'threads',
  'http',
]

/** Rooms of the server, and which other rooms each may enter. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  people: [],
  auth: ['people'],
  system: [],
  terminology: [],
  'audit/search': [],
  definitions: [],
  roots: [],
  relation: ['roots'],
  indexes: ['relation'],
  versions: ['roots'],
  records: ['versions', 'definitions'],
  ehr: ['records', 'versions', 'definitions'],
  demographic: ['ehr', 'records', 'versions', 'definitions'],
  query: ['definitions', 'roots', 'relation', 'indexes', 'versions', 'terminology'],
  datamap: ['definitions', 'roots', 'relation', 'indexes', 'versions', 'records', 'query', 'ehr'],
  admin: ['versions', 'definitions', 'records', 'ehr', 'demographic'],
  drafts: ['versions', 'records'],
  fhir: ['audit/search', 'versions', 'definitions', 'records', 'query', 'demographic'],
  ehrscape: ['versions', 'records'],
  events: ['versions'],
  live: ['events', 'query', 'definitions'],
  webhooks: ['live', 'events', 'query'],
  transfer: ['versions', 'roots', 'definitions', 'records', 'query', 'datamap'],
  // On top of all others: it opens one set of services for each tenant.
  tenants: ['app', 'auth', 'people', 'versions'],
}

/** Side doors: the `index.ts` of a folder inside a room, and the rooms that may use it. The top may use all of them. */
const SIDE_DOORS: Readonly<Record<string, readonly string[]>> = {
  'access/scopes': ['auth', 'people', 'records', 'demographic', 'fhir'],
  'db/distribution': ['system', 'tenants'],
  'db/moving': ['tenants'],
  'db/reads': ['http', 'query', 'datamap', 'fhir', 'live', 'transfer'],
  'db/writing': ['seals', 'definitions', 'roots', 'versions'],
  'http/openapi': ['tenants'],
  'http/pages': ['tenants'],
  'http/reply': Object.keys(ROOMS),
  'http/request': Object.keys(ROOMS),
  'people/assignments': ['auth'],
  'people/pages': ['auth'],
  'people/roles': ['auth'],
  'roots/writing': ['versions'],
  'relation/expressions': ['indexes', 'query', 'datamap'],
  'versions/companions': ['records', 'ehr', 'demographic', 'query', 'datamap', 'admin', 'transfer', 'fhir'],
  'versions/erasure': ['admin'],
  'versions/parties': ['records', 'ehr', 'demographic', 'drafts', 'transfer', 'fhir'],
  'versions/packing': ['query', 'datamap', 'transfer'],
  'versions/printed': ['records', 'ehr', 'query', 'datamap', 'events', 'fhir'],
  'versions/transfer': ['admin', 'transfer', 'events'],
  'versions/verify': ['admin', 'demographic'],
  'query/analysis': ['datamap'],
  'query/calls': ['live', 'datamap', 'webhooks'],
  'records/documented': ['ehr', 'demographic', 'datamap', 'admin', 'drafts'],
  'records/reply': ['ehr', 'datamap', 'ehrscape'],
  'records/request': ['ehr', 'datamap', 'admin', 'transfer', 'fhir'],
  'records/uids': ['ehr', 'demographic', 'datamap', 'admin', 'ehrscape', 'drafts'],
}

function writesIn(file: string, text: string): Violation[] {
  const { name, folder = '' } = placeOf(file) ?? {}
  if (name !== 'server' || isTest(file)) return []
  return foreignTables(folder, text).map(table => ({
    file,
    rule: `server/${folder} may not write cairn.${table}`,
  }))
}

/** The folders on top of the rooms: `app` puts them together, `commands` runs it. */
const TOP = ['app', 'commands']

/** The only file beside the folders: it loads the commands late, and first one file that loads no other of ours. */
const ENTRY = 'main.ts'
const LOADED_FIRST = 'packages/server/src/settings/open-files.ts'

/** Folders of the console: each may import those before it. A file beside them stands under all. */
const CONSOLE = ['language', 'display', 'requests', 'parts', 'session', 'screens', 'frame', 'operator']

/** Folders of `fhir`: each may import those before it. */
const FHIR = ['r4', 'paths', 'openehr', 'fhir', 'mapping', 'values', 'programs', 'engine']

/** Screens that show a part of other screens. The queries of a screen are open to all. */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  audit: ['demographics'],
  'break-glass': ['demographics'],
  composition: ['demographics', 'ehr'],
  ehr: ['demographics'],
  ehrs: ['demographics', 'overview'],
  form: ['demographics', 'ehr'],
  overview: ['subscriptions', 'system'],
  people: ['demographics'],
  templates: ['form'],
}

/** The packages of this repository that a package may import. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  openehr: [],
  embedded: [],
  fhir: ['@cairn-ehr/openehr'],
  client: ['@cairn-ehr/openehr'],
  cli: ['@cairn-ehr/openehr', '@cairn-ehr/client'],
  console: ['@cairn-ehr/openehr', '@cairn-ehr/client', '@cairn-ehr/cli'],
  server: ['@cairn-ehr/openehr', '@cairn-ehr/fhir', '@cairn-ehr/console', '@cairn-ehr/embedded'],
}

/** The files that may read the environment: programs, for their settings, and code that builds the clean one of a child process. */
const ENVIRONMENT = [/^packages\/(server|cli)\/src\/main\.ts$/, /^packages\/embedded\/src\/account\.ts$/]

/** Files of the demo hospital that the console bundles; tests and the reader of files are not among them. */
const BROWSER_DEMO = /^packages\/cli\/src\/demo\/(?!template-files\.ts|.*\.test\.ts)/

const bareName = (target: string) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(target)?.[0] ?? ''

function packageRule({ from, to }: Import, declared: Declared): string | undefined {
  const place = placeOf(from)
  if (!place) return undefined
  const { name, folder } = place
  if (to.startsWith('node:') && BROWSER_DEMO.test(from))
    return `the demo hospital is also made in a browser: no ${to}`
  if (to.startsWith('node:'))
    return ['openehr', 'fhir', 'client', 'console'].includes(name)
      ? `${name} runs in a browser: no ${to}`
      : undefined
  const wanted = bareName(to)
  if (name === 'console' && wanted === '@cairn-ehr/cli' && !/^@cairn-ehr\/cli\/demo(\/|$)/.test(to))
    return 'console may import nothing of @cairn-ehr/cli but the demo hospital'
  if (wanted.startsWith('@cairn-ehr/') && !PACKAGES[name]?.includes(wanted))
    return `${name} may not import ${wanted}`
  if (name === 'openehr' && wanted !== 'saxes' && wanted !== 're2js')
    return `openehr imports nothing but saxes and re2js: not ${wanted}`
  if (wanted === 'saxes' && !from.startsWith('packages/openehr/src/format/xml/'))
    return 'only openehr/format/xml imports saxes'
  if (wanted === 'pg' && name !== 'embedded' && !(name === 'server' && folder === 'db'))
    return 'only server/db imports pg'
  return declared[name]?.includes(wanted) ? undefined : `${wanted} is not a dependency of ${name}`
}

function openehrRule(from: string, to: string): string | undefined {
  const row = OPENEHR.find(([part]) => from.startsWith(part))
  if (!row) return `there is no row for openehr/${from} in the import table`
  const [part, may] = row
  if (to.startsWith(part) || may.some(allowed => to.startsWith(allowed))) return undefined
  return `openehr/${part} may not import openehr/${to}`
}

function serverRule({ from, to }: Import): string | undefined {
  const source = placeOf(from)
  const target = placeOf(to)
  if (!source || !target || (source.folder === target.folder && source.folder !== '')) return undefined
  const name = `server/${source.folder || source.rest}`
  if (target.rest === ENTRY && target.folder === '') return 'nothing imports main.ts'
  if (source.folder === '')
    return target.folder === 'commands' || to === LOADED_FIRST ? undefined : `${name} imports commands alone`
  if (target.folder === 'commands') return 'only main.ts imports commands'
  if (target.folder === 'app') {
    if (source.folder !== 'commands' && !ROOMS[source.folder]?.includes('app'))
      return `${name} may not import server/app`
    return target.rest === 'index.ts' ? undefined : 'server/app is entered through its index.ts'
  }
  const door = `${target.folder}/${target.rest}`.replace(/\/index\.ts$/, '')
  const users = door === target.folder ? [source.folder] : SIDE_DOORS[door]
  if (FLOOR.includes(target.folder)) {
    if (FLOOR.includes(source.folder) && FLOOR.indexOf(source.folder) < FLOOR.indexOf(target.folder))
      return `${name} may not import server/${target.folder}`
    const isInside = source.folder.startsWith(`${target.folder}/`)
    const mayEnter = users !== undefined && [...users, ...TOP].includes(source.folder)
    return isInside || mayEnter ? undefined : `server/${target.folder} is entered through its index.ts`
  }
  if (!Object.hasOwn(ROOMS, target.folder))
    return `there is no row for server/${target.folder} in the import table`
  if (!users) return `server/${target.folder} is entered through its index.ts`
  if (target.folder === 'tenants' && source.folder === 'app') return `${name} may not import server/${door}`
  if (TOP.includes(source.folder)) return undefined
  return ROOMS[source.folder]?.includes(target.folder) && users.includes(source.folder)
    ? undefined
    : `${name} may not import server/${door}`
}

function consoleRule({ from, to }: Import): string | undefined {
  const source = placeOf(from)
  const target = placeOf(to)
  if (!source || !target || target.folder === '' || source.rest === 'main.tsx') return undefined
  const name = `console/${source.folder || source.rest}`
  if (source.folder === '') return `${name} imports no folder`
  const [own = '', screen = ''] = [source, target].map(({ rest }) => rest.split('/')[0])
  if (source.folder === 'screens' && target.folder === 'screens') {
    if (own === screen || SCREENS[own]?.includes(screen) || target.rest === `${screen}/queries.ts`)
      return undefined
    return `console/screens/${own} may not import console/screens/${screen}`
  }
  const isAllowed = CONSOLE.indexOf(target.folder) <= CONSOLE.indexOf(source.folder)
  return isAllowed ? undefined : `${name} may not import console/${target.folder}`
}

function fhirRule({ from, to }: Import): string | undefined {
  const source = placeOf(from)
  const target = placeOf(to)
  if (!source || !target || !FHIR.includes(source.folder)) return undefined
  return FHIR.indexOf(target.folder) <= FHIR.indexOf(source.folder)
    ? undefined
    : `fhir/${source.folder} may not import fhir/${target.folder}`
}

/** Keys of queries have one home, so that a change finds all that it makes stale. */
const keysIn = (file: string, text: string): Violation[] =>
  file.startsWith('packages/console/src/screens/') &&
  !file.endsWith('/queries.ts') &&
  /\b(?:useAsk|useQuery|useQueries|useInfiniteQuery|queryKey)\b/.test(withoutComments(text))
    ? [{ file, rule: 'only the queries.ts of a screen asks the server' }]
    : []

/** Not compiled, since it is for a Node that cannot read the sources. */
const NODE_CHECK = 'packages/server/node-version.cjs'

function inside(name: string, { from, to }: Import): string | undefined {
  const root = `packages/${name}/src/`
  if (from === `${root}main.ts` && to === NODE_CHECK) return undefined
  if (!to.startsWith(root)) return `${name} reaches out of its own sources: ${to}`
  if (name === 'openehr') return openehrRule(from.slice(root.length), to.slice(root.length))
  if (name === 'console') return consoleRule({ from, to })
  if (name === 'fhir') return fhirRule({ from, to })
  return name === 'server' ? serverRule({ from, to }) : undefined
}

function ruleBrokenBy(each: Import, declared: Declared): string | undefined {
  const place = placeOf(each.from)
  if (!place || isTest(each.from)) return undefined
  if (isTest(each.to)) return 'sources import no tests'
  return each.to.startsWith('packages/') ? inside(place.name, each) : packageRule(each, declared)
}

/** Packages whose folders all have a row. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  server: [...FLOOR, ...Object.keys(ROOMS), ...TOP],
  console: [...CONSOLE, ''],
  fhir: [...FHIR, ''],
}

/** Everything that breaks the table, each with its file and the rule; test files may import what they need. */
export function violationsIn(sources: Sources, declared: Declared): Violation[] {
  const imports = allImports(sources).flatMap(each => {
    const rule = ruleBrokenBy(each, declared)
    return rule === undefined ? [] : [{ file: each.from, rule }]
  })
  const folders = [...sources.keys()].flatMap(file => {
    const place = placeOf(file)
    const { name, folder } = place ?? {}
    const known = FOLDERS[name ?? '']
    const isEntry = name === 'server' && folder === '' && place?.rest === ENTRY
    return known && folder !== undefined && !known.includes(folder) && !isEntry
      ? [{ file, rule: `there is no row for ${name}/${folder || place?.rest} in the import table` }]
      : []
  })
  const environment = [...sources].flatMap(([file, text]) =>
    placeOf(file) &&
    !isTest(file) &&
    !ENVIRONMENT.some(program => program.test(file)) &&
    /\bprocess\s*(\?\.|\.|\[\s*['"])\s*env\b/.test(withoutComments(text))
      ? [{ file, rule: 'only main.ts reads process.env' }]
      : [],
  )
  const writes = [...sources].flatMap(([file, text]) => writesIn(file, text))
  const keys = [...sources].flatMap(([file, text]) => keysIn(file, text))
  return [...imports, ...folders, ...environment, ...writes, ...keys]
}
