import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { concreteTypes, equal, type RmAttribute, type RmObject, rmClass, rmClasses } from '../../rm/index.ts'
import { parseJson, printJson } from '../json/index.ts'
import { readXml, writeXml } from './index.ts'
import { isXmlText } from './primitives.ts'

const AWKWARD = [
  '',
  ' ',
  '\r',
  '\n',
  '\t',
  '<',
  '&',
  '>',
  '"',
  "'",
  ']]>',
  '&lt;',
  '<!--',
  '{',
  '😀',
  '\u0085',
]

const text = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...AWKWARD)), { maxLength: 3 })
  .map(parts => parts.join(''))
  .filter(isXmlText)

const PRIMITIVES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  String: text,
  Character: fc.constantFrom('<', '>', '=', '?'),
  Byte: fc.base64String(),
  Iso8601_date_time: fc.constant('2024-05-06T07:08:09Z'),
  Boolean: fc.boolean(),
  Integer: fc.maxSafeInteger().map(value => value + 0),
  Real: fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => (value === 0 ? 0 : value)),
}

/** For attributes of type Any, a class that data have there in practice. */
const ANYTHING = ['COMPOSITION', 'FOLDER', 'EHR_STATUS', 'DV_DURATION']

function anyOf(type: string, depth: number): fc.Arbitrary<unknown> | undefined {
  const primitive = PRIMITIVES[type]
  if (primitive !== undefined) return primitive
  const kinds = type === 'Any' ? ANYTHING : concreteTypes(type)
  if (depth === 0 || kinds.length === 0) return undefined
  return fc.constantFrom(...kinds).chain(kind => objectOf(kind, depth - 1))
}

function memberOf(attribute: RmAttribute, depth: number): fc.Arbitrary<unknown> | undefined {
  if (attribute.containerType === 'Hash')
    return fc.dictionary(text, text, { minKeys: 1, noNullPrototype: true })
  const value = anyOf(attribute.type, depth)
  if (value === undefined || !attribute.container || attribute.type === 'Byte') return value
  return fc.array(value, { minLength: 1, maxLength: 3 })
}

/** Any object of a class that the attribute table allows: attributes at random, valid by no other rule. */
function objectOf(type: string, depth: number): fc.Arbitrary<RmObject> {
  const members: Record<string, fc.Arbitrary<unknown>> = {}
  for (const attribute of rmClass(type)?.attributes.values() ?? []) {
    const member = memberOf(attribute, depth)
    if (member !== undefined) members[attribute.name] = member
  }
  return fc
    .record(members, { requiredKeys: [], noNullPrototype: true })
    .map(found => ({ _type: type, ...found }))
}

const CONCRETE = [...rmClasses()].filter(each => !each.abstract).map(each => each.name)

test('any object of any class comes back from XML equal, and its XML is stable', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CONCRETE).chain(type => objectOf(type, 3)),
      value => {
        const xml = writeXml(value)
        const read = readXml(xml)
        assert.ok(equal(read, value))
        assert.equal(writeXml(read), xml)
        assert.ok(equal(parseJson(printJson(read)), value))
      },
    ),
    { numRuns: 300 },
  )
})

test('an XML document with one character changed is refused as a problem or read as data, never anything else', () => {
  const change = fc.tuple(
    fc
      .constantFrom('COMPOSITION', 'OBSERVATION', 'ORIGINAL_VERSION', 'EHR_STATUS')
      .chain(type => objectOf(type, 3)),
    fc.nat(),
    fc.constantFrom('', '<', '>', '/', '"', '&', 'x', ' ', '\u0000', '\ud800'),
  )
  fc.assert(
    fc.property(change, ([value, at, piece]) => {
      const xml = writeXml(value)
      const damaged = xml.slice(0, at % xml.length) + piece + xml.slice((at % xml.length) + 1)
      try {
        const read = readXml(damaged)
        assert.ok(equal(readXml(writeXml(read)), read))
      } catch (problem) {
        assert.equal((problem as Error).name, 'Problem')
      }
    }),
    { numRuns: 300 },
  )
})
