/** The order that RFC 8785 gives the members of an object, found without sorting them again for each object. */
import { encode, loneSurrogateAt } from '../../bytes.ts'

/** Objects with the same names in the same order: a tree of names, from the first of an object to its last. */
class Shape {
  readonly name: string
  private readonly before: Shape | undefined
  private readonly below: Shape[] = []
  private known: MemberOrder | undefined

  constructor(name: string, before: Shape | undefined) {
    this.name = name
    this.before = before
  }

  /** Names of parsed data are one string each for the engine, so that most comparisons are of addresses. */
  with(name: string): Shape {
    const { below } = this
    for (let at = 0; at < below.length; at++) {
      const shape = below[at] as Shape
      if (shape.name === name) return shape
    }
    const made = new Shape(name, this)
    below.push(made)
    count += 1
    return made
  }

  get order(): MemberOrder {
    this.known ??= orderOf(this.names())
    return this.known
  }

  private names(): string[] {
    const names: string[] = []
    for (let shape: Shape = this; shape.before !== undefined; shape = shape.before) names.push(shape.name)
    return names
  }
}

export interface MemberOrder {
  readonly names: readonly string[]
  /** UTF-8 of each name as JSON, with its colon. */
  readonly heads: readonly Uint8Array[]
  /** True if a name has half a surrogate pair, which has no canonical form. */
  readonly isBroken: boolean
}

/** Sorts by UTF-16 code units, as `sort` does. */
function orderOf(given: string[]): MemberOrder {
  const names = given.sort()
  return {
    names,
    heads: names.map(name => encode(`${JSON.stringify(name)}:`)),
    isBroken: names.some(name => loneSurrogateAt(name) >= 0),
  }
}

/** Data of the reference model have some hundred shapes. Beyond this number all are forgotten, so that no data can fill the memory. */
const MOST_SHAPES = 1000

let none = new Shape('', undefined)
let count = 0

const hasOwn = Object.prototype.hasOwnProperty

export function memberOrder(object: object): MemberOrder {
  if (count > MOST_SHAPES) {
    none = new Shape('', undefined)
    count = 0
  }
  let shape = none
  for (const name in object) if (hasOwn.call(object, name)) shape = shape.with(name)
  return shape.order
}

/** The names of an object's members in the order of RFC 8785. */
export const canonicalNames = (object: object): readonly string[] => memberOrder(object).names
