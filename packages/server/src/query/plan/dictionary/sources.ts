/** FROM with its classes looked up in the dictionary: which archetype roots each of them can be. */
import { type Aql, canHold, nodeKind } from '@cairn-ehr/openehr/aql'
import type { Predicate } from '@cairn-ehr/openehr/path'
import { isA } from '@cairn-ehr/openehr/rm'
import { type ArchetypeEntry, decide, type Entries, type PathEntry } from '../../../roots/index.ts'
import { notPushed } from '../not-pushed.ts'
import { type Nodes, nodesOf } from './nodes.ts'

export type Source = EhrSource | VersionSource | RootSource | NodeSource | Junction

interface Declared {
  readonly variable: string | undefined
  /** The condition on each row; node ids are decided before. */
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

interface ClassSource extends Declared {
  readonly name: string
  /** By what its predicate names a node: codes below it are then those of its archetype. */
  readonly by: ReturnType<typeof nodeKind>
}

export interface RootSource extends ClassSource {
  readonly kind: 'root'
  readonly archetypes: readonly ArchetypeEntry[]
  /** Nothing of this class is inside anything else. */
  readonly outermost: boolean
  /** Of folders that something is looked for in: the leaves that hold the ids of what they refer to. */
  readonly references?: readonly PathEntry[]
}

/** A class that is also found inside archetypes. */
export interface NodeSource extends ClassSource {
  readonly kind: 'node'
  readonly nodes: Nodes
}

export interface Junction {
  readonly kind: 'all' | 'any'
  readonly operands: readonly Source[]
}

const OUTERMOST = ['COMPOSITION', 'EHR_STATUS', 'PARTY']

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
      return classSource(from, entries)
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

function classSource(from: Aql.ClassExpression, entries: Entries): RootSource | NodeSource {
  const { name, predicate } = from
  const nodes = nodesOf(name, predicate, entries)
  if (!nodes) return rootSource(from, entries)
  if (from.contains && isA('FOLDER', name)) notPushed('a folder contains what it refers to')
  return { kind: 'node', ...declared(from, nodes.predicate, entries), name, by: nodeKind(predicate), nodes }
}

function rootSource(from: Aql.ClassExpression, entries: Entries): RootSource {
  const { name, predicate } = from
  const archetypes: ArchetypeEntry[] = []
  const left = new Map<string, Predicate | undefined>()
  for (const entry of entries.archetypes()) {
    const decision = isA(entry.type, name) && decide(predicate, entry.id)
    if (decision === false) continue
    archetypes.push(entry)
    left.set(JSON.stringify(decision), decision === true ? undefined : decision)
  }
  if (left.size > 1) notPushed(`what is asked of ${name} differs between archetypes`)
  const references = from.contains && archetypes.some(isFolder) ? referencesOf(from, archetypes) : undefined
  const [open] = left.values()
  return {
    kind: 'root',
    ...declared(from, open, entries),
    name,
    by: nodeKind(predicate),
    archetypes,
    outermost: OUTERMOST.some(each => isA(name, each)),
    ...(references && { references }),
  }
}

const isFolder = ({ type }: ArchetypeEntry): boolean => isA(type, 'FOLDER')

/** A folder contains what it refers to, and what its own document holds: where the two could mix, their order is the evaluator's. */
function referencesOf(
  { name, contains }: Aql.ClassExpression,
  archetypes: readonly ArchetypeEntry[],
): readonly PathEntry[] {
  if (name !== 'FOLDER' || !contains || !isReferredTo(contains.what))
    return notPushed('a folder contains what it refers to, and what is in itself')
  const entries = archetypes.flatMap(({ paths }) => [...paths.keys()])
  return [...new Set(entries)].filter(
    ({ steps }) => steps.map(step => step.attribute).join('/') === 'items/id/value',
  )
}

/** True if only references lead to it. */
function isReferredTo(what: Aql.Containment): boolean {
  if ('operands' in what) return what.operands.every(isReferredTo)
  return what.kind === 'class' && !canHold('FOLDER', what.name)
}

/** `COMPOSITION c {3, 5} contains OBSERVATION o {7}`, with the numbers of the archetypes. */
export function printSource(source: Source): string {
  if ('operands' in source)
    return `(${source.operands.map(printSource).join(source.kind === 'all' ? ' and ' : ' or ')})`
  const { variable, predicate, contains } = source
  const name = 'name' in source ? source.name : source.kind.toUpperCase()
  const which =
    source.kind === 'root'
      ? ` {${source.archetypes.map(entry => entry.key).join(', ')}}`
      : source.kind === 'node'
        ? ` at ${source.nodes.places.length} paths`
        : source.kind === 'version' && source.all
          ? ' all'
          : ''
  const asked = predicate ? ' where …' : ''
  const inner = contains ? ` ${contains.negated ? 'without' : 'contains'} ${printSource(contains.what)}` : ''
  return `${name}${variable === undefined ? '' : ` ${variable}`}${which}${asked}${inner}`
}
