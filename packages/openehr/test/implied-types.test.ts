/** Data that leave out each `_type` that validation does not ask for: accepted means readable in every format, and equal. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CorpusInstance, corpusFile, corpusIndex, corpusMissing } from '../fixtures/corpus.ts'
import { object } from '../fixtures/opt-builder/index.ts'
import {
  readFlat,
  readStructured,
  readXml,
  writeFlat,
  writeStructured,
  writeXml,
} from '../src/format/index.ts'
import { equal, isA, isRmObject, type RmObject, withoutEmptyLists } from '../src/rm/index.ts'
import { randomInstance, type Template } from '../src/template/index.ts'
import { compileValidator, type Validator } from '../src/validate/index.ts'
import { templateOf } from './flat/corpus-templates.ts'
import { randomFrom } from './flat/random.ts'
import { VITALS } from './flat/vitals.ts'
import { satisfiable } from './random-instances.ts'
import { ofValue } from './validate/checked.ts'

type Mutable = Record<string, unknown>
const NOW = { now: '2026-11-15T08:00:00Z' }
const MOST_OBJECTS = 250

/** Every object of the data, the outermost left out. */
function objectsIn(value: unknown, found: Mutable[] = []): Mutable[] {
  if (typeof value !== 'object' || value === null) return found
  for (const below of Object.values(value)) {
    if (isRmObject(below)) found.push(below as Mutable)
    objectsIn(below, found)
  }
  return found
}

const intervalOf = (bound: unknown): RmObject => ({
  _type: 'DV_INTERVAL',
  lower: structuredClone(bound),
  upper: structuredClone(bound),
  lower_unbounded: false,
  upper_unbounded: false,
  lower_included: true,
  upper_included: true,
})

/** Gives each value of an element its normal range and a reference range, since few data have one. */
function withRanges(data: RmObject): RmObject {
  const copy = structuredClone(data)
  for (const { _type: type, value } of objectsIn(copy)) {
    if (type !== 'ELEMENT' || !isRmObject(value) || !isA(value._type ?? '', 'DV_ORDERED')) continue
    const { normal_range: _, other_reference_ranges: __, normal_status: ___, ...bound } = value
    const meaning = { _type: 'DV_TEXT', value: 'expected' }
    const range = { _type: 'REFERENCE_RANGE', meaning, range: intervalOf(bound) }
    Object.assign(value, { normal_range: intervalOf(bound), other_reference_ranges: [range] })
  }
  return copy
}

/** Removes every `_type` without which the data are still valid. */
function withoutTypes(data: RmObject, validate: Validator): RmObject {
  const copy = structuredClone(data)
  for (const object of objectsIn(copy)) {
    const { _type: type } = object
    if (type === undefined) continue
    delete object['_type']
    if (validate(copy).length > 0) object['_type'] = type
  }
  return copy
}

/** Returns the number of `_type` that could be left out; 0 where the data are not valid to begin with, or too many. */
function checkReadable(template: Template, given: RmObject, validate = compileValidator(template)): number {
  const data = withRanges(given)
  if (validate(data).length > 0 || objectsIn(data).length > MOST_OBJECTS) return 0
  const bare = withoutTypes(data, validate)
  assert.ok(equal(bare, data), 'the types that are left out are implied')
  assert.ok(equal(readXml(writeXml(bare)), data), 'XML')
  assert.ok(equal(readFlat(template, writeFlat(template, bare), NOW), data, 'COMPOSITION'), 'FLAT')
  assert.ok(
    equal(readStructured(template, writeStructured(template, bare), NOW), data, 'COMPOSITION'),
    'STRUCTURED',
  )
  return objectsIn(bare).filter(({ _type: type }) => type === undefined).length
}

test('random instances without the types that are implied are readable in every format', () => {
  let leftOut = 0
  for (let seed = 0; seed < 10; seed++)
    leftOut += checkReadable(VITALS, randomInstance(VITALS, randomFrom(seed)))
  assert.ok(leftOut > 100, String(leftOut))
})

test('a bound whose class only the template implies must state it, since readers may not have the template', () => {
  const node = object('DV_INTERVAL<DV_QUANTITY>', [])
  const bound = { magnitude: 1, units: 'kg' }
  assert.deepEqual(ofValue(node, intervalOf({ _type: 'DV_QUANTITY', ...bound })), [])
  assert.deepEqual(ofValue(node, { ...intervalOf(bound), _type: 'DV_INTERVAL<DV_QUANTITY>' }), [])
  assert.deepEqual(
    ofValue(node, intervalOf(bound)).map(([, code]) => code),
    ['rm.type', 'rm.type'],
  )
})

describe('of the corpus', { skip: corpusMissing }, () => {
  const instances = corpusMissing ? [] : corpusIndex().instances
  const canonical = instances.filter(({ format, size }) => format === 'canonical-json' && size < 100_000)

  const readable = ({ file, opt: [opt] }: CorpusInstance): number => {
    const template = opt === undefined ? undefined : templateOf(opt)
    if (template === undefined) return 0
    const data = withoutEmptyLists(JSON.parse(corpusFile(file).replace(/^\uFEFF/, '')) as RmObject)
    try {
      return checkReadable(template, data as RmObject)
    } catch (cause) {
      throw new Error(file, { cause })
    }
  }

  test('documents are readable without the types that are implied', () => {
    const leftOut = canonical.map(readable)
    assert.ok(leftOut.filter(count => count > 0).length > 80, String(leftOut))
  })

  test('random instances of its templates are readable without the types that are implied', () => {
    const leftOut = satisfiable(60_000).map(({ template }, seed) =>
      checkReadable(template, randomInstance(template, randomFrom(seed))),
    )
    assert.ok(leftOut.filter(count => count > 0).length > 20, String(leftOut))
  })
})
