/** The public face of the library: an explicit list of exports, each with an example that runs. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { exportedTypes, exportsWholeFiles, namesUsed, pageOf, programOf, readPage } from './library-pages.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly name: string
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Tools look at it for the version. */
const MANIFEST = 'package.json'
/** The package itself and its topics: `''`, `rm`, `path`, … */
const topics = Object.keys(manifest.exports)
  .map(path => path.replace(/^\.\/?/, ''))
  .filter(path => path !== MANIFEST)
const pages = [...topics.map(pageOf), 'packages/openehr/README.md']
const moduleOf = (topic: string): string => (topic === '' ? manifest.name : `${manifest.name}/${topic}`)
const indexOf = (topic: string): string =>
  manifest.exports[`.${topic && `/${topic}`}`]?.['cairn-source'] ?? ''

describe('the package', () => {
  it('exports its topics and nothing else', () =>
    assert.deepEqual(topics, ['', 'rm', 'path', 'format', 'template', 'validate', 'aql']))

  for (const deep of ['rm/iso8601', 'format/xml', 'template/example', 'src/rm/classes.ts'])
    it(`refuses the deep import ${deep}`, async () => {
      await assert.rejects(import(`${manifest.name}/${deep}`), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' })
    })
})

describe('the examples of the library', () => {
  let folder = ''
  // Below the root, so that the pages find the package as its users do; git ignores this folder.
  before(() => {
    mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true })
    folder = mkdtempSync(join(ROOT, 'node_modules/.cache/library-'))
    for (const page of pages) writeFileSync(programFor(page), programOf(readPage(page)))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(ROOT, 'tsconfig.base.json'),
        compilerOptions: {
          noEmit: true,
          rewriteRelativeImportExtensions: false,
          typeRoots: [join(ROOT, 'node_modules/@types')],
        },
        include: ['*.ts'],
      }),
    )
    process.chdir(ROOT)
  })
  after(() => rmSync(folder, { recursive: true }))

  const programFor = (page: string): string => join(folder, `${basename(page, '.md')}.ts`)

  it('pass the type check', () => {
    try {
      execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder])
    } catch (error) {
      assert.fail(String((error as { readonly stdout?: unknown }).stdout))
    }
  })

  for (const page of pages)
    it(`${page} runs and gives the values that it says`, async () => {
      await import(pathToFileURL(programFor(page)).href)
    })

  for (const topic of topics) {
    it(`${pageOf(topic)} has an example of each function and value that ${moduleOf(topic)} exports`, async () => {
      const exported = Object.keys((await import(moduleOf(topic))) as object)
      const used = namesUsed(readPage(pageOf(topic)), topic)
      assert.deepEqual(
        exported.filter(name => !used.has(name)),
        [],
      )
    })

    it(`${pageOf(topic)} says what each exported type is`, () => {
      const page = readPage(pageOf(topic))
      assert.deepEqual(
        exportedTypes(indexOf(topic)).filter(name => !page.includes(`\`${name}\``)),
        [],
      )
    })

    it(`${moduleOf(topic)} names each export`, () => assert.equal(exportsWholeFiles(indexOf(topic)), false))
  }
})

describe('the reader of pages', () => {
  const page = (code: string) => `text\n\n\`\`\`ts\n${code}\n\`\`\`\n`

  it('makes assertions of comments', () => {
    const program = programOf(page('one() // → 1\ncall(\n  2,\n)\n// → 2\nfails() // throws id.malformed'))
    assert.match(program, /^same\(\(one\(\)\), \(1\)\)$/m)
    assert.match(program, /^same\(\(call\(\n {2}2,\n\)\), \(2\)\)$/m)
    assert.match(program, /^throwsProblem\(\(\) => \(fails\(\)\), 'id\.malformed'\)$/m)
  })

  it('does not count a name that is imported and not used', () => {
    const used = namesUsed(
      page("import { a, type B, c } from '@cairn-ehr/openehr/rm'\nconst x: B = a()"),
      'rm',
    )
    assert.deepEqual(used, new Set(['a', 'B']))
  })
})
