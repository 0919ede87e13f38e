/** Programs that published mappings name (`mappingCode`). */

import {
  durationToAdministration,
  quantityToRange,
  rangeToText,
  ratioToDosage,
  ratioToQuantity,
} from './dosage.ts'
import type { Programs } from './program.ts'
import { timingToDaily, timingToNonDaily } from './timing.ts'

export const PUBLISHED_PROGRAMS: Programs = {
  timingToDaily,
  timingNonDaily: timingToNonDaily,
  dosageDurationToAdministrationDuration: durationToAdministration,
  ratio_to_dosage: ratioToDosage,
  ratio_to_dosage_action: ratioToDosage,
  ratio_to_dv_quantity: ratioToQuantity,
  dosageQuantityToRange: quantityToRange,
  rangeToText,
}
