/** The dictionary of paths as current as the database's: a plan is right only if it knows every path that a row may have. */
import { shareNext } from '../collections/index.ts'
import { type LimitedQueries, sql } from '../db/index.ts'
import type { ReadServer, Reads } from '../db/reads/index.ts'
import type { PathDictionary } from '../roots/index.ts'

const generationNow = sql<{ generation: number }>({
  name: 'query.dictionaryGeneration',
  seesAll: 'the dictionary has no data about anybody',
  text: 'select generation from cairn.dictionary_state',
})

export interface CurrentDictionary {
  /** As the database counts; 0 until the first `refresh`. A statement of the plan asks for it in its own snapshot. */
  readonly generation: number
  /** Number of times that the dictionary of the database has grown. */
  counted(): Promise<number>
  /** Takes note of what was added since. */
  refresh(): Promise<void>
}

/** One for each server: a replica has not yet counted what its primary has. `reads` are those without limits. */
export function openCurrentDictionaries(
  { primary }: Pick<Reads, 'primary'>,
  dictionary: PathDictionary,
): (server: ReadServer) => CurrentDictionary {
  const all = new Map([[primary.number, openCurrentDictionary(primary.db, dictionary)]])
  return ({ number, db }) => {
    const current = all.get(number) ?? openCurrentDictionary(db, dictionary)
    all.set(number, current)
    return current
  }
}

export function openCurrentDictionary(db: LimitedQueries, dictionary: PathDictionary): CurrentDictionary {
  let generation = 0
  const counted = shareNext(async () => (await db.query(generationNow))[0]?.generation ?? 0)
  return {
    get generation() {
      return generation
    },
    counted,
    refresh: async () => {
      const current = await counted()
      if (current === generation) return
      await dictionary.refresh()
      generation = current
    },
  }
}
