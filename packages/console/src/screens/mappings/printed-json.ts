/** JSON as lines, with the lines of each value by its path. */

export interface LineRange {
  /** Indexes of lines, both included. */
  readonly from: number
  readonly to: number
}

export interface PrintedJson {
  readonly lines: readonly string[]
  /** Keys of objects and indexes of lists, joined by `/`; the whole is the empty text. */
  readonly ranges: ReadonlyMap<string, LineRange>
  /** Of objects, lists included. */
  readonly objects: ReadonlyMap<unknown, LineRange>
}

const INDENT = '  '

class Printer {
  readonly lines: string[] = []
  readonly ranges = new Map<string, LineRange>()
  readonly objects = new Map<unknown, LineRange>()

  print(value: unknown, path: string, before: string, after: string, depth: number): void {
    const from = this.lines.length
    const indent = INDENT.repeat(depth)
    const isList = Array.isArray(value)
    if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
      this.lines.push(`${indent}${before}${JSON.stringify(value)}${after}`)
    else {
      const members = Object.entries(value)
      this.lines.push(`${indent}${before}${isList ? '[' : '{'}`)
      for (const [index, [key, member]] of members.entries()) {
        const own = path === '' ? key : `${path}/${key}`
        const comma = index === members.length - 1 ? '' : ','
        this.print(member, own, isList ? '' : `${JSON.stringify(key)}: `, comma, depth + 1)
      }
      this.lines.push(`${indent}${isList ? ']' : '}'}${after}`)
    }
    const range = { from, to: this.lines.length - 1 }
    this.ranges.set(path, range)
    if (typeof value === 'object' && value !== null) this.objects.set(value, range)
  }
}

export function printJson(value: unknown): PrintedJson {
  const printer = new Printer()
  printer.print(value, '', '', '', 0)
  return printer
}

/**
 * The path of the value that a mapping wrote: `Observation.component[0].value` → `component/0/valueQuantity`. A choice has its
 * type in its name. Undefined if the resource does not have it.
 */
export function pathOfFhir(resource: unknown, fhir: string): string | undefined {
  const keys: string[] = []
  let value = resource
  for (const segment of fhir.split('.').slice(1)) {
    const [, name = '', index] = /^(\w+)(?:\[(\d+)\])?$/.exec(segment) ?? []
    for (const key of index === undefined ? [name] : [name, index]) {
      const found = memberNamed(value, key)
      if (found === undefined) return undefined
      keys.push(found)
      value = (value as Readonly<Record<string, unknown>>)[found]
    }
  }
  return keys.join('/')
}

function memberNamed(value: unknown, key: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, key)) return key
  return Object.keys(value).find(each => each.startsWith(key) && /^[A-Z]/.test(each.slice(key.length)))
}
