/** The tables of the database as its catalogue lists them, so that tests notice one that is new. */
import { type Database, sql } from '../../packages/server/src/db/index.ts'

/** They outlive an EHR: the trail of who did what, and what is left to say that it was there. */
const OUTLIVING = ['audit_old_event', 'erased_ehr', 'change_note']

/** Only a cluster fills it. */
const CLUSTERED = 'object_claim'

export interface Table {
  readonly name: string
  /** The number of its rows that mention a text anywhere. */
  rowsWith(text: string): Promise<number>
}

export interface EhrTable extends Table {
  rowsOf(ehrId: string): Promise<number>
  /** Its rows as JSON, without the EHR that they belong to. */
  contentOf(ehrId: string): Promise<Record<string, unknown>[]>
}

const tableNames = sql<{ name: string }>({
  name: 'test.tables',
  text: `select table_name as name from information_schema.tables
         where table_schema = 'cairn' and table_type = 'BASE TABLE' order by 1`,
})
const withEhrId = sql<{ name: string }>({
  name: 'test.ehrTables',
  text: `select table_name as name from information_schema.columns join information_schema.tables
         using (table_schema, table_name)
         where table_schema = 'cairn' and column_name = 'ehr_id' and table_type = 'BASE TABLE' order by 1`,
})

const count = async (db: Database, text: string, value: string): Promise<number> => {
  const [row] = await db.query(sql<{ n: number }, [string]>({ name: 'test.count', prepare: false, text }), [
    value,
  ])
  return row?.n ?? 0
}

const table = (db: Database, name: string): EhrTable => ({
  name,
  rowsWith: text =>
    count(db, `select count(*)::int as n from cairn.${name} t where position($1 in t::text) > 0`, text),
  rowsOf: ehrId => count(db, `select count(*)::int as n from cairn.${name} where ehr_id::text = $1`, ehrId),
  contentOf: async ehrId => {
    const text = `select to_jsonb(t) - 'ehr_id' as row from cairn.${name} t where ehr_id::text = $1`
    const rows = await db.query(
      sql<{ row: Record<string, unknown> }, [string]>({ name: 'test.content', prepare: false, text }),
      [ehrId],
    )
    return rows.map(({ row }) => row)
  },
})

/** Every table but the audit trail, which keeps ids for good. */
export const everyTable = async (db: Database): Promise<Table[]> =>
  (await db.query(tableNames))
    .map(({ name }) => table(db, name))
    .filter(({ name }) => name !== 'audit_old_event' && !name.startsWith('audit_trail'))

/** Tables with rows of one EHR each. */
export const tablesOfEhrs = async (db: Database): Promise<EhrTable[]> =>
  (await db.query(withEhrId))
    .map(({ name }) => table(db, name))
    .filter(({ name }) => !OUTLIVING.includes(name) && (db.isDistributed || name !== CLUSTERED))
