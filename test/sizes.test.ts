/** Holds functions to a length, and doors of rooms to a number of names, that are read at once. Those beyond are listed; the lists may only shrink. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readSources } from './imports.ts'

const MOST_LINES = 60

/** Functions that are longer, with their lines. Delete a row when its function is short enough; lower it when the function shrinks. */
const LONGER: Readonly<Record<string, number>> = {
  boundConnections: 79,
  buildServer: 88,
  openDocuments: 87,
  openListener: 67,
  openSupervisor: 94,
  route: 61,
  rowsOfPage: 68,
  runOn: 65,
  startThread: 89,
}

const MOST_NAMES = 40

/** Doors of the server with more names. Delete a row when the door is narrow enough; lower it when the door shrinks. */
const WIDER: Readonly<Record<string, number>> = {
  access: 41,
  db: 62,
  http: 69,
  people: 72,
  query: 45,
  relation: 71,
  roots: 41,
  'versions/transfer': 43,
}

/** `function name(`, `const name = (…`, `name: (…` and `name(` of an object, by the indentation that the formatter gives them. */
const HEAD =
  /^( *)(?:export )?(?:(?:async )?function\*? (\w+)|const (\w+) =(?: (?:async )?(?:<[^>]*>)?(?:\(|\w+ =>)|$)|(\w+): (?:async )?(?:\(|\w+ =>)|(?:async )?(\w+)\([^)]*\).* \{$)/

interface FunctionSize {
  readonly name: string
  readonly lines: number
}

/** The last line of the statement that begins at `start`: its closing bracket, or the last line that is indented further. */
function endOf(lines: readonly string[], start: number, indent: number): number {
  let last = start
  for (const [offset, line] of lines.slice(start + 1).entries()) {
    const text = line.trim()
    const at = start + 1 + offset
    if (text === '') continue
    if (line.search(/\S/) > indent) last = at
    else if (!/^[)}\]]/.test(text)) return last
    // The parameters of a long head are closed by a line that opens the body.
    else if (!/(?:[{([]|=>)$/.test(text)) return at
  }
  return last
}

/** The functions of a text that the formatter has indented. */
function functionsIn(text: string): FunctionSize[] {
  const lines = text.split('\n')
  return lines.flatMap((line, start) => {
    const [, indent = '', ...names] = HEAD.exec(line) ?? []
    const name = names.find(each => each !== undefined)
    if (name === undefined || ['if', 'for', 'while', 'switch', 'catch'].includes(name)) return []
    return [{ name, lines: endOf(lines, start, indent.length) - start + 1 }]
  })
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const isProduct = (file: string) => /\/src\//.test(file) && !/\.(?:test|generated)\./.test(file)

describe('the functions of the product', () => {
  const all = [...readSources(ROOT, ['packages'])]
    .filter(([file]) => isProduct(file))
    .flatMap(([file, text]) => functionsIn(text).map(each => ({ ...each, file })))

  it('have at most 60 lines, but for those in the list', () => {
    const found = all.filter(({ name, lines }) => lines > (LONGER[name] ?? MOST_LINES))
    assert.deepEqual(
      found.map(({ file, name, lines }) => `${file}: ${name} has ${lines} lines`),
      [],
    )
  })

  it('are in the list only as long as they are longer, with the lines that they have', () => {
    const longest = (wanted: string) =>
      Math.max(0, ...all.filter(({ name }) => name === wanted).map(({ lines }) => lines))
    const stale = Object.entries(LONGER).filter(
      ([name, lines]) => longest(name) < Math.max(lines, MOST_LINES + 1),
    )
    assert.deepEqual(stale, [])
  })
})

const namesIn = (door: string): readonly string[] => [
  ...[...door.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    list.split(',').filter(name => name.trim() !== ''),
  ),
  ...(door.match(/^export (?:const|function|async function|interface|type) \w+/gm) ?? []),
]

describe('the doors of the rooms', () => {
  const doors = [...readSources(ROOT, ['packages/server/src'])].flatMap(([file, text]) => {
    const [, door] = /^packages\/server\/src\/(.+)\/index\.ts$/.exec(file) ?? []
    return door === undefined ? [] : [{ door, names: namesIn(text).length }]
  })

  it('have at most 40 names, but for those in the list', () => {
    assert.ok(doors.some(({ door, names }) => door === 'audit' && names > 0))
    assert.deepEqual(
      doors.filter(({ door, names }) => names > (WIDER[door] ?? MOST_NAMES)),
      [],
    )
  })

  it('are in the list only as long as they have more, with the number that they have', () => {
    const isStale = ({ door, names }: (typeof doors)[number]) =>
      WIDER[door] !== undefined && names < Math.max(WIDER[door], MOST_NAMES + 1)
    assert.deepEqual(doors.filter(isStale), [])
  })
})

describe('the counter of lines', () => {
  const texts: [text: string, name: string, lines: number][] = [
    ['function one() {\n  return 1\n}', 'one', 3],
    ['export async function two({\n  a,\n}: Props) {\n  return a\n}', 'two', 5],
    ['const three = (a: number) => {\n  return a\n}\nconst next = 1', 'three', 3],
    ['export const four = (a: number) =>\n  a +\n  1\n\nconst next = 1', 'four', 3],
    ['const x = {\n  five: async a => {\n    await a\n  },\n}', 'five', 3],
    ['const x = {\n  six(a) {\n    return a\n  },\n}', 'six', 3],
  ]
  for (const [text, name, lines] of texts)
    it(`counts ${name}`, () =>
      assert.deepEqual(functionsIn(text).find(each => each.name === name)?.lines, lines))

  it('takes no call for a function', () => assert.deepEqual(functionsIn('route({\n  a,\n})'), []))
})
