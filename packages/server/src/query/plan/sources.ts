/** FROM with its classes looked up in the dictionary: which archetype roots each of them can be. */
import type { Aql } from '@cairn/openehr/aql'
import type { Predicate } from '@cairn/openehr/path'
import { isA } from '@cairn/openehr/rm'
import { type ArchetypeEntry, decide, type Entries, matchingNodes } from '../../roots/index.ts'
import { notPushed } from './not-pushed.ts'

export type Source = EhrSource | VersionSource | RootSource | Junction

interface Declared {
  readonly variable: string | undefined
  /** What is asked of each row; node ids are decided already. */
  readonly predicate: Predicate | undefined
  readonly contains: { readonly negated: boolean; readonly what: Source } | undefined
}

export interface EhrSource extends Declared {
  readonly kind: 'ehr'
}

export interface VersionSource extends Declared {
  readonly kind: 'version'
  /** Superseded and deleted ones too. */
  readonly all: boolean
}

export interface RootSource extends Declared {
  readonly kind: 'root'
  readonly name: string
  readonly archetypes: readonly ArchetypeEntry[]
  /** Nothing of this class is inside anything else. */
  readonly outermost: boolean
}

export interface Junction {
  readonly kind: 'all' | 'any'
  readonly operands: readonly Source[]
}

const OUTERMOST = new Set(['COMPOSITION', 'EHR_STATUS'])

export function resolveSources(from: Aql.Containment, entries: Entries): Source {
  switch (from.kind) {
    case 'containsAll':
    case 'containsAny':
      return {
        kind: from.kind === 'containsAll' ? 'all' : 'any',
        operands: from.operands.map(operand => resolveSources(operand, entries)),
      }
    case 'version':
      return {
        kind: 'version',
        ...declared(from, from.predicate, entries),
        all: from.versions === 'ALL_VERSIONS' || from.predicate !== undefined,
      }
    case 'class':
      if (from.name === 'EHR') return { kind: 'ehr', ...declared(from, from.predicate, entries) }
      return rootSource(from, entries)
  }
}

function declared(
  { variable, contains }: Aql.ClassExpression | Aql.VersionExpression,
  predicate: Predicate | undefined,
  entries: Entries,
): Declared {
  return {
    variable,
    predicate,
    contains: contains && { negated: contains.negated, what: resolveSources(contains.what, entries) },
  }
}

function rootSource(from: Aql.ClassExpression, entries: Entries): RootSource {
  const { name, predicate } = from
  const inside = matchingNodes(entries.archetypes(), name, predicate)
  if (inside.length > 0) notPushed(`${name} is also found inside archetypes: ${inside[0]?.branch.text}`)
  const archetypes: ArchetypeEntry[] = []
  const left = new Map<string, Predicate | undefined>()
  for (const entry of entries.archetypes()) {
    const decision = isA(entry.type, name) && decide(predicate, entry.id)
    if (decision === false) continue
    archetypes.push(entry)
    left.set(JSON.stringify(decision), decision === true ? undefined : decision)
  }
  if (left.size > 1) notPushed(`what is asked of ${name} differs between archetypes`)
  if (from.contains && archetypes.some(({ type }) => isA(type, 'FOLDER')))
    notPushed('a folder contains what it refers to')
  const [open] = left.values()
  return { kind: 'root', ...declared(from, open, entries), name, archetypes, outermost: OUTERMOST.has(name) }
}

/** `COMPOSITION c {3, 5} contains OBSERVATION o {7}`, with the numbers of the archetypes. */
export function printSource(source: Source): string {
  if ('operands' in source)
    return `(${source.operands.map(printSource).join(source.kind === 'all' ? ' and ' : ' or ')})`
  const { variable, predicate, contains } = source
  const name = source.kind === 'root' ? source.name : source.kind.toUpperCase()
  const which =
    source.kind === 'root'
      ? ` {${source.archetypes.map(entry => entry.key).join(', ')}}`
      : source.kind === 'version' && source.all
        ? ' all'
        : ''
  const asked = predicate ? ' where …' : ''
  const inner = contains ? ` ${contains.negated ? 'without' : 'contains'} ${printSource(contains.what)}` : ''
  return `${name}${variable === undefined ? '' : ` ${variable}`}${which}${asked}${inner}`
}
