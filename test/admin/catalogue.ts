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

type Schema = 'cairn' | 'cairn_party'

const tableNames = sql<{ schema: Schema; name: string }>({
  name: 'test.tables',
  text: `select table_schema as schema, table_name as name from information_schema.tables
         where table_schema in ('cairn', 'cairn_party') and table_type = 'BASE TABLE' order by 1, 2`,
})
const withEhrId = sql<{ name: string }, [schema: Schema]>({
  name: 'test.ehrTables',
  text: `select table_name as name from information_schema.columns join information_schema.tables
         using (table_schema, table_name)
         where table_schema = $1 and column_name = 'ehr_id' and table_type = 'BASE TABLE' order by 1`,
})

const count = async (db: Database, text: string, value: string): Promise<number> => {
  const [row] = await db.query(sql<{ n: number }, [string]>({ name: 'test.count', prepare: false, text }), [
    value,
  ])
  return row?.n ?? 0
}

const table = (db: Database, name: string, schema: Schema = 'cairn'): EhrTable => ({
  name: schema === 'cairn' ? name : `${schema}.${name}`,
  rowsWith: text =>
    count(db, `select count(*)::int as n from ${schema}.${name} t where position($1 in t::text) > 0`, text),
  rowsOf: ehrId =>
    count(db, `select count(*)::int as n from ${schema}.${name} where ehr_id::text = $1`, ehrId),
  contentOf: async ehrId => {
    const text = `select to_jsonb(t) - 'ehr_id' as row from ${schema}.${name} t where ehr_id::text = $1`
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
    .map(({ schema, name }) => table(db, name, schema))
    .filter(({ name }) => name !== 'audit_old_event' && !name.startsWith('audit_trail'))

/** Tables with rows of one EHR each. */
export const tablesOfEhrs = async (db: Database): Promise<EhrTable[]> =>
  (await db.query(withEhrId, ['cairn']))
    .map(({ name }) => table(db, name))
    .filter(({ name }) => !OUTLIVING.includes(name) && (db.isDistributed || name !== CLUSTERED))

/** Tables with rows of one party each. */
export const tablesOfParties = async (db: Database): Promise<EhrTable[]> =>
  (await db.query(withEhrId, ['cairn_party']))
    .filter(({ name }) => !OUTLIVING.includes(name))
    .map(({ name }) => table(db, name, 'cairn_party'))
