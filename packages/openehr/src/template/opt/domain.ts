/** The constraints on one data type each (`C_DOMAIN_TYPE`): codes, quantities, ordinals, states. */

import type { XmlElement } from '../../format/xml/index.ts'
import type {
  CodePhrase,
  CodePhraseConstraint,
  OrdinalItem,
  QuantityConstraint,
  StateConstraint,
} from '../model.ts'
import { childOf, childrenOf, textAt, textOf, typeName } from './element.ts'
import { error, type Faults } from './faults.ts'
import { INTEGER_BOUND, REAL_BOUND, readInterval } from './interval.ts'
import { numberIn } from './primitive.ts'
import { checkShape } from './shape.ts'

/** The fields of a domain constraint beside those of every object constraint. */
export type CodePart = Pick<CodePhraseConstraint, 'terminology' | 'codes' | 'referenceSetUri' | 'assumed'>
export type QuantityPart = Pick<QuantityConstraint, 'property' | 'items' | 'assumed'>
export type StatePart = Pick<StateConstraint, 'states'>
export interface OrdinalPart {
  readonly items: readonly OrdinalItem[]
  readonly assumed?: OrdinalItem
}

/** C_CODE_PHRASE and C_CODE_REFERENCE. A code may carry its terminology, as in `LOINC::8480-6`. */
export function readCodes(element: XmlElement): CodePart {
  const listed = childrenOf(element, 'code_list').flatMap(entry => textOf(entry) ?? [])
  const prefix = listed.find(code => code.includes('::'))?.replace(/::.*$/s, '')
  const terminology = textAt(element, 'terminology_id', 'value') ?? prefix
  const codes = listed.map(code => code.replace(/^.*?::/s, ''))
  const uri = textAt(element, 'referenceSetUri')
  const assumed = childOf(element, 'assumed_value')
  const assumedCode = assumed && readCode(assumed)
  return {
    ...(terminology === undefined ? {} : { terminology }),
    codes: [...new Set(codes)],
    ...(uri === undefined ? {} : { referenceSetUri: uri }),
    ...(assumedCode === undefined ? {} : { assumed: assumedCode }),
  }
}

/** A CODE_PHRASE written as XML. */
function readCode(element: XmlElement): CodePhrase | undefined {
  const code = textAt(element, 'code_string')
  return code === undefined
    ? undefined
    : { terminology: textAt(element, 'terminology_id', 'value') ?? 'local', code }
}

export function readQuantity(element: XmlElement, path: string, faults: Faults): QuantityPart {
  const property = childOf(element, 'property')
  const propertyCode = property && readCode(property)
  const items = childrenOf(element, 'list').map(item => {
    checkShape(item, 'C_QUANTITY_ITEM', path, faults)
    const magnitude = childOf(item, 'magnitude')
    const precision = childOf(item, 'precision')
    return {
      units: textAt(item, 'units') ?? '',
      ...(magnitude ? { magnitude: readInterval(magnitude, REAL_BOUND, path, faults) } : {}),
      ...(precision ? { precision: readInterval(precision, INTEGER_BOUND, path, faults) } : {}),
    }
  })
  const assumed = readAssumedQuantity(childOf(element, 'assumed_value'))
  return {
    ...(propertyCode === undefined ? {} : { property: propertyCode }),
    items,
    ...(assumed === undefined ? {} : { assumed }),
  }
}

function readAssumedQuantity(element: XmlElement | undefined): QuantityConstraint['assumed'] {
  const magnitude = element && REAL_BOUND.read(textAt(element, 'magnitude') ?? '')
  const units = element && textAt(element, 'units')
  const precision = element && INTEGER_BOUND.read(textAt(element, 'precision') ?? '')
  if (magnitude === undefined || units === undefined) return undefined
  return { magnitude, units, ...(precision === undefined ? {} : { precision }) }
}

/** C_DV_ORDINAL, and C_DV_SCALE, which is in no schema but differs only in its real numbers. */
export function readOrdinal(
  element: XmlElement,
  kind: 'C_DV_ORDINAL' | 'C_DV_SCALE',
  path: string,
  faults: Faults,
): OrdinalPart {
  const read = (item: XmlElement): OrdinalItem | undefined => readOrdinalItem(item, kind, path, faults)
  const items = childrenOf(element, 'list').flatMap(item => read(item) ?? [])
  const given = childOf(element, 'assumed_value')
  const assumed = given && read(given)
  return { items, ...(assumed === undefined ? {} : { assumed }) }
}

function readOrdinalItem(
  item: XmlElement,
  kind: 'C_DV_ORDINAL' | 'C_DV_SCALE',
  path: string,
  faults: Faults,
): OrdinalItem | undefined {
  const number = childOf(item, 'value')
  const value = number && numberIn(number, kind === 'C_DV_SCALE' ? REAL_BOUND : INTEGER_BOUND, path, faults)
  const symbol = childOf(item, 'symbol')
  const coded = symbol && childOf(symbol, 'defining_code')
  const code = coded && readCode(coded)
  if (value === undefined || code === undefined) {
    error(
      faults,
      { path, element: item },
      { code: 'opt.ordinal', message: `An entry of ${kind} needs a value and a symbol's code` },
    )
    return undefined
  }
  const text = symbol && textAt(symbol, 'value')
  return { value, symbol: { ...code, ...(text === undefined ? {} : { text }) } }
}

export function readStates(element: XmlElement, path: string, faults: Faults): StatePart {
  const machine = childOf(element, 'value')
  const states = machine ? childrenOf(machine, 'states') : []
  if (states.length === 0)
    error(
      faults,
      { path, element },
      { code: 'opt.state', message: 'A state machine needs at least one state' },
    )
  return {
    states: states.map(state => {
      const transitions = childrenOf(state, 'transitions')
      return {
        name: textAt(state, 'name') ?? '',
        terminal:
          typeName(state) === 'TERMINAL_STATE' || (typeName(state) === undefined && transitions.length === 0),
        next: transitions.flatMap(transition => textAt(transition, 'next_state', 'name') ?? []),
      }
    }),
  }
}
