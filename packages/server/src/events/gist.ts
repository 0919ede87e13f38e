/** The gist of the changes after a place: enough to know whom they may concern, for a tenth of the cost of their events. */
import { guarded, seen } from '../access/index.ts'
import { type LimitedQueries, sql } from '../db/index.ts'
import type { EhrId } from '../ids/index.ts'
import { type Cursor, markOf } from './cursor.ts'
import { COMMITTED, EHR_CREATED, type RecordKind, typeOfVersion } from './event-types.ts'
import type { RecordVersions } from './record-versions.ts'
import { findArchetypes, findChanges } from './source-store.ts'

interface GistRow {
  readonly ehr_id: EhrId
  readonly kind: RecordKind
  readonly version: number
  readonly change_type: number
  readonly commit_number: number
  readonly template_id: string | null
  /** Of the preceding version. */
  readonly before: number | null
}

const rows = sql<GistRow, [contributions: readonly string[]]>({
  name: 'feed.gist',
  text: guarded`select v.ehr_id, v.kind, v.version, v.change_type, v.commit_number, t.template_id, p.commit_number as before
         from ${seen.version('v')}
         left join ${seen.version('p')} on p.ehr_id = v.ehr_id and p.object_id = v.object_id and p.version = v.version - 1
         left join ${seen.template('t')} on t.template_key = v.template_key
         where v.contribution_id = any($1::uuid[])`,
})

/** The parts of an event that filters and conditions ask for, without tags. */
export interface EventGist {
  /** The number of the version in its object. */
  readonly version: number
  readonly types: readonly string[]
  readonly templateId: string | undefined
  readonly versions: RecordVersions
}

interface FeedGist {
  readonly events: readonly EventGist[]
  readonly end: Cursor | undefined
  /** True if there may be more now. */
  readonly isCut: boolean
}

/** Positions of one gist. */
const MOST_POSITIONS = 1000

/** The types of the events that a version has part in; an EHR that was merged may be named too often. */
const typesOf = ({ kind, version, change_type }: GistRow): readonly string[] => [
  COMMITTED,
  typeOfVersion(kind, change_type),
  ...(kind === 'EHR_STATUS' && version === 1 ? [EHR_CREATED] : []),
]

/**
 * Undefined if there are other changes than versions of EHRs: their events have to be read. `head`: a position that the feed has; calls with the same
 * place and `head` share what is read.
 */
export type FindGist = (
  from: Cursor | undefined,
  head: number,
  withArchetypes: boolean,
) => Promise<FeedGist | undefined>

interface ReadRows {
  readonly rows: readonly GistRow[]
  readonly end: Cursor | undefined
  readonly isCut: boolean
}

async function readRows(db: LimitedQueries, after: Cursor | undefined): Promise<ReadRows | undefined> {
  const changes = await findChanges(db, after?.position ?? 0, MOST_POSITIONS, [])
  const last = changes.at(-1)
  if (!last) return { rows: [], end: after, isCut: false }
  if (changes.some(({ is_note, is_party }) => is_note || is_party)) return undefined
  return {
    rows: await db.query(rows, [changes.map(({ source_id }) => source_id)]),
    end: { position: last.position, mark: markOf(last.source_id) },
    isCut: changes.length === MOST_POSITIONS,
  }
}

async function readArchetypes(db: LimitedQueries, of: readonly GistRow[]) {
  const commits = of.flatMap(row => [
    row,
    ...(row.before === null ? [] : [{ ehr_id: row.ehr_id, commit_number: row.before }]),
  ])
  return findArchetypes(db, commits)
}

function eventOf(
  row: GistRow,
  archetypes: Awaited<ReturnType<typeof findArchetypes>> | undefined,
): EventGist {
  const documentAt = (commit: number) => ({
    kind: row.kind,
    commit,
    archetypes: archetypes?.get(commit) ?? [],
  })
  return {
    version: row.version,
    types: typesOf(row),
    templateId: row.template_id ?? undefined,
    versions: {
      ehrId: row.ehr_id,
      after: documentAt(row.commit_number),
      before: row.before === null ? undefined : documentAt(row.before),
    },
  }
}

/** Call it with all rights. The last gist is kept. */
export function openGists(db: LimitedQueries): FindGist {
  let key = ''
  let read: Promise<ReadRows | undefined> = Promise.resolve(undefined)
  let archetypes: ReturnType<typeof readArchetypes> | undefined
  return async (from, head, withArchetypes) => {
    if (from?.part !== undefined) return undefined
    const wanted = `${from?.position ?? 0} ${head}`
    if (key !== wanted) {
      key = wanted
      archetypes = undefined
      read = readRows(db, from)
      read.catch(() => (key = ''))
    }
    const own = read
    const found = await own
    if (!found) return undefined
    const isKept = read === own
    const asked = withArchetypes
      ? ((isKept ? archetypes : undefined) ?? readArchetypes(db, found.rows))
      : undefined
    if (asked && isKept) archetypes = asked
    asked?.catch(() => (key = ''))
    const byCommit = await asked
    return { ...found, events: found.rows.map(row => eventOf(row, byCommit)) }
  }
}
