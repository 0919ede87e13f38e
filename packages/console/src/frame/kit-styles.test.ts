import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const KIT = join(fileURLToPath(import.meta.resolve('@mantine/core')), '..')
const SPOTLIGHT = join(fileURLToPath(import.meta.resolve('@mantine/spotlight')), '..')

const filesUnder = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter(name => ending.test(name))
    .map(name => join(folder, name))

/** Names that files import from the kit. */
function namesIn(files: readonly string[]): string[] {
  return files.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from ['"]@mantine\/core['"]/g)].flatMap(
      ([, names = '']) => names.split(',').map(name => name.replace(/^\s*type /, '').trim()),
    ),
  )
}

/** Modules of styles that components need, with those of the components that they are made of. */
function stylesOf(names: ReadonlySet<string>): Set<string> {
  const modules = filesUnder(join(KIT, 'components'), /\.mjs$/)
  const left = modules.filter(file => names.has(/(\w+)\.mjs$/.exec(file)?.[1] ?? ''))
  const seen = new Set<string>()
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (seen.has(file) || !existsSync(file)) continue
    seen.add(file)
    const from = dirname(file)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*"(\.[^"]+)"/g))
      left.push(join(from, path))
  }
  return new Set([...seen].flatMap(file => /(\w+)\.module\.(?:css\.)?mjs$/.exec(file)?.[1] ?? []))
}

it('every component of the kit that is used has its styles, and no other', () => {
  const used = new Set([
    ...namesIn(filesUnder(SOURCES, /\.tsx?$/)),
    ...namesIn(filesUnder(SPOTLIGHT, /\.mjs$/)),
  ])
  const text = readFileSync(new URL('kit-styles.ts', import.meta.url), 'utf8')
  const listed = [...text.matchAll(/styles\/([A-Z]\w+)\.css/g)].map(([, name]) => name)
  assert.deepEqual(listed.toSorted(), [...stylesOf(used)].sort())
})
