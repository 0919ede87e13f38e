import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { codes, element, object, ordinal, scale, single } from '../../../../fixtures/opt-builder/index.ts'
import { ELEMENT_PATH, FLAT_CONTEXT, observationOf } from '../../../../test/flat/one-observation.ts'
import { Problem } from '../../../problem.ts'
import { compileValidator } from '../../../validate/index.ts'
import { readStructured } from '../../structured/index.ts'
import { readFlat } from '../index.ts'

const NOW = { now: '2026-11-15T08:00:00Z' }

const coded = object('DV_CODED_TEXT', [single('defining_code', codes('local', ['at0007', 'at0008']))])

const TEMPLATE = observationOf(
  [
    element('at0004', coded, '0..1'),
    element('at0005', [coded, object('DV_TEXT')], '0..1'),
    element(
      'at0006',
      ordinal([
        [1, 'at0007'],
        [2, 'at0008'],
      ]),
      '0..1',
    ),
    element('at0009', scale([[1.5, 'at0007']]), '0..1'),
    element(
      'at0010',
      ordinal([
        [0, '1'],
        [1, '2'],
      ]),
      '0..1',
    ),
  ],
  {
    at0004: 'Closed',
    at0005: 'Open',
    at0006: 'Ordinal',
    at0009: 'Scale',
    at0010: 'Digits',
    at0007: 'Final',
    at0008: 'Draft',
  },
)

type Json = Readonly<Record<string, unknown>>

/** The ELEMENT that the keys below the event become. */
function elementOf(keys: Json): Json {
  const flat = Object.fromEntries(
    Object.entries(keys).map(([key, value]) => [`${ELEMENT_PATH}/${key}`, value]),
  )
  const composition = readFlat(TEMPLATE, { ...FLAT_CONTEXT, ...flat }, NOW)
  assert.deepEqual(compileValidator(TEMPLATE)(composition), [])
  return JSON.parse(JSON.stringify(composition)).content[0].data.events[0].data.items[0]
}

const FINAL = {
  _type: 'DV_CODED_TEXT',
  value: 'Final',
  defining_code: {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: 'local' },
    code_string: 'at0007',
  },
}

function refusal(keys: Json): readonly string[] {
  try {
    elementOf(keys)
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown.findings.map(({ code, message }) => `${code}: ${message}`)
    throw thrown
  }
  return []
}

describe('a code without a suffix', () => {
  test('is the code of a coded text, whether its list is closed or open', () => {
    assert.deepEqual(elementOf({ closed: 'at0007' })['value'], FINAL)
    assert.deepEqual(elementOf({ open: 'at0007' })['value'], FINAL)
  })

  test('is the code of an ordinal or a scale, as its number and its text are', () => {
    const expected = { _type: 'DV_ORDINAL', value: 1, symbol: FINAL }
    for (const said of ['at0007', 1, '1', 'Final'])
      assert.deepEqual(elementOf({ ordinal: said })['value'], expected, String(said))
    assert.deepEqual(elementOf({ scale: 'at0007' })['value'], {
      _type: 'DV_SCALE',
      value: 1.5,
      symbol: FINAL,
    })
    assert.deepEqual(elementOf({ scale: 1.5 })['value'], { _type: 'DV_SCALE', value: 1.5, symbol: FINAL })
  })

  test('that is made of digits is told from a number by its type', () => {
    const codeOf = (said: unknown): unknown => {
      const { value } = elementOf({ digits: said }) as {
        value: { symbol: { defining_code: Json }; value: number }
      }
      return [value.symbol.defining_code['code_string'], value.value]
    }
    assert.deepEqual(codeOf('1'), ['1', 0])
    assert.deepEqual(codeOf(1), ['2', 1])
  })

  test('is told as wrong where the list does not have it, and never becomes free text', () => {
    for (const id of ['closed', 'open', 'ordinal'])
      assert.match(refusal({ [id]: 'at0099' }).join(), /^flat\.code: .*"at0099" is not among the codes/, id)
    assert.match(
      refusal({ ordinal: 'Something' }).join(),
      /"Something" is not among the codes, numbers and texts/,
    )
  })

  test('leaves texts what they are: a label of the list, or free text where that is allowed', () => {
    assert.deepEqual(elementOf({ closed: 'Final' })['value'], FINAL)
    assert.deepEqual(elementOf({ open: 'At home' })['value'], { _type: 'DV_TEXT', value: 'At home' })
  })

  test('names a null flavour with its rubric', () => {
    const { null_flavour: flavour } = elementOf({ 'closed/_null_flavour': '271' })
    assert.deepEqual(flavour, {
      _type: 'DV_CODED_TEXT',
      value: 'no information',
      defining_code: {
        _type: 'CODE_PHRASE',
        terminology_id: { _type: 'TERMINOLOGY_ID', value: 'openehr' },
        code_string: '271',
      },
    })
  })
})

describe('a code as the suffix', () => {
  test('chooses that code where it is ticked, and says nothing where it is not', () => {
    for (const ticked of [true, 'true', 'on'])
      assert.deepEqual(elementOf({ 'closed|at0007': ticked, 'closed|at0008': false })['value'], FINAL)
  })

  test('cannot choose two codes for one value', () => {
    assert.match(
      refusal({ 'closed|at0007': true, 'closed|at0008': true }).join(),
      /flat\.choice: .*closed\|at0008/,
    )
  })
})

test('STRUCTURED takes a code as the value of its node', () => {
  const composition = readStructured(
    TEMPLATE,
    {
      ctx: { language: 'en', territory: 'NL', composer_name: 'A clinician' },
      note: { finding: [{ any_event: [{ closed: ['at0007'] }] }] },
    },
    NOW,
  )
  assert.deepEqual(
    JSON.parse(JSON.stringify(composition)).content[0].data.events[0].data.items[0].value,
    FINAL,
  )
})
