/** Makes something wrong in a document, or odd, at a random place. */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Slot = { readonly holder: Json[] | { [key: string]: Json }; readonly key: string | number }

/** Every place that has a value, that of the document itself left out. */
function slotsIn(value: Json): Slot[] {
  if (value === null || typeof value !== 'object') return []
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value)
  return [...keys].flatMap(key => [
    { holder: value, key },
    ...slotsIn((value as Record<string | number, Json>)[key] ?? null),
  ])
}

const ODD: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53 + 2,
  0.1,
  '',
  ' ',
  'x'.repeat(5000),
  '\u202e',
  '<script>',
  "'; drop table cairn.version; --",
  '2026-02-30T25:61:61Z',
  '::',
  'openEHR-EHR-OBSERVATION.none.v1',
  [],
  {},
  [[]],
  [null],
  { _type: 'DV_QUANTITY' },
  { _type: 'NO_SUCH_CLASS' },
  { _type: 'ELEMENT', value: { _type: 'ELEMENT' } },
]
const KEYS = [
  '_type',
  'constructor',
  'value',
  'uid',
  'items',
  'feeder_audit',
  'no_such_attribute',
  'links',
  '',
]

/** Changes one to three places of a copy. `random` gives numbers from 0 to 1. */
export function mutate<Document>(document: Document, random: () => number): unknown {
  const copy = structuredClone(document) as Json
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value
  for (let times = 1 + Math.floor(random() * 3); times > 0; times--) {
    const slots = slotsIn(copy)
    if (slots.length === 0) return copy
    const { holder, key } = pick(slots)
    const at = holder as Record<string | number, Json>
    const other = pick(slots)
    const taken = (other.holder as Record<string | number, Json>)[other.key] ?? null
    const value = at[key] ?? null
    const put = (place: string | number, given: Json): void => {
      at[place] = structuredClone(given)
    }
    const changes: (() => unknown)[] = [
      () => (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete at[key]),
      () => put(key, pick(ODD)),
      () => put(key, taken),
      () => put(key, [value, value]),
      () => (Array.isArray(holder) ? holder.push(structuredClone(value)) : put(pick(KEYS), pick(ODD))),
    ]
    pick(changes)()
  }
  return copy
}
