/** The pages of docs/library as programs: each page is one module, and its comments say what the values are. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A topic is a path of the package, `''` the package itself. */
export const pageOf = (topic: string): string => `docs/library/${topic === '' ? 'problem' : topic}.md`

export const readPage = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8')

const BLOCK = /^```ts\n([\s\S]*?)^```$/gm
const RESULT = /^(.*?)\s*\/\/ → (.*)$/
const CONTINUES = /^[ )}\]]/
const THROWN = /^(.*?)\s*\/\/ throws ([a-z.]+)$/

/** The statements of a page, with each `// → value` and `// throws code` made an assertion. */
export function programOf(page: string): string {
  const code = [...page.matchAll(BLOCK)].map(([, block = '']) => block).join('\n')
  const lines: string[] = []
  /** The first line of the current statement, since one may take several lines. */
  let start = 0
  for (const line of code.split('\n')) {
    const [, expression, expected] = RESULT.exec(line) ?? []
    const [, throwing, problem] = THROWN.exec(line) ?? []
    if (expected !== undefined)
      lines.push(`same((${expression || lines.splice(start).join('\n')}), (${expected}))`)
    else if (problem !== undefined) lines.push(`throwsProblem(() => (${throwing}), '${problem}')`)
    else lines.push(line)
    if (!CONTINUES.test(line)) start = lines.length - 1
  }
  return `${HEAD}${lines.join('\n')}\n`
}

const HEAD = `import assert from 'node:assert/strict'
const same = (found: unknown, expected: unknown) => assert.deepEqual(found, expected)
const throwsProblem = (run: () => unknown, code: string) => assert.throws(run, { code })
`

/** Names that the code of a page imports from a topic and then uses. */
export function namesUsed(page: string, topic: string): ReadonlySet<string> {
  const code = [...page.matchAll(BLOCK)].map(([, block = '']) => block).join('\n')
  const from = topic === '' ? '@cairn-ehr/openehr' : `@cairn-ehr/openehr/${topic}`
  const imports = [...code.matchAll(/^import(?: type)? \{([^}]*)\} from '([^']*)'/gm)]
  const imported = imports.flatMap(([, names = '', module]) =>
    module === from ? names.split(',').map(name => name.replace(/^\s*type /, '').trim()) : [],
  )
  const body = code.replace(/^import [^']*'[^']*'/gm, '')
  return new Set(imported.filter(name => new RegExp(`\\b${name}\\b`).test(body)))
}

/** Types that a topic exports, by its index: they leave no trace at run time. */
export function exportedTypes(index: string): readonly string[] {
  const source = readPage(`packages/openehr/${index}`)
  const lists = [...source.matchAll(/export (type )?\{([^}]*)\}/g)]
  const named = lists.flatMap(([, allTypes, names = '']) =>
    names
      .split(',')
      .map(name => name.trim())
      .filter(name => name !== '' && (allTypes !== undefined || name.startsWith('type ')))
      .map(name => name.replace(/^type /, '').replace(/^.* as /, '')),
  )
  const namespaces = [...source.matchAll(/export type \* as (\w+)/g)].map(([, name = '']) => name)
  return [...named, ...namespaces]
}

/** True where an index passes on a whole file, so that nobody has decided what is public. */
export const exportsWholeFiles = (index: string): boolean =>
  /export (type )?\* from/.test(readPage(`packages/openehr/${index}`))
