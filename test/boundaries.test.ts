/** Holds the sources to the import table: who may import whom, and nobody in a circle. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { FLOOR, ROOMS, violationsIn } from './boundaries.ts'
import { importsOf, loopsIn, readSources } from './imports.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const packages = readdirSync(new URL('../packages', import.meta.url))

const declared = Object.fromEntries(
  packages.map(name => {
    const file = new URL(`../packages/${name}/package.json`, import.meta.url)
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      devDependencies = {},
    } = JSON.parse(readFileSync(file, 'utf8')) as Partial<
      Record<'dependencies' | 'optionalDependencies' | 'peerDependencies' | 'devDependencies', object>
    >
    // The console is bundled: what it imports is needed to build it, and not to run it.
    const bundled = name === 'console' ? devDependencies : {}
    return [name, Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies, ...bundled })]
  }),
)

const lines = (violations: readonly { file: string; rule: string }[]) =>
  violations.map(({ file, rule }) => `${file}: ${rule}`)

describe('the sources', () => {
  const sources = readSources(ROOT, ['packages', 'test', 'scripts', 'bench'])

  it('are found', () => {
    assert.ok(sources.has('packages/server/src/app/index.ts'))
    assert.ok(sources.has('packages/openehr/src/index.ts'))
  })

  it('import only what the table allows', () => {
    assert.deepEqual(lines(violationsIn(sources, declared)), [])
  })

  it('have no import loops, types included', () => {
    assert.deepEqual(
      loopsIn(sources).map(loop => loop.join(' → ')),
      [],
    )
  })
})

describe('a server of one organisation', () => {
  it('loads no code of tenants', () => {
    const sources = readSources(ROOT, ['packages/server/src'])
    // The command is loaded by its name; what it imports on demand is not loaded.
    const loaded = new Set(
      ['main', 'commands/run', 'commands/serve'].map(name => `packages/server/src/${name}.ts`),
    )
    for (const file of loaded)
      for (const { to } of importsOf(file, (sources.get(file) ?? '').replace(/\bimport\s*\(/g, 'load(')))
        if (sources.has(to)) loaded.add(to)
    assert.ok(loaded.size > 300, String(loaded.size))
    assert.deepEqual(
      [...loaded].filter(file => file.startsWith('packages/server/src/tenants/')),
      [],
    )
  })
})

describe('the drawing of the rooms in ARCHITECTURE.md', () => {
  const text = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8')
  const drawing = /## The rooms of the server, drawn\n[\s\S]*?```\n([^`]*)```/.exec(text)?.[1] ?? ''
  const [rooms = '', floor = ''] = drawing.split(/^ *─.*$/m)

  it('has every room, with the rooms that it may enter', () => {
    const drawn = [...rooms.matchAll(/^ *([\w/]+) *(?:→ *(.*))?$/gm)].map(([, room = '', may = '']) => [
      room,
      may.split(/\s+/).filter(Boolean).sort(),
    ])
    const table = Object.entries(ROOMS).map(([room, may]) => [room, [...may].sort()])
    assert.deepEqual(new Map(drawn as [string, string[]][]), new Map(table as [string, string[]][]))
  })

  it('has the floor in its order', () => {
    assert.deepEqual(floor.match(/\w+/g)?.toReversed(), [...FLOOR])
  })
})

describe('the reader of imports', () => {
  const read = (text: string) => importsOf('a/b/c.ts', text).map(({ to }) => to)

  const forms: [string, string[]][] = [
    ["import { x } from './x.ts'", ['a/b/x.ts']],
    ["import type { X } from '../x.ts'", ['a/x.ts']],
    ["import x, { type Y } from 'package'", ['package']],
    ["import {\n  one,\n  two,\n} from '@scope/package/deep'", ['@scope/package/deep']],
    ["import * as x from 'node:fs'", ['node:fs']],
    ["import './effect.ts'", ['a/b/effect.ts']],
    ["export * from './x.ts'", ['a/b/x.ts']],
    ["export { type X, y } from './x.ts'", ['a/b/x.ts']],
    ["const x = await import('./late.ts')", ['a/b/late.ts']],
    ["type X = import('./types.ts').X", ['a/b/types.ts']],
    ["import.meta.resolve('package/file')", []],
    ["// import { x } from './x.ts'", []],
    ["/** import { x } from './x.ts' */", []],
    ["const url = 'http://x' // from './x.ts'", []],
    ["export const x = 1\nexport const from = 'x'", []],
    ["import a from 'a'\nimport b from 'b'", ['a', 'b']],
  ]
  for (const [text, expected] of forms)
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(read(text), expected))
})

describe('the checker finds what is planted', () => {
  const own = {
    openehr: ['saxes', 're2js'],
    server: ['pg', 'fastify', '@cairn-ehr/openehr'],
    client: [],
    cli: [],
  }
  const check = (file: string, text: string) => lines(violationsIn(new Map([[file, text]]), own))

  const planted: [file: string, text: string, rule: RegExp][] = [
    ['packages/openehr/src/rm/x.ts', "import '../path/index.ts'", /rm\/ may not import openehr\/path/],
    ['packages/openehr/src/path/x.ts', "import '../format/index.ts'", /path\/ may not import/],
    ['packages/openehr/src/format/json/x.ts', "import '../../template/index.ts'", /format\/ may not import/],
    ['packages/openehr/src/template/x.ts', "import '../format/flat/index.ts'", /template\/ may not import/],
    ['packages/openehr/src/aql/x.ts', "import '../template/index.ts'", /aql\/ may not import/],
    ['packages/openehr/src/validate/x.ts', "import '../format/index.ts'", /validate\/ may not import/],
    ['packages/openehr/src/new/x.ts', "import '../rm/index.ts'", /no row/],
    ['packages/openehr/src/rm/x.ts', "import 'node:fs'", /runs in a browser/],
    ['packages/openehr/src/rm/x.ts', "import 'lodash'", /nothing but saxes and re2js/],
    ['packages/openehr/src/template/x.ts', "import 'saxes'", /only openehr\/format\/xml/],
    ['packages/openehr/src/rm/x.ts', "import '../../fixtures/corpus.ts'", /reaches out/],
    ['packages/server/src/auth/x.ts', "import '../system/index.ts'", /auth may not import server\/system/],
    ['packages/server/src/ehr/x.ts', "import '../versions/store.ts'", /entered through its index/],
    ['packages/server/src/ehr/x.ts', "import '../versions/dialect/index.ts'", /entered through its index/],
    [
      'packages/server/src/ehr/x.ts',
      "import '../versions/erasure/index.ts'",
      /ehr may not import .*versions\/erasure/,
    ],
    ['packages/server/src/query/x.ts', "import '../ehr/index.ts'", /query may not import server\/ehr/],
    ['packages/server/src/http/x.ts', "import '../auth/index.ts'", /http may not import server\/auth/],
    ['packages/server/src/http/x.ts', "import '../app/index.ts'", /http may not import server\/app/],
    ['packages/server/src/commands/x.ts', "import '../app/routes.ts'", /entered through its index/],
    ['packages/server/src/app/x.ts', "import '../tenants/index.ts'", /app may not import server\/tenants/],
    ['packages/server/src/auth/x.ts', "import '../commands/serve.ts'", /only main.ts imports commands/],
    ['packages/server/src/commands/x.ts', "import '../auth/store.ts'", /entered through its index/],
    ['packages/server/src/main.ts', "import './settings/index.ts'", /main.ts imports commands alone/],
    ['packages/server/src/x.ts', '', /no row for server\/x.ts/],
    ['packages/server/src/seals/x.ts', "import '../auth/index.ts'", /seals may not import server\/auth/],
    ['packages/server/src/settings/x.ts', "import '../db/index.ts'", /settings may not import server\/db/],
    [
      'packages/server/src/http/x.ts',
      "import '../settings/table.ts'",
      /settings is entered through its index/,
    ],
    ['packages/server/src/rooms/x.ts', '', /no row for server\/rooms/],
    ['packages/server/src/auth/x.ts', "import type { Pool } from 'pg'", /only server\/db imports pg/],
    ['packages/server/src/auth/x.ts', "import 'jose'", /not a dependency of server/],
    ['packages/server/src/auth/x.ts', 'const x = process.env["CAIRN_PORT"]', /only main.ts reads/],
    ['packages/server/src/auth/x.ts', 'const { env } = process; process.env.X', /only main.ts reads/],
    ['packages/server/src/db/x.ts', "import '../http/index.ts'", /db may not import server\/http/],
    ['packages/server/src/audit/x.ts', "import '../http/index.ts'", /audit may not import server\/http/],
    [
      'packages/server/src/audit/x.ts',
      "import './search/index.ts'",
      /audit may not import server\/audit\/search/,
    ],
    [
      'packages/server/src/admin/x.ts',
      "import '../audit/search/index.ts'",
      /admin may not import server\/audit/,
    ],
    [
      'packages/server/src/ehr/x.ts',
      "const x = 'update cairn.episode set y = 1'",
      /may not write cairn.episode/,
    ],
    [
      'packages/server/src/query/x.ts',
      'const x = `DELETE FROM cairn.version`',
      /may not write cairn.version/,
    ],
    [
      'packages/server/src/query/x.ts',
      `const x = guarded\`\${update.root({ set: 'latest = false', where: 'true' })}\``,
      /may not write cairn.root/,
    ],
    [
      'packages/server/src/query/x.ts',
      `const x = guarded\`insert into \${open.path} (path) values ($1)\``,
      /may not write cairn.path/,
    ],
    ['packages/fhir/src/r4/x.ts', "import '../engine/index.ts'", /fhir\/r4 may not import fhir\/engine/],
    ['packages/fhir/src/r4/x.ts', "import 'node:fs'", /runs in a browser/],
    ['packages/fhir/src/new/x.ts', "import '../r4/structure.ts'", /no row/],
    ['packages/client/src/x.ts', "import '@cairn-ehr/server'", /client may not import @cairn-ehr\/server/],
    ['packages/cli/src/x.ts', "import '@cairn-ehr/server/main'", /cli may not import @cairn-ehr\/server/],
    ['packages/cli/src/x.ts', "import '../../server/src/app/index.ts'", /reaches out/],
    [
      'packages/console/src/language/x.ts',
      "import '../display/time.ts'",
      /language may not import console\/display/,
    ],
    [
      'packages/console/src/parts/x.tsx',
      "import '../session/rights.ts'",
      /parts may not import console\/session/,
    ],
    [
      'packages/console/src/session/x.tsx',
      "import '../frame/x.tsx'",
      /session may not import console\/frame/,
    ],
    ['packages/console/src/screens/ehr/x.tsx', "import '../../frame/x.tsx'", /screens may not import/],
    ['packages/console/src/screens/ehr/x.tsx', "import '../form/x.tsx'", /screens\/ehr may not import/],
    ['packages/console/src/store.ts', "import './parts/x.ts'", /store.ts imports no folder/],
    ['packages/console/src/rooms/x.ts', '', /no row for console\/rooms/],
    ['packages/console/src/screens/ehr/x.tsx', "useRefresh({ queryKey: ['ehr'] })", /only the queries.ts/],
  ]
  for (const [file, text, rule] of planted)
    it(`${file}: ${text}`, () => {
      const [found, ...more] = check(file, text)
      assert.match(found ?? 'nothing', rule)
      assert.deepEqual(more, [])
    })

  const allowed: [file: string, text: string][] = [
    ['packages/openehr/src/format/flat/x.ts', "import '../../template/index.ts'"],
    ['packages/openehr/src/template/x.ts', "import '../format/xml/index.ts'"],
    ['packages/openehr/src/format/xml/x.ts', "import 'saxes'"],
    ['packages/server/src/ehr/x.ts', "import '../versions/index.ts'\nimport '../http/index.ts'"],
    ['packages/server/src/app/x.ts', "import '../auth/index.ts'\nimport '../settings/index.ts'"],
    ['packages/server/src/commands/x.ts', "import '../auth/index.ts'\nimport '../app/index.ts'"],
    ['packages/server/src/db/x.ts', "import pg from 'pg'\nimport 'node:fs'"],
    ['packages/server/src/admin/x.ts', "import '../versions/erasure/index.ts'"],
    ['packages/server/src/commands/x.ts', "import '../versions/erasure/index.ts'"],
    ['packages/server/src/main.ts', 'process.env'],
    ['packages/server/src/main.ts', "import './settings/open-files.ts'\nawait import('./commands/run.ts')"],
    ['packages/server/src/audit/search/x.ts', "import '../trail/x.ts'\nimport '../../http/index.ts'"],
    ['packages/console/src/screens/ehr/x.tsx', "import '../templates/queries.ts'\nimport '../../parts/x.ts'"],
    ['packages/console/src/screens/ehr/queries.ts', "import '../../session/x.ts'\nuseAsk(['ehr'])"],
    ['packages/console/src/screens/form/x.tsx', "import '../ehr/banner.tsx'"],
    ['packages/console/src/frame/x.tsx', "import '../screens/ehr/x.tsx'\nimport '../store.ts'"],
    ['packages/openehr/src/rm/x.test.ts', "import 'node:test'\nimport '../../fixtures/corpus.ts'"],
  ]
  for (const [file, text] of allowed)
    it(`and lets ${file} pass: ${JSON.stringify(text)}`, () => assert.deepEqual(check(file, text), []))

  it('a loop of three files, by a type import', () => {
    const sources = new Map([
      ['a.ts', "import './b.ts'"],
      ['b.ts', "import type { C } from './c.ts'"],
      ['c.ts', "export * from './a.ts'"],
      ['d.ts', "import './a.ts'"],
    ])
    assert.deepEqual(loopsIn(sources), [['a.ts', 'b.ts', 'c.ts', 'a.ts']])
  })

  it('no loop where two ways lead to one file', () => {
    const sources = new Map([
      ['a.ts', "import './b.ts'\nimport './c.ts'"],
      ['b.ts', "import './d.ts'"],
      ['c.ts', "import './d.ts'"],
      ['d.ts', ''],
    ])
    assert.deepEqual(loopsIn(sources), [])
  })
})
