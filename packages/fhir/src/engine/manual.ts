/** Manual mappings to openEHR: constants that are put together to one value. */
import type { Step } from '@cairn-ehr/openehr/path'
import { isA, rmClass } from '@cairn-ehr/openehr/rm'
import { type Target, targetAt, valuePlaces } from '../openehr/target.ts'
import { codeInPhrase } from '../values/codes.ts'

interface Static {
  readonly path: readonly Step[]
  readonly value: string
}

/** Attributes of an ELEMENT itself; every other path is one of its value. */
const ELEMENT_ATTRIBUTES: ReadonlySet<string> = new Set([
  'null_flavour',
  'null_reason',
  'name',
  'links',
  'feeder_audit',
  'uid',
])

/** Writes constants below a place. Those for one data value are merged; they replace what was there. */
export function writeStatics(statics: readonly Static[], base: Target): void {
  if (base.rmType === 'ELEMENT') {
    writeElement(statics, base)
    return
  }
  if (!isA(base.rmType, 'LOCATABLE') && rmClass(base.rmType) !== undefined) {
    const made = objectOf(statics, base.rmType)
    base.written = {
      ...(base.rmType === 'PARTICIPATION' ? (base.written as object | undefined) : undefined),
      ...made,
    }
    return
  }
  for (const { path, value } of statics) {
    const target = targetAt(base, path, new Set())
    if (target === undefined) continue
    if (path.length > 0 && (target.rmType === 'ELEMENT' || rmClass(target.rmType) !== undefined))
      writeStatics([{ path: [], value }], target)
    else target.written = value
  }
}

function writeElement(statics: readonly Static[], element: Target): void {
  const isOwn = ({ path }: Static) => ELEMENT_ATTRIBUTES.has(path[0]?.attribute ?? '')
  const own = statics.filter(isOwn)
  const value = statics.filter(each => !isOwn(each))
  element.children.length = 0
  element.written = {
    ...(own.length === 0 ? {} : objectOf(own, 'ELEMENT')),
    ...(value.length === 0 ? {} : { value: dataValue(value, element) }),
  }
}

function dataValue(statics: readonly Static[], element: Target): Record<string, unknown> {
  // `value/defining_code` and `defining_code` are the same place.
  const plain = statics.map(({ path, value }) => ({
    path: path.length > 1 && path[0]?.attribute === 'value' ? path.slice(1) : path,
    value,
  }))
  const names = new Set(plain.map(({ path }) => path[0]?.attribute ?? 'value'))
  const isCoded = names.has('defining_code') || names.has('terminology_id')
  const places = valuePlaces(element).map(({ rmType }) => rmType)
  const fitting = places.find(
    type => !rmClass(type)?.abstract && [...names].every(name => rmClass(type)?.attributes.has(name)),
  )
  const made = objectOf(plain, isCoded ? 'DV_CODED_TEXT' : (fitting ?? 'DV_TEXT'))
  const rubric = isCoded ? rubricIn(made, element) : undefined
  return rubric === undefined ? made : { ...made, value: rubric }
}

/** A code of the archetype has the text of the template, in the template's language, whatever a mapping says. */
function rubricIn(coded: Record<string, unknown>, { constraint }: Target): string | undefined {
  const code = codeInPhrase(coded['defining_code'])
  if (code?.system !== 'local' || constraint?.kind !== 'object') return undefined
  return constraint.scope.terms.get(code.code)?.text
}

/** An object of a class, from constants by path; `_type` follows from the attribute table. */
function objectOf(statics: readonly Static[], type: string): Record<string, unknown> {
  const made: Record<string, unknown> = type === 'ELEMENT' ? {} : { _type: type }
  for (const { path, value } of statics) {
    const steps = path.length === 0 ? [{ attribute: mainAttribute(type) }] : path
    put(made, type, steps, value)
  }
  return made
}

const mainAttribute = (type: string): string =>
  rmClass(type)?.attributes.has('magnitude') ? 'magnitude' : 'value'

function put(owner: Record<string, unknown>, type: string, steps: readonly Step[], value: string): void {
  const [step, ...rest] = steps
  if (step === undefined) return
  // Grammar 0.0.x has the terminology beside the code.
  if (step.attribute === 'terminology_id' && type === 'DV_CODED_TEXT') {
    put(owner, type, [{ attribute: 'defining_code' }, step, ...rest], value)
    return
  }
  const attribute = rmClass(type)?.attributes.get(step.attribute)
  // Published mappings set attributes that a class does not have, such as a null flavour of a date.
  if (attribute === undefined || attribute.computed) return
  const declared = attribute.type
  if (rmClass(declared) === undefined) {
    owner[step.attribute] = primitiveOf(declared, value)
    return
  }
  const concrete =
    declared === 'OBJECT_ID' ? 'TERMINOLOGY_ID' : rmClass(declared)?.abstract ? 'DV_TEXT' : declared
  const known = owner[step.attribute] as Record<string, unknown> | undefined
  const inner: Record<string, unknown> = known ?? { _type: concrete }
  owner[step.attribute] = inner
  put(
    inner,
    concrete,
    rest.length > 0 ? rest : [{ attribute: concrete === 'CODE_PHRASE' ? 'code_string' : 'value' }],
    value,
  )
}

function primitiveOf(type: string, value: string): unknown {
  if (/^(Integer|Real|Double|Integer64)$/.test(type)) return Number(value)
  if (type === 'Boolean') return value === 'true'
  return value
}
