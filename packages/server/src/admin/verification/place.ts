/** Places in the work of a verification, after which another run can go on, and their texts. */
import type { TrailHead } from '../../audit/index.ts'
import { KIND_NAMES, type ObjectPlace } from '../../seals/index.ts'
import { MOST_DIGITS } from '../../versions/verify/index.ts'

/** In the order of the work: a part of the records, a sealed object, and a seal of the audit trail. */
export type Place =
  | { readonly part: 'versions'; readonly digits: string }
  | { readonly part: 'objects'; readonly object: ObjectPlace }
  | { readonly part: 'seals'; readonly head: TrailHead }

export const printHead = ({ number, digest }: TrailHead): string => `${number}:${digest}`

/** Undefined for a text that no run has printed. */
export function readHead(text: string): TrailHead | undefined {
  const [, seal, digest] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  return seal === undefined || digest === undefined ? undefined : { number: Number(seal), digest }
}

/** `kind:id`, as a fault names an object; an id may have a colon. */
export function readObject(text: string): ObjectPlace | undefined {
  const [, kind = '', id = ''] = /^([a-z_]+):(.+)$/s.exec(text) ?? []
  return id === '' ? undefined : { kind, id }
}

/** Empty where all records are one part: no other run can go on there. */
export function printPlace(place: Place): string {
  if (place.part === 'versions') return place.digits
  return place.part === 'seals' ? printHead(place.head) : `${place.object.kind}:${place.object.id}`
}

/** Undefined for a text that no run has printed. */
export function readPlace(text: string): Place | undefined {
  if (new RegExp(`^[0-9a-f]{1,${MOST_DIGITS}}$`).test(text)) return { part: 'versions', digits: text }
  const [head, object] = [readHead(text), readObject(text)]
  if (head) return { part: 'seals', head }
  return object && KIND_NAMES.includes(object.kind) ? { part: 'objects', object } : undefined
}
