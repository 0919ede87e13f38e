/** The line of a finding in the text that somebody pasted. */
import { parseXml, type XmlElement } from '@cairn-ehr/openehr/format'
import { parsePath, resolveSteps } from '@cairn-ehr/openehr/path'

/** Attribute names and indexes from the root down. */
export type Pointer = readonly (string | number)[]

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** As far as the data have the path: what is missing is told at what it is missing from. */
export function pointerOf(data: unknown, rmPath: string): Pointer {
  const pointer: (string | number)[] = []
  let current = data
  for (const step of stepsOf(rmPath)) {
    const attribute = isRecord(current) ? current[step.attribute] : undefined
    if (attribute === undefined) break
    const [found] = resolveSteps([step], [{ value: current, path: '' }])
    if (!Array.isArray(attribute)) pointer.push(step.attribute)
    else if (found !== undefined) pointer.push(step.attribute, attribute.indexOf(found.value))
    if (found === undefined) break
    current = found.value
  }
  return pointer
}

function stepsOf(rmPath: string): ReturnType<typeof parsePath>['steps'] {
  try {
    return parsePath(rmPath).steps
  } catch {
    return []
  }
}

const BLANK = /[\s,:]*/y

const skip = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from
  return from + (pattern.exec(text)?.[0].length ?? 0)
}

const STRING = /"(?:[^"\\]|\\.)*"/y
const SCALAR = /[^\s,\]}]+/y

function endOfValue(text: string, start: number): number {
  const first = text[start]
  if (first === '"') return skip(STRING, text, start)
  if (first !== '{' && first !== '[') return skip(SCALAR, text, start)
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = skip(STRING, text, at) - 1
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    if (depth === 0) return at + 1
  }
  return text.length
}

/** The offsets of the member and of its value; undefined if there is no such member. */
function memberAt(
  text: string,
  start: number,
  wanted: string | number,
): [at: number, value: number] | undefined {
  let at = skip(BLANK, text, start + 1)
  for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index++) {
    const isObject = text[start] === '{'
    const endOfKey = isObject ? skip(STRING, text, at) : at
    const value = isObject ? skip(BLANK, text, endOfKey) : at
    const key = isObject ? text.slice(at + 1, endOfKey - 1) : index
    if (key === wanted) return [at, value]
    const next = skip(BLANK, text, endOfValue(text, value))
    if (next <= at) return undefined
    at = next
  }
  return undefined
}

/** The offset of a member of a JSON text, or of the nearest one above it. */
function jsonOffset(text: string, pointer: Pointer): number {
  let value = skip(BLANK, text, 0)
  let offset = value
  for (const segment of pointer) {
    const found = memberAt(text, value, segment)
    if (found === undefined) break
    ;[offset, value] = found
  }
  return offset
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

export const jsonLine = (text: string, pointer: Pointer): number => lineAt(text, jsonOffset(text, pointer))

/** The line of an element, or of the nearest one above it. */
export function xmlLine(text: string, pointer: Pointer): number {
  let element: XmlElement = parseXml(text)
  for (const [at, segment] of pointer.entries()) {
    if (typeof segment === 'number') continue
    const named: readonly XmlElement[] = element.children.filter(({ name }) => name === segment)
    const index = pointer[at + 1]
    const next = named[typeof index === 'number' ? index : 0]
    if (next === undefined) break
    element = next
  }
  return element.line
}

/** The line of a key of FLAT, or of the first key below it. */
export function keyLine(text: string, path: string): number {
  let wanted = path
  while (wanted !== '') {
    const at = text.indexOf(JSON.stringify(wanted).slice(0, -1))
    if (at >= 0) return lineAt(text, at)
    const cut = Math.max(wanted.lastIndexOf('|'), wanted.lastIndexOf('/'))
    wanted = cut < 0 ? '' : wanted.slice(0, cut)
  }
  return 1
}
