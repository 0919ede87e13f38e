/** The classes that can contain objects of a class at any depth, so that a search may skip all others. */
import { concreteTypes, isA, type RmClass, rmClass, rmClasses } from '../rm/index.ts'

/** True when an object of `type` may be of the class in question or contain such an object. */
export type ContainmentTest = (type: string) => boolean

const known = new Map<string, ContainmentTest>()

/** Tests classes by their attributes in the reference model; an unknown class may contain anything. */
export function holdersOf(name: string): ContainmentTest {
  const before = known.get(name)
  if (before) return before
  const holders = holderNames(name)
  const holds: ContainmentTest = type => {
    const found = rmClass(type)
    return found === undefined || found.abstract || holders.has(found.name)
  }
  known.set(name, holds)
  return holds
}

/** From the class itself outwards: each step adds those that have an attribute for what was found before. */
function holderNames(name: string): ReadonlySet<string> {
  // Objects are of concrete classes; an abstract one may have an attribute of any type that its descendants narrow.
  const concrete = [...rmClasses()].filter(({ abstract }) => !abstract)
  const found = new Set(concrete.map(each => each.name).filter(each => isA(each, name)))
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const each of concrete) if (!found.has(each.name) && hasPlaceFor(each, found)) found.add(each.name)
  }
  return found
}

const hasPlaceFor = ({ attributes }: RmClass, classes: ReadonlySet<string>): boolean =>
  [...attributes.values()].some(({ type }) => mayBe(type, classes))

/** True when an object of class `outer` can have an object of class `inner` somewhere below it, subclasses included. */
export function canHold(outer: string, inner: string): boolean {
  const holders = holderNames(inner)
  return concreteTypes(outer).some(name => {
    const found = rmClass(name)
    return found !== undefined && hasPlaceFor(found, holders)
  })
}

const PRIMITIVES = new Set([
  'String',
  'Integer',
  'Integer64',
  'Real',
  'Double',
  'Boolean',
  'Byte',
  'Character',
])

/** True when a value that is declared with a type may be of one of the classes. */
function mayBe(declared: string, classes: ReadonlySet<string>): boolean {
  const type = rmClass(declared)
  if (type === undefined) return !PRIMITIVES.has(declared) && !declared.startsWith('Iso8601_')
  if (classes.has(type.name)) return true
  for (const each of classes) if (isA(each, type.name)) return true
  return false
}
