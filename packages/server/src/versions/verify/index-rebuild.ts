/** Makes rows of the query index anew where they differ from their documents, while servers go on. */

import { deleteFrom, guarded, seen } from '../../access/index.ts'
import { type Database, type LimitedDatabase, type LimitedQueries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { openPathDictionary, type PathDictionary } from '../../roots/index.ts'
import { rowsFor } from '../../roots/writing/index.ts'
import { draftsOf } from '../commit.ts'
import { writeRoots } from '../dialect/citus.ts'
import { lockRecordAlone } from '../erasure/record-lock.ts'
import { ALL_IDS } from '../id-range.ts'
import { versionUid } from '../model.ts'
import { presetCache } from '../packing/unpack.ts'
import { openVerifier, type Verifier } from '../signature.ts'
import { type ReadVersion, versionsAfter } from '../store.ts'
import type { SignedDocument } from './document-check.ts'
import { indexFaults } from './index-check.ts'
import { signedDocument } from './part.ts'
import { countRecords } from './records.ts'

export interface Rebuilt {
  readonly versions: number
  /** Versions whose rows were made anew. */
  readonly rebuilt: number
  /** Rows without a version, which were removed. */
  readonly removed: number
  /** Versions that do not match their signature; their rows stay as they are. */
  readonly skipped: number
}

const versionNow = sql<
  { commit_number: number; is_newest: boolean },
  [ehrId: EhrId, objectId: ObjectId, version: number]
>({
  name: 'indexRebuild.version',
  text: guarded`select v.commit_number, o.merged_from is null and not exists (select 1 from ${seen.version('n')}
           where n.ehr_id = v.ehr_id and n.object_id = v.object_id and n.version > v.version) as is_newest
         from ${seen.version('v')} join ${seen.versioned_object('o')} on o.ehr_id = v.ehr_id and o.object_id = v.object_id
         where v.ehr_id = $1 and v.object_id = $2 and v.version = $3`,
})
const removeRows = sql<never, [ehrId: EhrId, commitNumber: number]>({
  name: 'indexRebuild.remove',
  text: guarded`${deleteFrom.root({ where: 'ehr_id = $1 and commit_number = $2::bigint' })}`,
})
const removeOrphans = sql<never>({
  name: 'indexRebuild.removeOrphans',
  text: guarded`${deleteFrom.root({
    as: 'r',
    where: guarded`not exists (select 1 from ${seen.version('v')} where v.ehr_id = r.ehr_id and v.commit_number = r.commit_number)`,
  })}`,
})

/** The EHR or party is locked, so that no commit makes another version the latest meanwhile. */
async function rebuildVersion(
  queries: LimitedQueries,
  dictionary: PathDictionary,
  { version, data }: SignedDocument,
): Promise<boolean> {
  const { ehrId, objectId } = version
  if (!(await lockRecordAlone(queries, ehrId))) return false
  const [now] = await queries.query(versionNow, [ehrId, objectId, version.version])
  if (!now) return false
  const drafts = draftsOf(version.kind, data, dictionary)
  await queries.execute(removeRows, [ehrId, now.commit_number])
  const rows = rowsFor(dictionary, [{ place: 1, latest: now.is_newest, roots: drafts }])
  await writeRoots(queries, ehrId, [now.commit_number], rows)
  return true
}

const PAGE = 500

interface RebuildNeeds {
  readonly verifier: Verifier
  readonly dictionary: PathDictionary
  readonly told: (checked: number) => void
}

/** Goes through all EHRs, or all parties. */
async function rebuildIn(
  db: LimitedDatabase,
  { verifier, dictionary, told }: RebuildNeeds,
): Promise<Rebuilt> {
  const presets = presetCache()
  let [versions, rebuilt, skipped] = [0, 0, 0]
  let last: ReadVersion['version'] | undefined
  for (;;) {
    const page = await versionsAfter(db, ALL_IDS, last, { limit: PAGE, presets })
    const documents = page.flatMap(read => signedDocument(verifier, read) ?? [])
    await dictionary.learn(
      documents.map(({ version, data }) => ({
        roots: draftsOf(version.kind, data, dictionary),
        templateKey: version.templateKey,
      })),
    )
    const faults = await indexFaults(db, dictionary, documents, { isExact: true })
    const wrong = new Set(faults.map(({ uid }) => uid))
    for (const document of documents)
      if (wrong.has(versionUid(document.version))) {
        const isDone = await db.transaction(queries => rebuildVersion(queries, dictionary, document))
        if (isDone) rebuilt++
      }
    versions += page.length
    skipped += page.length - documents.length
    last = page.at(-1)?.version
    if (last === undefined) break
    told(versions)
  }
  return { versions, rebuilt, removed: await db.execute(removeOrphans), skipped }
}

/** Told how many versions were looked at, of how many. */
export async function rebuildIndex(
  db: Database,
  told: (checked: number, total: number) => void,
): Promise<Rebuilt> {
  const verifier = await openVerifier(db)
  const dictionary = openPathDictionary(db)
  await dictionary.refresh()
  const parties = db.ofParties()
  const total = await countRecords(db)
  const ofEhrs = await rebuildIn(db, { verifier, dictionary, told: checked => told(checked, total) })
  const ofParties = await rebuildIn(parties, {
    verifier,
    dictionary,
    told: checked => told(ofEhrs.versions + checked, total),
  })
  return {
    versions: ofEhrs.versions + ofParties.versions,
    rebuilt: ofEhrs.rebuilt + ofParties.rebuilt,
    removed: ofEhrs.removed + ofParties.removed,
    skipped: ofEhrs.skipped + ofParties.skipped,
  }
}
