/** Definitions of archetypes, and how their entries are summarized for this reader. */
import { useMemo, useState } from 'react'
import type { ArchetypeDefinition } from '../../display/clinical/definition.ts'
import { definitionFinder, type SummaryOptions } from '../../display/clinical/entry-summary.ts'
import { PUBLISHED } from '../../display/clinical/published.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { useSiteDefinitions } from './queries.ts'

const NONE: readonly ArchetypeDefinition[] = []

/** Definitions of the site come last: they replace published ones of the same archetype. */
function withOwn(own: readonly ArchetypeDefinition[]): readonly ArchetypeDefinition[] {
  const replaced = new Set(own.flatMap(({ archetypes }) => archetypes))
  const kept = PUBLISHED.map(each => ({
    ...each,
    archetypes: each.archetypes.filter(id => !replaced.has(id)),
  }))
  return [...kept.filter(({ archetypes }) => archetypes.length > 0), ...own]
}

export interface Clinical extends SummaryOptions {
  readonly definitions: readonly ArchetypeDefinition[]
}

export function useClinical(): Clinical {
  const style = useTimeStyle()
  const given = useSiteDefinitions().data?.definitions ?? NONE
  // A site without definitions answers with another empty list, which would render every value again.
  const own = given.length === 0 ? NONE : given
  const [now] = useState(() => new Date().toISOString())
  return useMemo(() => {
    const definitions = own.length === 0 ? PUBLISHED : withOwn(own)
    return { definitions, find: definitionFinder(definitions), style, now }
  }, [style, now, own])
}
