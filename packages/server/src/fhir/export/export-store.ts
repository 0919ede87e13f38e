/** All SQL of exports: what was asked for, and the EHRs that a file goes through. */
import { guarded, seen } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import type { EhrId } from '../../ids/index.ts'

export interface ExportOrder {
  readonly exportId: string
  readonly clientId: string
  readonly requestedAt: Date
  /** The address of the kick-off. */
  readonly request: string
  /** Undefined: all. */
  readonly types: readonly string[] | undefined
  /** ISO 8601. */
  readonly since: string | undefined
}

interface Row {
  export_id: string
  client_id: string
  requested_at: Date
  request: string
  types: string[] | null
  since: Date | null
}

const ORDER = 'an order of an export has nothing of a record'
const COLUMNS = 'export_id, client_id, requested_at, request, types, since'

const insert = sql<
  Row,
  [id: string, clientId: string, request: string, types: readonly string[] | null, since: string | null]
>({
  name: 'fhirExport.insert',
  seesAll: ORDER,
  text: `insert into cairn.fhir_export (export_id, client_id, request, types, since)
         values ($1, $2, $3, $4, $5::timestamptz) returning ${COLUMNS}`,
})
const one = sql<Row, [id: string, clientId: string, days: number]>({
  name: 'fhirExport.one',
  seesAll: ORDER,
  text: `select ${COLUMNS} from cairn.fhir_export
         where export_id = $1 and client_id = $2 and requested_at > now() - make_interval(days => $3)`,
})
const remove = sql<{ export_id: string }, [id: string, clientId: string]>({
  name: 'fhirExport.delete',
  seesAll: ORDER,
  text: 'delete from cairn.fhir_export where export_id = $1 and client_id = $2 returning export_id',
})
const removeOld = sql<never, [days: number]>({
  name: 'fhirExport.deleteOld',
  seesAll: ORDER,
  text: 'delete from cairn.fhir_export where requested_at <= now() - make_interval(days => $1)',
})
const ehrsAfter = sql<{ ehr_id: EhrId }, [after: string, most: number]>({
  name: 'fhirExport.ehrs',
  text: guarded`select ehr_id from ${seen.ehr()} where is_queryable and ehr_id > $1::uuid order by ehr_id limit $2`,
})

export const EXPORT_DAYS = 1

const orderOf = (row: Row): ExportOrder => ({
  exportId: row.export_id,
  clientId: row.client_id,
  requestedAt: row.requested_at,
  request: row.request,
  types: row.types ?? undefined,
  since: row.since?.toISOString(),
})

/** Orders of earlier days go with a new one. */
export async function addOrder(
  db: LimitedQueries,
  { exportId, clientId, request, types, since }: Omit<ExportOrder, 'requestedAt'>,
): Promise<void> {
  await db.query(removeOld, [EXPORT_DAYS])
  await db.query(insert, [exportId, clientId, request, types ?? null, since ?? null])
}

/** Undefined for orders of other clients, and of earlier days. */
export async function findOrder(
  db: LimitedQueries,
  exportId: string,
  clientId: string,
): Promise<ExportOrder | undefined> {
  const [row] = await db.query(one, [exportId, clientId, EXPORT_DAYS])
  return row && orderOf(row)
}

/** True if there was one. */
export const removeOrder = async (db: LimitedQueries, exportId: string, clientId: string): Promise<boolean> =>
  (await db.query(remove, [exportId, clientId])).length > 0

const PAGE = 1000

/** All EHRs that queries see, by id. */
export async function* queryableEhrs(db: LimitedQueries): AsyncGenerator<EhrId> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const found = await db.query(ehrsAfter, [after, PAGE])
    for (const { ehr_id } of found) yield ehr_id
    const last = found.at(-1)
    if (last === undefined || found.length < PAGE) return
    after = last.ehr_id
  }
}
