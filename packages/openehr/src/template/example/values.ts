/** Data values: a table from RM type to the function that makes a value which satisfies its constraint. */

import { makeCodedText, makeCodePhrase, type Rm, type RmObject } from '../../rm/index.ts'
import type {
  CodePhraseConstraint,
  ConstraintReference,
  Interval,
  ObjectConstraint,
  Primitive,
} from '../model.ts'
import { primitiveAt } from '../names.ts'
import { codeConstraint, makeCode } from './codes.ts'
import type { InstanceContext } from './instance-context.ts'
import { makeOrdinal, makeProportion, makeQuantity } from './quantity.ts'
import { makeDuration, makeTemporal } from './temporal.ts'
import { makeBoolean, makeInteger, makeText } from './text.ts'

type Constraint = ObjectConstraint | undefined
/** `attribute` is the one that the value is for: it decides which codes are allowed. */
type Maker = (constraint: Constraint, attribute: string, making: InstanceContext) => RmObject | undefined

const COUNTS: Interval = { lower: 0, upper: 10, lowerIncluded: true, upperIncluded: true }

const at = (constraint: Constraint, attribute: string): Primitive | undefined =>
  constraint && primitiveAt(constraint, attribute)

const MAKERS: Readonly<Record<string, Maker>> = {
  DV_TEXT: textual('DV_TEXT', 'Example text'),
  DV_URI: textual('DV_URI', 'https://example.org/document'),
  DV_EHR_URI: textual('DV_EHR_URI', 'ehr://example.org/1'),
  DV_PARSABLE: (constraint, _, { chooser }) =>
    withAll('DV_PARSABLE', {
      value: makeText(at(constraint, 'value'), chooser, 'example'),
      formalism: makeText(at(constraint, 'formalism'), chooser, 'text/plain'),
    }),
  DV_CODED_TEXT: makeCoded,
  CODE_PHRASE: (constraint, attribute, making) => {
    const { terminology, code } = makeCode(isCode(constraint) ? constraint : undefined, attribute, making)
    return makeCodePhrase(terminology, code)
  },
  DV_STATE: makeState,
  DV_BOOLEAN: (constraint, _, { chooser }) => ({
    _type: 'DV_BOOLEAN',
    value: makeBoolean(at(constraint, 'value'), chooser),
  }),
  DV_COUNT: (constraint, _, { chooser }) =>
    withAll('DV_COUNT', { magnitude: makeInteger(at(constraint, 'magnitude'), chooser, COUNTS) }),
  DV_QUANTITY: (constraint, _, making) => makeQuantity(constraint, making),
  DV_PROPORTION: (constraint, _, making) => makeProportion(constraint, making),
  DV_ORDINAL: (constraint, _, making) => makeOrdinal(constraint, 'DV_ORDINAL', making),
  DV_SCALE: (constraint, _, making) => makeOrdinal(constraint, 'DV_SCALE', making),
  DV_DATE: temporal('DV_DATE', 'C_DATE'),
  DV_TIME: temporal('DV_TIME', 'C_TIME'),
  DV_DATE_TIME: temporal('DV_DATE_TIME', 'C_DATE_TIME'),
  DV_DURATION: (constraint, _, { chooser }) =>
    withAll('DV_DURATION', { value: makeDuration(at(constraint, 'value'), chooser) }),
  DV_IDENTIFIER: (constraint, _, { chooser }) =>
    withAll('DV_IDENTIFIER', {
      id: makeText(at(constraint, 'id'), chooser, 'A-1234'),
      ...optionalTexts(constraint, ['issuer', 'assigner', 'type'], chooser),
    }),
}

/** A value of that type; undefined for types that are no data values, or where no value satisfies the constraint. */
export function makeValue(
  type: string,
  constraint: Constraint,
  attribute: string,
  making: InstanceContext,
): RmObject | undefined {
  return Object.hasOwn(MAKERS, type) ? MAKERS[type]?.(constraint, attribute, making) : undefined
}

export const isValueType = (type: string): boolean => Object.hasOwn(MAKERS, type)

function textual(type: string, free: string): Maker {
  return (constraint, _, { chooser }) =>
    withAll(type, { value: makeText(at(constraint, 'value'), chooser, free) })
}

function temporal(type: string, kind: 'C_DATE' | 'C_TIME' | 'C_DATE_TIME'): Maker {
  return (constraint, _, { chooser, now }) =>
    withAll(type, { value: makeTemporal(kind, at(constraint, 'value'), chooser, now) })
}

/** The object, if each of its fields could be made. */
function withAll(type: string, fields: Readonly<Record<string, unknown>>): RmObject | undefined {
  return Object.values(fields).includes(undefined) ? undefined : { _type: type, ...fields }
}

function optionalTexts(
  constraint: Constraint,
  names: readonly string[],
  chooser: InstanceContext['chooser'],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap(name => {
      const primitive = at(constraint, name)
      const text = primitive === undefined ? undefined : makeText(primitive, chooser, 'example')
      return text === undefined ? [] : [[name, text] as const]
    }),
  )
}

/** The text of a coded text is that of its code, unless the template wants another. */
function makeCoded(
  constraint: Constraint,
  attribute: string,
  making: InstanceContext,
): Rm.DvCodedText | undefined {
  const code = makeCode(codeConstraint(constraint), attribute, making)
  const wanted = at(constraint, 'value')
  const free = wanted?.kind === 'C_STRING' && wanted.list !== undefined && !wanted.list.includes(code.text)
  const value = free ? makeText(wanted, making.chooser, code.text) : code.text
  return value === undefined ? undefined : makeCodedText(code.terminology, code.code, value)
}

const isCode = (constraint: Constraint): constraint is CodePhraseConstraint | ConstraintReference =>
  constraint?.kind === 'C_CODE_PHRASE' || constraint?.kind === 'CONSTRAINT_REF'

function makeState(constraint: Constraint, _: string, { chooser }: InstanceContext): Rm.DvState {
  const [first, ...rest] = constraint?.kind === 'C_DV_STATE' ? constraint.states : []
  const state = first ? chooser.pick([first, ...rest]) : { name: 'initial', terminal: false }
  const value = makeCodedText('local', state.name, state.name)
  return { _type: 'DV_STATE', value, is_terminal: state.terminal }
}
