/** Definitions of archetypes, and how their entries are summarized for this reader. */
import { useMemo, useState } from 'react'
import type { ArchetypeDefinition } from '../../display/clinical/definition.ts'
import { definitionFinder, type SummaryOptions } from '../../display/clinical/entry-summary.ts'
import { PUBLISHED } from '../../display/clinical/published.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'

export interface Clinical extends SummaryOptions {
  readonly definitions: readonly ArchetypeDefinition[]
}

export function useClinical(): Clinical {
  const style = useTimeStyle()
  const [now] = useState(() => new Date().toISOString())
  return useMemo(() => {
    const definitions = PUBLISHED
    return { definitions, find: definitionFinder(definitions), style, now }
  }, [style, now])
}
