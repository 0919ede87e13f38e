/** Rule: a COMPOSITION of any kind around an entry or section, of which nothing is asked, is no scan: every such row is in one. */
import { isA } from '@cairn-ehr/openehr/rm'
import type { Entries } from '../../../roots/index.ts'
import type { RootSource, Source } from '../dictionary/sources.ts'

/** Inside another object a COMPOSITION says more than that: only some objects contain one. */
export function withoutAnyComposition(
  source: Source,
  used: ReadonlySet<string>,
  entries: Entries,
  isInside = false,
): Source {
  if ('operands' in source)
    return {
      ...source,
      operands: source.operands.map(operand => withoutAnyComposition(operand, used, entries, isInside)),
    }
  const { contains } = source
  if (!contains) return source
  const what = withoutAnyComposition(contains.what, used, entries, isInside || 'name' in source)
  if (
    source.kind === 'root' &&
    !isInside &&
    !contains.negated &&
    what.kind === 'root' &&
    isAnyComposition(source, used, entries) &&
    what.archetypes.every(({ type }) => isA(type, 'CONTENT_ITEM'))
  )
    return what
  return { ...source, contains: { ...contains, what } }
}

export function isAnyComposition(
  { name, variable, predicate, archetypes }: RootSource,
  used: ReadonlySet<string>,
  entries: Entries,
): boolean {
  if (name !== 'COMPOSITION' || predicate || (variable !== undefined && used.has(variable))) return false
  const all = [...entries.archetypes()].filter(({ type }) => type === 'COMPOSITION')
  return all.length === archetypes.length
}
