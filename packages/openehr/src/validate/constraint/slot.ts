/** Open slots: an archetype root of the right class may fill one if the assertions of the slot allow its id. */
import type { Slot } from '../../template/index.ts'
import { compilePattern, type Matcher } from './pattern.ts'

export interface CompiledSlot {
  readonly fits: Matcher
  readonly expected: string
}

/** Includes are a closed list, as every engine reads them, and win over excludes. */
export const compileSlot = ({ includes, excludes }: Slot): CompiledSlot => {
  const included = includes.map(compilePattern)
  const excluded = excludes.map(compilePattern)
  return {
    fits: id => {
      if (included.length > 0) return included.some(fits => fits(id))
      return !excluded.some(fits => fits(id))
    },
    expected:
      includes.length > 0
        ? `an archetype that fits ${includes.join(' or ')}`
        : `an archetype other than ${excludes.join(', ')}`,
  }
}
