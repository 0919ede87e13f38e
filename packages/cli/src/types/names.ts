/** Names of generated types and fields. */

const words = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(word => word !== '')

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** `Blood pressure.v1` → `BloodPressureV1`. */
export function typeName(text: string): string {
  const name = words(text).map(capital).join('')
  return /^[A-Za-z]/.test(name) ? name : `Record${name}`
}

const PYTHON_KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if import in is
   lambda nonlocal not or pass raise return try while with yield field fields dataclass`.split(/\s+/),
)

/** `any_event|magnitude` → `any_event_magnitude`. */
export function pythonField(text: string): string {
  const name = words(text).join('_').toLowerCase()
  const safe = /^[a-z]/.test(name) ? name : `field_${name}`
  return PYTHON_KEYWORDS.has(safe) ? `${safe}_` : safe
}

/** Gives each name once: a second `Event` becomes `Event2`. */
export function uniqueNames(): (wanted: string) => string {
  const taken = new Set<string>()
  return wanted => {
    let name = wanted
    for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`
    taken.add(name)
    return name
  }
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('*/', '*\\/').trim()
