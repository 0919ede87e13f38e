/** Rows of published datamaps with a text of a record, so that tests see them go with it. */
import { sql } from '../../packages/server/src/db/index.ts'
import type { RunningServer } from '../server.ts'

/** A publication of a template that is none, so that no server fills it. */
const addDatamap = sql({
  name: 'test.addDatamap',
  text: `insert into cairn.datamap (name, definition, format, template_id, template_key, saved_by)
    values ('marked', '', 'xml', '', 0, 'test') on conflict do nothing`,
})
const addPublication = sql<{ publication: number }>({
  name: 'test.addPublication',
  text: `insert into cairn.published_datamap
      (datamap, without_identity, definition, format, template_key, artefact_id, etag, views)
    values ('marked', false, '', 'xml', 0, 0, '', '{}')
    on conflict (datamap, without_identity) do update set etag = '' returning publication`,
})
const addRow = sql<never, [ehrId: string, objectId: string, publication: number, text: string]>({
  name: 'test.addPublishedRow',
  text: `insert into cairn.datamap_row (ehr_id, object_id, publication, commit_number, version, lifecycle, vuid, shown_ehr_id, cells)
    values ($1, $2, $3, 1, 1, 532, '', $1, jsonb_build_object('text', $4::text))`,
})

export async function addPublishedRow(
  { db }: RunningServer,
  ehrId: string,
  objectId: string,
  text: string,
): Promise<void> {
  await db.execute(addDatamap)
  const [row] = await db.query(addPublication)
  await db.execute(addRow, [ehrId, objectId, row?.publication ?? 0, text])
}
