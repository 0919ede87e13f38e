/** The units of a property, for a DV_QUANTITY that is constrained to a property without a list of units. */
import { PROPERTY_UNITS } from './terminology.generated.ts'

interface Units {
  readonly listed: ReadonlySet<string>
  /** `{124/129}` of the table: a unit of mass over a unit of volume. */
  readonly quotients: readonly (readonly string[])[]
}

const QUOTIENT = /^\{(\d+(?:\/\d+)*)\}$/

/** UCUM has two spellings of the litre. */
const oneLitre = (units: string): string => units.replace(/L(?![A-Za-z])/g, 'l')

/** Parts of a quotient, none where it is a plain unit. */
const quotientOf = (spelling: string): readonly (readonly string[])[] => {
  const parts = QUOTIENT.exec(spelling)?.[1]?.split('/')
  return parts === undefined ? [] : [parts]
}

const table: ReadonlyMap<string, Units> = new Map(
  Object.entries(PROPERTY_UNITS).map(([property, spellings]) => {
    const all = spellings.split('|')
    const listed = new Set(all.filter(spelling => !QUOTIENT.test(spelling)).map(oneLitre))
    return [property, { listed, quotients: all.flatMap(quotientOf) }]
  }),
)

/**
 * True when units measure a property, given by its code of the openEHR group `property`; `undefined` where the property
 * table does not have it. Both UCUM and the table's own spelling count, as does a quotient of units whose properties the
 * table names, such as `mg/mL` for Concentration.
 */
export function propertyHasUnits(property: string, units: string): boolean | undefined {
  const known = table.get(property)
  if (known === undefined) return undefined
  const sought = oneLitre(units)
  if (known.listed.has(sought)) return true
  // `/min` is `1/min`.
  const parts = sought.split('/').map((part, at) => (at === 0 && part === '' ? '1' : part))
  return known.quotients.some(
    quotient =>
      quotient.length === parts.length &&
      quotient.every((code, at) => table.get(code)?.listed.has(parts[at] ?? '')),
  )
}

/** True when units measure any property of the table. */
export const hasKnownUnits = (units: string): boolean =>
  [...table.keys()].some(property => propertyHasUnits(property, units))
