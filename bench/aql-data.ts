/** The load mix in the tables that queries run on: documents and their archetype roots. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, migrate, openEmbedded, openPool, sql } from '../packages/server/src/db/index.ts'
import { openPathDictionary, type PathDictionary } from '../packages/server/src/roots/index.ts'
import { rootsOf } from '../packages/server/src/roots/writing/index.ts'
import { compositions, EHRS, ehrOf, type Made } from './layout-data.ts'
import { writeDocuments } from './layout-documents.ts'
import { recordsOf } from './root-records.ts'

export interface Loaded {
  readonly db: Database
  readonly dictionary: PathDictionary
  readonly url: string
  readonly close: () => Promise<void>
}

const BATCH = 200

/** Documents are numbered by the order of their commits, from 1: that is what their roots refer to. */
const addRoots = sql<never, [rows: string]>({
  name: 'bench.roots',
  text: `insert into cairn.root (ehr_id, commit_number, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key,
      event_path, event_time)
    select object_id, version, num, cap, parent, via, at, archetype_key, latest, leaves, "sharedKey",
      ("latestEvent" ->> 'path')::integer, ("latestEvent" ->> 'time')::bigint
    from json_to_recordset($1::json) as r (object_id uuid, version bigint, latest boolean, num integer, cap integer,
      parent integer, via integer, at text, archetype_key integer, leaves jsonb, "sharedKey" integer,
      "latestEvent" jsonb)`,
})

const run = (db: Database, text: string) => db.execute(sql({ name: 'bench.run', text, prepare: false }))

export async function load(count: number): Promise<Loaded> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
  const server = await openEmbedded({
    dataDir: folder,
    settings: { shared_buffers: '1GB', max_wal_size: '4GB', fsync: 'off', synchronous_commit: 'off' },
  })
  const db = openPool(server.url, { max: 2, applicationName: 'cairn bench' })
  const close = async () => {
    await db.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await migrate(server.url)
    const dictionary = openPathDictionary(db)
    const ehrs = Array.from({ length: EHRS }, (_, at) => ehrOf(at))
    await writeDocuments(db, ehrs, compositions(count, BATCH))
    for (const made of compositions(count, BATCH)) await writeRoots(db, dictionary, made)
    await run(db, 'vacuum analyze')
    return { db, dictionary, url: server.url, close }
  } catch (error) {
    await close()
    throw error
  }
}

export async function writeRoots(
  db: Database,
  dictionary: PathDictionary,
  made: readonly Made[],
): Promise<void> {
  const drafts = made.map(({ data }) => rootsOf(data, 'COMPOSITION'))
  await dictionary.learn(drafts.map(roots => ({ roots })))
  const rows = made.flatMap((each, at) => recordsOf(dictionary, each, drafts[at] ?? []))
  await db.execute(addRoots, [`[${rows.join()}]`])
}
