/** FHIR → openEHR → FHIR: what is mapped comes back, for the public cases and for random values of each type. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { corpusMissing } from '../../openehr/fixtures/corpus.ts'
import type { FhirNode } from '../src/fhir/node.ts'
import { type Resource, toFhir, toOpenehr } from '../src/index.ts'
import { toFhirValue } from '../src/values/to-fhir.ts'
import { toOpenehrValue } from '../src/values/to-openehr.ts'
import { casesOf, kdsModules, type Module, resourceIn } from './cases.ts'
import { differences, NOW, plainFhir } from './compare.ts'

/** Values that the mappings of a module cannot bring back: they test one system and write another. */
const LOST: Readonly<Record<string, RegExp>> = { fall: /kontaktebene/ }

const OPTIONS = { now: NOW, territory: 'DE' }

const backToFhir = ({ mappings, template }: Module, input: Resource): readonly Resource[] => {
  const { composition } = toOpenehr(mappings, template, input, OPTIONS)
  return composition === undefined ? [] : toFhir(mappings, composition).resources
}

const bundleOf = (resources: readonly Resource[]): Resource => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: resources.map(resource => ({ resource })),
})

describe('a round trip of the public cases', { skip: corpusMissing }, () => {
  for (const module of corpusMissing ? [] : kdsModules())
    it(`${module.name}: FHIR that was mapped once does not change when it is mapped again`, () => {
      for (const { name, input } of casesOf(module, 'toOpenEHR')) {
        const once = backToFhir(module, resourceIn(input))
        const twice = backToFhir(module, bundleOf(once))
        const lines = differences(
          twice.map(each => plainFhir(each)),
          once.map(each => plainFhir(each)),
        )
        assert.deepEqual(
          lines.filter(line => !LOST[module.name]?.test(line)),
          [],
          name,
        )
      }
    })

  for (const module of corpusMissing ? [] : kdsModules())
    it(`${module.name}: the same composition has the same ids`, () => {
      const [first] = casesOf(module, 'toOpenEHR')
      if (first === undefined) return
      const ids = () => backToFhir(module, resourceIn(first.input)).map(({ id }) => id)
      assert.deepEqual(ids(), ids())
    })
})

const text = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ]{0,12}[a-z]$/)
const code = fc.stringMatching(/^[A-Za-z0-9]{1,8}$/)
const system = fc.webUrl().map(url => url.replace(/[()]/g, ''))
const number = fc.integer({ min: -10_000, max: 10_000 }).map(value => value / 100)
const date = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  .map(each => each.toISOString().slice(0, 10))
const moment = fc
  .tuple(date, fc.integer({ min: 0, max: 23 }))
  .map(([day, hour]) => `${day}T${String(hour).padStart(2, '0')}:30:00+02:00`)
const quantity = fc
  .tuple(number, code)
  .map(([value, unit]) => ({ value, unit, system: 'http://unitsofmeasure.org', code: unit }))
const coding = fc.record({ system, code, display: text })
const identifier = fc.record({ system, value: code })

/** FHIR type, openEHR type, values. */
const TYPES: readonly (readonly [string, string, fc.Arbitrary<unknown>])[] = [
  [
    'CodeableConcept',
    'DV_CODED_TEXT',
    fc.record({ coding: fc.array(coding, { minLength: 1, maxLength: 3 }), text }),
  ],
  [
    'CodeableConcept',
    'DV_TEXT',
    fc.record({ coding: fc.array(coding, { minLength: 1, maxLength: 3 }), text }),
  ],
  ['Coding', 'DV_CODED_TEXT', coding],
  ['Coding', 'CODE_PHRASE', fc.record({ system, code })],
  ['string', 'DV_TEXT', text],
  ['Quantity', 'DV_QUANTITY', quantity],
  ['integer', 'DV_COUNT', fc.integer({ min: 0, max: 1_000_000 })],
  ['boolean', 'DV_BOOLEAN', fc.boolean()],
  ['dateTime', 'DV_DATE_TIME', moment],
  [
    'date',
    'DV_DATE',
    fc.oneof(
      date,
      date.map(each => each.slice(0, 7)),
      date.map(each => each.slice(0, 4)),
    ),
  ],
  ['time', 'DV_TIME', fc.integer({ min: 10, max: 23 }).map(hour => `${hour}:15:00`)],
  ['Identifier', 'DV_IDENTIFIER', identifier],
  ['Identifier', 'DV_CODED_TEXT', identifier],
  ['Identifier', 'DV_TEXT', identifier],
  ['Period', 'DV_INTERVAL<DV_DATE_TIME>', fc.record({ start: moment, end: moment })],
  ['Range', 'DV_INTERVAL<DV_QUANTITY>', fc.record({ low: quantity, high: quantity })],
  [
    'Duration',
    'DV_DURATION',
    fc
      .tuple(fc.integer({ min: 1, max: 500 }), fc.constantFrom('s', 'min', 'h', 'd', 'wk', 'mo', 'a'))
      .map(([value, unit]) => ({ value, unit, system: 'http://unitsofmeasure.org', code: unit })),
  ],
  ['url', 'DV_URI', fc.webUrl()],
  [
    'Attachment',
    'DV_MULTIMEDIA',
    fc.record({ contentType: fc.constant('image/png'), url: fc.webUrl(), size: fc.nat() }),
  ],
  [
    'Attachment',
    'DV_PARSABLE',
    fc.record({ contentType: fc.constant('text/plain'), data: text.map(each => btoa(each)) }),
  ],
  [
    'Ratio',
    'DV_PROPORTION',
    fc.record({
      numerator: fc.record({ value: number }),
      denominator: fc.record({ value: fc.constantFrom(1, 100, 7) }),
    }),
  ],
  ['Reference', 'PARTY_IDENTIFIED', fc.record({ display: text, identifier })],
]

describe('a round trip of values', () => {
  for (const [type, rmType, values] of TYPES)
    it(`${type} as ${rmType} comes back`, () =>
      fc.assert(
        fc.property(values, made => {
          const value: unknown = JSON.parse(JSON.stringify(made))
          const node: FhirNode = { value, type, key: 'x' }
          const data = toOpenehrValue(node, [{ rmType, constraint: undefined }], () => undefined)
          assert.notEqual(data, undefined)
          assert.deepEqual(toFhirValue(data, type, { timeZone: 'UTC' }), value)
        }),
        { numRuns: 50 },
      ))
})
