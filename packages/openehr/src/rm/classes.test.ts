import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concreteTypes, isA, type Rm, rmClass, typeOf } from './index.ts'

test('a class has inherited attributes before its own', () => {
  const names = [...(rmClass('DV_QUANTITY')?.attributes.keys() ?? [])]
  assert.ok(names.indexOf('normal_range') < names.indexOf('magnitude_status'))
  assert.ok(names.indexOf('magnitude_status') < names.indexOf('magnitude'))
})

test('a redefined attribute has the narrower type', () => {
  assert.equal(rmClass('DV_DATE')?.attributes.get('accuracy')?.type, 'DV_DURATION')
  assert.equal(rmClass('DV_QUANTITY')?.attributes.get('accuracy')?.type, 'Real')
  assert.equal(rmClass('LOCATABLE_REF')?.attributes.get('id')?.type, 'UID_BASED_ID')
})

test('type parameters are kept on attributes and ignored in class names', () => {
  assert.deepEqual(rmClass('PARTICIPATION')?.attributes.get('time')?.generic, ['DV_DATE_TIME'])
  assert.equal(rmClass('DV_INTERVAL<DV_QUANTITY>')?.name, 'DV_INTERVAL')
  assert.ok(isA('DV_INTERVAL<DV_QUANTITY>', 'DATA_VALUE'))
})

test('inheritance is transitive and everything is an Any', () => {
  assert.ok(isA('OBSERVATION', 'LOCATABLE'))
  assert.ok(isA('OBSERVATION', 'ENTRY'))
  assert.ok(isA('DV_CODED_TEXT', 'DV_TEXT'))
  assert.ok(!isA('DV_TEXT', 'DV_CODED_TEXT'))
  assert.ok(isA('String', 'Any'))
  assert.ok(!isA('NO_SUCH_CLASS', 'LOCATABLE'))
  assert.ok(!isA('OBSERVATION', 'constructor'))
})

test('names of object prototypes are no classes and no attributes', () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    assert.equal(rmClass(name), undefined)
    assert.equal(rmClass('ELEMENT')?.attributes.get(name), undefined)
    assert.deepEqual(concreteTypes(name), [])
  }
})

test('concrete types are the class and its descendants without the abstract ones', () => {
  assert.deepEqual(concreteTypes('EVENT'), ['POINT_EVENT', 'INTERVAL_EVENT'])
  assert.deepEqual(concreteTypes('DV_TEXT'), ['DV_TEXT', 'DV_CODED_TEXT'])
  assert.deepEqual(concreteTypes('DV_SCALE'), ['DV_SCALE'])
  assert.ok(concreteTypes('DATA_VALUE').includes('DV_INTERVAL'))
})

test('a value is of its stated type, else of the declared one if that is concrete', () => {
  assert.equal(typeOf({ _type: 'DV_CODED_TEXT' }, 'DV_TEXT'), 'DV_CODED_TEXT')
  assert.equal(typeOf({ _type: 'DV_INTERVAL<DV_COUNT>' }, 'DATA_VALUE'), 'DV_INTERVAL')
  assert.equal(typeOf({ value: 'x' }, 'DV_TEXT'), 'DV_TEXT')
  assert.equal(typeOf({ value: 'x' }, 'DATA_VALUE'), undefined)
  assert.equal(typeOf({ _type: 7 }, 'DV_TEXT'), undefined)
})

test('attributes of older releases are known, and are not demanded', () => {
  assert.equal(rmClass('DV_PARSABLE')?.attributes.get('size')?.mandatory, false)
  assert.equal(rmClass('VERSIONED_COMPOSITION')?.attributes.get('versions')?.type, 'VERSION')
})

test('the typed classes are told apart by _type, and an abstract one is the union of its kinds', () => {
  const describe = (value: Rm.DataValue): string => {
    switch (value._type) {
      case 'DV_QUANTITY':
        return `${value.magnitude} ${value.units}`
      case 'DV_CODED_TEXT':
        return value.defining_code.code_string
      default:
        return value._type
    }
  }
  const weight: Rm.DvQuantity = { _type: 'DV_QUANTITY', magnitude: 70, units: 'kg' }
  const element: Pick<Rm.Element, 'value'> = { value: weight }
  assert.equal(element.value && describe(element.value), '70 kg')
  assert.equal(describe({ _type: 'DV_BOOLEAN', value: true }), 'DV_BOOLEAN')
})
