/** Values that a constraint fixes, and a test for given values that contradict it. */
import {
  attributesOf,
  baseType,
  isA,
  isRmObject,
  makeCodedText,
  makeCodePhrase,
  type Rm,
  type RmObject,
  rmClass,
  rubricOf,
  type Unvalidated,
} from '../../rm/index.ts'
import {
  type ArchetypeScope,
  type ComplexObject,
  type ObjectConstraint,
  type Primitive,
  termFor,
} from '../../template/index.ts'

const only = <T>(list: readonly T[] | undefined): T | undefined => (list?.length === 1 ? list[0] : undefined)

/** The one value that a primitive constraint allows. */
function fixedPrimitive(item: Primitive): unknown {
  switch (item.kind) {
    case 'C_STRING':
      return item.listOpen ? undefined : only(item.list)
    case 'C_BOOLEAN':
      return item.trueValid === item.falseValid ? undefined : item.trueValid
    case 'C_INTEGER':
    case 'C_REAL':
      return only(item.list)
    default:
      return undefined
  }
}

/** The text of a code as the template has it. */
const textOfCode = (scope: ArchetypeScope, terminology: string, code: string): string =>
  (terminology === 'openehr' ? rubricOf(code) : undefined) ?? termFor(scope, terminology, code)?.text ?? code

/** The only value that satisfies a constraint; undefined where there are several, or none that can be told. */
export function fixedValue(constraint: ObjectConstraint): unknown {
  switch (constraint.kind) {
    case 'primitive':
      return fixedPrimitive(constraint.item)
    case 'C_CODE_PHRASE': {
      const code = only(constraint.codes)
      return code === undefined || constraint.terminology === undefined
        ? undefined
        : makeCodePhrase(constraint.terminology, code)
    }
    case 'C_DV_ORDINAL':
    case 'C_DV_SCALE': {
      const item = only(constraint.items)
      if (item === undefined) return undefined
      const { terminology, code, text } = item.symbol
      const symbol = makeCodedText(terminology, code, text ?? textOfCode(constraint.scope, terminology, code))
      return { _type: constraint.rmType, value: item.value, symbol }
    }
    case 'object':
      return isA(constraint.rmType, 'LOCATABLE') ? undefined : fixedObject(constraint)
    default:
      return undefined
  }
}

/** A value of which every part that must be there is fixed. */
function fixedObject(constraint: ComplexObject): RmObject | undefined {
  const known = rmClass(constraint.rmType)
  if (known === undefined || known.abstract) return undefined
  const made: Record<string, unknown> = { _type: known.name }
  const missing: string[] = []
  for (const { name, mandatory, computed } of known.attributes.values()) {
    const given = constraint.attributes.find(each => each.name === name)
    if (computed || !(mandatory || (given?.existence.lower ?? 0) > 0)) continue
    const child = only(given?.children)
    const value = child && fixedValue(child)
    if (value === undefined) missing.push(name)
    else made[name] = value
  }
  const text = missing.length === 1 && missing[0] === 'value' ? textFromCode(made, constraint) : undefined
  if (text !== undefined) return { _type: known.name, value: text, ...made }
  return missing.length > 0 || Object.keys(made).length === 1 ? undefined : made
}

/** A coded text without its text has that of its code. */
export function textFromCode(
  { defining_code }: Unvalidated<Rm.DvCodedText>,
  { scope }: ComplexObject,
): string | undefined {
  const { code_string: code, terminology_id } = attributesOf<Rm.CodePhrase>(defining_code)
  const terminology = attributesOf<Rm.TerminologyId>(terminology_id).value
  return typeof code === 'string' && typeof terminology === 'string'
    ? textOfCode(scope, terminology, code)
    : undefined
}

/** True when a given value, which may be partial, cannot become a value of the constraint. */
export function contradicts(given: unknown, constraint: ObjectConstraint): boolean {
  if (given === undefined) return false
  if (constraint.kind === 'primitive') return contradictsPrimitive(given, constraint.item)
  if (!isRmObject(given)) return true
  const type = given._type
  if (type !== undefined && !isA(baseType(type), constraint.rmType)) return true
  if (constraint.kind === 'C_CODE_PHRASE') {
    const { code_string: code, terminology_id } = attributesOf<Rm.CodePhrase>(given)
    const terminology = attributesOf<Rm.TerminologyId>(terminology_id).value
    return (
      (constraint.codes.length > 0 && typeof code === 'string' && !constraint.codes.includes(code)) ||
      (constraint.terminology !== undefined &&
        terminology !== undefined &&
        terminology !== constraint.terminology)
    )
  }
  if (constraint.kind === 'C_DV_QUANTITY') {
    const { units } = attributesOf<Rm.DvQuantity>(given)
    return (
      constraint.items.length > 0 &&
      units !== undefined &&
      !constraint.items.some(item => item.units === units)
    )
  }
  if (constraint.kind !== 'object') return false
  return constraint.attributes.some(
    ({ name, cardinality, children }) =>
      cardinality === undefined &&
      children.length > 0 &&
      children.every(child => contradicts(given[name], child)),
  )
}

function contradictsPrimitive(given: unknown, item: Primitive): boolean {
  switch (item.kind) {
    case 'C_STRING':
      return item.list !== undefined && !item.listOpen && !item.list.some(each => each === given)
    case 'C_BOOLEAN':
      return given === true ? !item.trueValid : !item.falseValid
    case 'C_INTEGER':
    case 'C_REAL':
      return item.list !== undefined && !item.list.some(each => each === given)
    default:
      return false
  }
}
