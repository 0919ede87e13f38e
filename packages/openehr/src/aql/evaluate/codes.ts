/** Codes that a terminology service names, looked up and not gone through: a value set has thousands, and every row asks. */
import { attributesOf, isRmObject, type Rm } from '../../rm/index.ts'
import { anyTrue, satisfies, type Truth } from './compare.ts'
import type { TerminologyCode } from './data.ts'
import { computed, type Value } from './item.ts'
import { isCoded } from './predicate.ts'

export type Codes = readonly (string | TerminologyCode)[]

/** Terminologies by code; `undefined` stands for any. */
type Index = ReadonlyMap<string, readonly (string | undefined)[]>

const indexes = new WeakMap<Codes, Index>()

function indexOf(codes: Codes): Index {
  const known = indexes.get(codes)
  if (known) return known
  const index = new Map<string, (string | undefined)[]>()
  for (const each of codes) {
    const { code, terminology } = typeof each === 'string' ? { code: each, terminology: undefined } : each
    const terminologies = index.get(code) ?? []
    index.set(code, terminologies)
    terminologies.push(terminology)
  }
  indexes.set(codes, index)
  return index
}

/** A CODE_PHRASE by code and terminology; anything else as it compares with the codes as texts. */
export function isAmong(left: Value, codes: Codes): Truth {
  const index = indexOf(codes)
  if (index.size === 0) return false
  if (isRmObject(left.value)) {
    if (left.type !== 'CODE_PHRASE') return undefined
    const { value: phrase } = left
    const code = String(attributesOf<Rm.CodePhrase>(phrase).code_string)
    return (index.get(code) ?? []).some(
      terminology => terminology === undefined || isCoded(phrase, { terminology, code }),
    )
  }
  if (typeof left.value === 'string' && index.has(left.value)) return true
  if (isPlainText(left)) return false
  return anyTrue([...index.keys()].map(code => satisfies('=', left, computed(code))))
}

/** Text that is equal to the same text only: no date, and no id of a version, which equals that of its object. */
const isPlainText = ({ value, attribute, owner }: Value): boolean =>
  typeof value === 'string' &&
  attribute !== 'uid' &&
  owner?.attribute !== 'uid' &&
  !/^(?:DV_(?:DATE|TIME|DURATION)|OBJECT_VERSION_ID)/.test(owner?.type ?? '')
