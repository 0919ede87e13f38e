/** All SQL about definitions of people. */
import { type LimitedQueries, sql } from '../../db/index.ts'
import type { PersonDefinition } from './definition.ts'

const CONFIGURATION = 'definitions have paths of archetypes, and nothing about anybody'

export interface StoredDefinition {
  readonly archetype_id: string
  /** Null: it was deleted. */
  readonly definition: PersonDefinition | null
  readonly revision: number
}

const all = sql<StoredDefinition>({
  name: 'person.definitions',
  seesAll: CONFIGURATION,
  text: 'select archetype_id, definition, revision from cairn_party.person_definition order by archetype_id collate "C"',
})
const put = sql<{ created: boolean }, [archetypeId: string, definition: string | null, savedBy: string]>({
  name: 'person.putDefinition',
  seals: { kind: 'person_definition', ids: ([id]) => [id] },
  seesAll: CONFIGURATION,
  text: `insert into cairn_party.person_definition as d (archetype_id, definition, saved_by) values ($1, $2::jsonb, $3)
         on conflict (archetype_id) do update set definition = excluded.definition, saved_by = excluded.saved_by,
           saved_at = now(), revision = excluded.revision
         returning xmax = 0 as created`,
})

export const findDefinitions = (db: LimitedQueries): Promise<readonly StoredDefinition[]> => db.query(all)

/** Without a definition it is deleted. */
export async function putDefinition(
  db: LimitedQueries,
  archetypeId: string,
  definition: PersonDefinition | undefined,
  savedBy: string,
): Promise<void> {
  await db.query(put, [archetypeId, definition ? JSON.stringify(definition) : null, savedBy])
}
