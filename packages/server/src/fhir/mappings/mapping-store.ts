/** All SQL about mapping files. Every put adds a version; a version without text is a deletion. */
import { type LimitedQueries, sql } from '../../db/index.ts'

const CONFIGURATION = 'mappings have paths and codes, and nothing about anybody'

export interface StoredMapping {
  readonly name: string
  readonly version: number
  /** Null: deleted. */
  readonly text: string | null
  readonly savedAt: Date
  readonly savedBy: string
}

interface Row {
  name: string
  version: number
  text: string | null
  saved_at: Date
  saved_by: string
}

const COLUMNS = 'name, version, text, saved_at, saved_by'

const mappingOf = ({ saved_at, saved_by, ...row }: Row): StoredMapping => ({
  ...row,
  savedAt: saved_at,
  savedBy: saved_by,
})

const latest = sql<Row>({
  name: 'fhirMapping.latest',
  seesAll: CONFIGURATION,
  text: `select distinct on (name collate "C") ${COLUMNS} from cairn.fhir_mapping
         order by name collate "C", version desc`,
})
const ofName = sql<Row, [name: string]>({
  name: 'fhirMapping.versions',
  seesAll: CONFIGURATION,
  text: `select ${COLUMNS} from cairn.fhir_mapping where name = $1 order by version desc`,
})
const state = sql<{ state: string }>({
  name: 'fhirMapping.state',
  seesAll: CONFIGURATION,
  text: `select count(*) || ' ' || coalesce(max(saved_at)::text, '') as state from cairn.fhir_mapping`,
})
const insert = sql<Row, [name: string, version: number, text: string | null, savedBy: string]>({
  name: 'fhirMapping.insert',
  seesAll: CONFIGURATION,
  seals: { kind: 'fhir_mapping', ids: ([id]) => [id] },
  text: `insert into cairn.fhir_mapping (name, version, text, saved_by) values ($1, $2, $3, $4)
         on conflict do nothing returning ${COLUMNS}`,
})

/** The latest version of each name, deleted or not. */
export const findMappings = async (db: LimitedQueries): Promise<readonly StoredMapping[]> =>
  (await db.query(latest)).map(mappingOf)

/** All versions of a name, the newest first. */
export const findMappingVersions = async (
  db: LimitedQueries,
  name: string,
): Promise<readonly StoredMapping[]> => (await db.query(ofName, [name])).map(mappingOf)

/** Another text whenever a mapping was put or deleted. */
export const mappingState = async (db: LimitedQueries): Promise<string> =>
  (await db.query(state))[0]?.state ?? ''

/** Undefined if the version was added by somebody else meanwhile. */
export async function addMapping(
  db: LimitedQueries,
  { name, version, text, savedBy }: Omit<StoredMapping, 'savedAt'>,
): Promise<StoredMapping | undefined> {
  const [row] = await db.query(insert, [name, version, text, savedBy])
  return row && mappingOf(row)
}
