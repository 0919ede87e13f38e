/** Compares rows with expected ones as the corpus does: string case ignored, some paths left out, order as the case says. */
import { isRmObject, rmClass, typeOf } from '../../src/rm/index.ts'

type Rows = readonly (readonly unknown[])[]

/** A text about the difference; undefined where there is none. */
export function difference(
  actual: Rows,
  expected: Rows,
  excluded: readonly string[],
  ignoreOrder: boolean,
): string | undefined {
  const holes = excluded.map(holeOf).filter(hole => hole !== undefined)
  const a = actual.map(row => written(row, holes))
  const b = expected.map(row => written(row, holes))
  if (a.length !== b.length)
    return `${a.length} rows instead of ${b.length}: ${brief(a)} instead of ${brief(b)}`
  if (ignoreOrder) {
    a.sort()
    b.sort()
  }
  const at = a.findIndex((row, index) => !sameRow(row, b[index] ?? ''))
  if (at < 0) return undefined
  return `row ${at}: ${a[at]?.slice(0, 600)} instead of ${b[at]?.slice(0, 600)}`
}

const brief = (rows: readonly string[]): string => rows.join(' ').slice(0, 400)

/** Placeholders of the corpus, `${…}` or `{{…}}`, match any text. */
function sameRow(actual: string, expected: string): boolean {
  if (actual === expected) return true
  const parts = expected.split(/\$\{[^}]*\}|\{\{[^}]*\}\}/)
  if (parts.length === 1) return false
  const pattern = parts.map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^"]*')
  return new RegExp(`^${pattern}$`).test(actual)
}

interface Hole {
  readonly column: number
  readonly keys: readonly string[]
}

/** `root['rows'][0][1]['uid']` → column 1, key uid; the row does not matter. */
function holeOf(path: string): Hole | undefined {
  const match = /^root\['rows'\]\[\d+\]\[(\d+)\](.*)$/.exec(path)
  if (!match) return undefined
  return {
    column: Number(match[1]),
    keys: [...(match[2] ?? '').matchAll(/\['?(\w+)'?\]/g)].map(([, key]) => key ?? ''),
  }
}

function written(row: readonly unknown[], holes: readonly Hole[]): string {
  const cells = row.map((cell, column) => {
    const value = normal(cell, 'Any')
    return holes
      .filter(hole => hole.column === column)
      .reduce((kept, hole) => without(kept, hole.keys), value)
  })
  return JSON.stringify(cells).toLowerCase()
}

/**
 * Sorted keys, every `_type` said, nothing empty. The server that the rows were taken from rewrites what it stores: UTC as
 * `Z`, dates in extended notation, intervals with `…_included`; both sides are brought to that.
 */
function normal(value: unknown, declared: string): unknown {
  if (Array.isArray(value)) return value.map(item => normal(item, declared))
  if (typeof value === 'string') return rewritten(value)
  if (!isRmObject(value)) return value
  const type = typeOf(value, declared) ?? declared
  const interval = type === 'DV_INTERVAL' ? { lower_included: true, upper_included: true } : {}
  const entries = Object.entries({ ...interval, ...value })
    .filter(
      ([key, member]) =>
        key !== '_type' && member !== null && !(Array.isArray(member) && member.length === 0),
    )
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, normal(member, rmClass(type)?.attributes.get(key)?.type ?? 'Any')])
  return { _type: type, ...Object.fromEntries(entries) }
}

const rewritten = (text: string): string =>
  text.replace(/^(\d{4}-\d\d-\d\dT[\d:.]+)\+00:00$/, '$1Z').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')

function without(value: unknown, keys: readonly string[]): unknown {
  const [key, ...rest] = keys
  if (key === undefined) return null
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === key ? without(item, rest) : item))
  if (!isRmObject(value) || !(key in value)) return value
  if (rest.length > 0) return { ...value, [key]: without(value[key], rest) }
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
}
