/** Programs that published mappings name (`mappingCode`). */
import type { Programs } from '../engine/programs.ts'
import { timingToDaily, timingToNonDaily } from './timing.ts'

export const PUBLISHED_PROGRAMS: Programs = {
  timingToDaily,
  timingNonDaily: timingToNonDaily,
}
