/** The definitions in force, held in memory: those that were put, and those of the published archetypes. */
import type { LimitedDatabase } from '../../db/index.ts'
import { CKM_DEFINITIONS, CKM_REVISION } from './ckm-definition.ts'
import { type PersonDefinition, type ReadyDefinition, readyDefinition } from './definition.ts'
import { findDefinitions } from './definition-store.ts'

export interface DefinitionInForce {
  readonly definition: PersonDefinition
  /** It comes with the server, and nobody has put another. */
  readonly isBuiltIn: boolean
  readonly ready: ReadyDefinition
}

/** The revision of an archetype, and its definition, if there is one. */
interface ArchetypeState {
  readonly revision: number
  readonly inForce: DefinitionInForce | undefined
}

export interface DefinitionShelf {
  of(archetypeId: string): ArchetypeState
  all(): ReadonlyMap<string, ArchetypeState>
  refresh(): Promise<void>
}

const stateOf = (
  definition: PersonDefinition | undefined,
  revision: number,
  isBuiltIn: boolean,
): ArchetypeState => ({
  revision,
  inForce: definition && { definition, isBuiltIn, ready: readyDefinition(definition, revision) },
})

const builtIn = (): Map<string, ArchetypeState> =>
  new Map(
    Object.entries(CKM_DEFINITIONS).map(([id, definition]) => [id, stateOf(definition, CKM_REVISION, true)]),
  )

const NONE: ArchetypeState = { revision: 0, inForce: undefined }

export async function openDefinitionShelf(db: LimitedDatabase): Promise<DefinitionShelf> {
  let states: ReadonlyMap<string, ArchetypeState> = builtIn()
  let begun = 0
  let shown = 0
  const refresh = async (): Promise<void> => {
    const turn = ++begun
    const next = builtIn()
    for (const { archetype_id: id, definition, revision } of await findDefinitions(db))
      next.set(id, stateOf(definition ?? CKM_DEFINITIONS[id], revision, definition === null))
    // Of two at the same moment, the one that began later has read no less than the other.
    if (turn < shown) return
    states = next
    shown = turn
  }
  await refresh()
  return { of: id => states.get(id) ?? NONE, all: () => states, refresh }
}
