/** The fields of a form for each data type: a table from RM type to inputs. */

import { baseType } from '../../rm/index.ts'
import type { ObjectConstraint } from '../model.ts'
import { childrenAt, primitiveAt } from '../names.ts'
import { groupOf } from '../openehr-codes.ts'
import { codedTextInputs, listValue, ordinalInputs, statesInput } from './coded-inputs.ts'
import { durationInputs } from './duration-inputs.ts'
import type { WebTemplateInput, WebTemplateInputValue, WebTemplateValidation } from './model.ts'
import { defaultAt, isWithin, plainInput, rangeOf, withoutStrayDefault } from './validation.ts'

type Constraint = ObjectConstraint | undefined
type Maker = (
  constraint: Constraint,
  languages: readonly string[],
  rmType: string,
) => readonly WebTemplateInput[]

const textInput = (suffix: string): WebTemplateInput => ({ suffix, type: 'TEXT' })

const PARTY: Maker = () => ['id', 'id_scheme', 'id_namespace', 'name'].map(textInput)
const REFERENCE: Maker = () => ['id', 'id_scheme', 'namespace', 'type'].map(textInput)
const TEXT: Maker = constraint => [plainInput('TEXT', constraint, 'value')]

const MAKERS: Readonly<Record<string, Maker>> = {
  DV_TEXT: TEXT,
  DV_URI: TEXT,
  DV_EHR_URI: TEXT,
  DV_MULTIMEDIA: multimediaInputs,
  STRING: TEXT,
  DV_CODED_TEXT: codedTextInputs,
  DV_STATE: () => [textInput('code'), textInput('value')],
  DV_ORDINAL: ordinalInputs,
  DV_SCALE: ordinalInputs,
  DV_BOOLEAN: constraint => [plainInput('BOOLEAN', constraint, 'value')],
  DV_COUNT: constraint => [plainInput('INTEGER', constraint, 'magnitude')],
  DV_QUANTITY: quantityInputs,
  DV_PROPORTION: proportionInputs,
  DV_DATE: constraint => [plainInput('DATE', constraint, 'value')],
  DV_TIME: constraint => [plainInput('TIME', constraint, 'value')],
  DV_DATE_TIME: constraint => [plainInput('DATETIME', constraint, 'value')],
  DV_DURATION: durationInputs,
  DV_PARSABLE: constraint => [
    plainInput('TEXT', constraint, 'value', 'value'),
    plainInput('TEXT', constraint, 'formalism', 'formalism'),
  ],
  DV_IDENTIFIER: constraint =>
    ['id', 'type', 'issuer', 'assigner'].map(part => plainInput('TEXT', constraint, part, part)),
  PARTY_PROXY: PARTY,
  PARTY_IDENTIFIED: PARTY,
  PARTY_RELATED: PARTY,
  PARTY_SELF: PARTY,
  PARTY_REF: REFERENCE,
}

/** The inputs of a node, empty for structures and for types that no form shows. */
export function inputsOf(
  rmType: string,
  constraint: Constraint,
  languages: readonly string[],
): readonly WebTemplateInput[] {
  const base = baseType(rmType)
  return Object.hasOwn(MAKERS, base) ? (MAKERS[base]?.(constraint, languages, base) ?? []) : []
}

/** The inputs of an attribute of the RM, whose codes are those of an openEHR group where the template leaves them open. */
export function attributeInputs(
  attribute: string,
  rmType: string,
  constraint: Constraint,
  languages: readonly string[],
): readonly WebTemplateInput[] {
  const inputs = inputsOf(rmType, constraint, languages)
  const group = groupOf(attribute)
  const isOpen = inputs[0]?.suffix === 'code' && inputs[0].type === 'TEXT'
  if (rmType !== 'DV_CODED_TEXT' || !isOpen || group === undefined) return inputs
  if (attribute === 'current_state') return [statesInput([...group.keys()], languages)]
  return inputs.map(input => ({ ...input, terminology: input.terminology ?? 'openehr' }))
}

/** A DV_MULTIMEDIA must say its media type and size, whatever else it says. */
function multimediaInputs(constraint: Constraint): readonly WebTemplateInput[] {
  const allowed = constraint === undefined ? [] : childrenAt(constraint, 'media_type')
  const types = allowed.flatMap(one => (one.kind === 'C_CODE_PHRASE' ? one.codes : []))
  const list = types.map(value => ({ value, label: value }))
  return [
    plainInput('TEXT', constraint, 'value'),
    list.length === 0 ? textInput('mediatype') : { suffix: 'mediatype', type: 'CODED_TEXT', list },
    plainInput('INTEGER', constraint, 'size', 'size'),
  ]
}

function quantityInputs(constraint: Constraint, languages: readonly string[]): readonly WebTemplateInput[] {
  if (constraint?.kind !== 'C_DV_QUANTITY')
    return [
      plainInput('DECIMAL', constraint, 'magnitude', 'magnitude'),
      plainInput('TEXT', constraint, 'units', 'unit'),
    ]
  const units = constraint.items.map(({ units, magnitude, precision }): WebTemplateInputValue => {
    const validation: WebTemplateValidation = {
      ...(magnitude ? { range: rangeOf(magnitude) } : {}),
      ...(precision ? { precision: rangeOf(precision, true) } : {}),
    }
    return {
      ...listValue(constraint.scope, 'local', units, languages),
      label: units,
      ...(magnitude || precision ? { validation } : {}),
    }
  })
  const only = units.length === 1 ? units[0]?.validation : undefined
  const magnitude = defaultAt(constraint, 'magnitude') ?? constraint.assumed?.magnitude
  const unit = defaultAt(constraint, 'units') ?? constraint.assumed?.units
  const chosen = units.find(({ value }) => value === unit)?.validation ?? only
  return [
    {
      suffix: 'magnitude',
      type: 'DECIMAL',
      ...(only ? { validation: only } : {}),
      ...(magnitude === undefined || !isWithin(chosen?.range, magnitude) ? {} : { defaultValue: magnitude }),
    },
    withoutStrayDefault({
      suffix: 'unit',
      type: 'CODED_TEXT',
      ...(units.length === 0 ? {} : { list: units }),
      ...(unit === undefined ? {} : { defaultValue: unit }),
    }),
  ]
}

/** PROPORTION_KIND: name by number. */
const PROPORTIONS: readonly string[] = ['ratio', 'unitary', 'percent', 'fraction', 'integer_fraction']
const DENOMINATORS: Readonly<Record<string, number>> = { unitary: 1, percent: 100 }

export function proportionTypes(constraint: Constraint): readonly string[] {
  const kinds = constraint && primitiveAt(constraint, 'type')
  const listed = kinds?.kind === 'C_INTEGER' ? (kinds.list ?? []) : []
  return listed.length === 0 ? PROPORTIONS : listed.flatMap(kind => PROPORTIONS[kind] ?? [])
}

function proportionInputs(constraint: Constraint): readonly WebTemplateInput[] {
  const integral = constraint && primitiveAt(constraint, 'is_integral')
  const type = integral?.kind === 'C_BOOLEAN' && !integral.falseValid ? 'INTEGER' : 'DECIMAL'
  const [kind = '', ...others] = proportionTypes(constraint)
  const fixed = others.length === 0 ? DENOMINATORS[kind] : undefined
  const denominator = plainInput(type, constraint, 'denominator', 'denominator')
  return [
    plainInput(type, constraint, 'numerator', 'numerator'),
    fixed === undefined
      ? denominator
      : withoutStrayDefault({
          ...denominator,
          validation: { range: { minOp: '>=', min: fixed, maxOp: '<=', max: fixed } },
        }),
  ]
}
