/** Background jobs that keep stored things up to date: no room waits for them. */
import { viewerOf } from '../auth/index.ts'
import { keepPublished } from '../datamap/index.ts'
import { type Database, earlierTime } from '../db/index.ts'
import type { TemplateShelf } from '../definitions/index.ts'
import { type DefinitionShelf, renewEntries } from '../demographic/index.ts'
import { removeOldDrafts } from '../drafts/index.ts'
import type { Jobs, Log } from '../observe/index.ts'
import { personById } from '../people/index.ts'
import { openTextsByTemplate } from '../query/index.ts'
import type { Config } from '../settings/index.ts'

export interface UpkeepNeeds {
  readonly config: Config
  readonly db: Database
  readonly log: Log
  readonly now: () => number
  readonly jobs: Jobs
  readonly identityKey: string
}

/** Interval of the search for records that published datamaps do not show yet. */
const PUBLISHED_MS = 5000

/** Interval of the search for people who were entered by an earlier definition, and most of them at once. */
const ENTRIES_MS = 5000
const MOST_ENTRIES = 2000

/** Interval of the search for drafts that nobody has saved for some days. */
const DRAFTS_MS = 10 * 60_000

/** Starts the jobs, and returns what stops them. */
export function startUpkeep(
  { config, db, log, now, jobs, identityKey }: UpkeepNeeds,
  shelf: TemplateShelf,
  definitions: DefinitionShelf,
): () => void {
  const repeat = (name: string, milliseconds: number, work: () => Promise<unknown>, message: string) =>
    jobs.repeat({ name, milliseconds, work, failed: error => log.warn({ error }, message) })
  const texts = openTextsByTemplate()
  const rightsOf = async (personId: string) => viewerOf(await personById(db, personId))
  const stops = [
    repeat(
      'published_datamaps',
      PUBLISHED_MS,
      () => keepPublished({ db, shelf, identityKey, texts, rightsOf }),
      'published datamaps do not show the latest records',
    ),
    // People are found by the definitions in force, also those who were stored under others.
    repeat(
      'person_entries',
      ENTRIES_MS,
      () => renewEntries(db.ofParties(), definitions, MOST_ENTRIES),
      'some people are not found by the latest definitions yet',
    ),
    repeat(
      'draft_sweep',
      DRAFTS_MS,
      async () => removeOldDrafts(db, await earlierTime(db, now()), config.draftDays),
      'failed to remove old drafts',
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
