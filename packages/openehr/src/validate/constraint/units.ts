/** Units of a physical property, for a C_DV_QUANTITY with a property and no list of units. */
import { propertyHasUnits, terminologyGroup } from '../../rm/index.ts'

/**
 * False where the unit is known to measure something else only. UCUM has infinitely many units and the table of
 * properties a few hundred: a unit that it does not know is left alone.
 */
export const isUnitOf = (units: string, property: string): boolean =>
  propertyHasUnits(property, units) !== false ||
  ![...terminologyGroup('property').keys()].some(other => propertyHasUnits(other, units) === true)
