/** The documents themselves, in the tables of the records: what every layout stands beside. */
import { randomBytes } from 'node:crypto'
import { type Database, sql } from '../packages/server/src/db/index.ts'
import { type Made, uuidOf } from './layout-data.ts'

const addEhrs = sql<never, [ids: readonly string[]]>({
  name: 'bench.ehrs',
  text: `insert into cairn.ehr select id, 'cairn.local', now(), gen_random_uuid(), gen_random_uuid(), null, true, true,
    gen_random_uuid() from unnest($1::uuid[]) id`,
})

/** The template that all were made by, where they were made by one that is here. */
interface Template {
  readonly key: number
  readonly artefactId: number
}

const add = sql<never, [rows: string, templateKey: number | null, artefactId: number | null]>({
  name: 'bench.documents',
  text: `
    with given as materialized (
      select * from json_to_recordset($1::json)
        as g (ehr uuid, object uuid, contribution uuid, audit text, envelope text, data text, position integer)
    ), contribution as (
      insert into cairn.contribution select ehr, contribution, now(), audit from given
    ), object as (
      insert into cairn.versioned_object (ehr_id, object_id, kind, created_at, artefact_id)
      select ehr, object, 'COMPOSITION', now(), $3 from given order by position
    )
    insert into cairn.version
      (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, change_type, lifecycle, template_key, envelope, data)
    select ehr, object, 1, 'COMPOSITION', 'cairn.local', contribution, now(), 249, 532, $2, envelope, data from given order by position`,
})

const audit = (commit: number): string =>
  JSON.stringify({
    _type: 'AUDIT_DETAILS',
    system_id: 'cairn.local',
    time_committed: { _type: 'DV_DATE_TIME', value: new Date(1.7e12 + commit * 1000).toISOString() },
    change_type: {
      _type: 'DV_CODED_TEXT',
      value: 'creation',
      defining_code: { terminology_id: { value: 'openehr' }, code_string: '249' },
    },
    committer: { _type: 'PARTY_IDENTIFIED', name: `client ${commit % 20}` },
  })

/** The rest of a VERSION beside its data: audit, state, and a signature, which no compression makes smaller. */
const envelope = (commit: number): string =>
  `{"commit_audit":${audit(commit)},"lifecycle_state":{"_type":"DV_CODED_TEXT","value":"complete","defining_code":{"terminology_id":{"value":"openehr"},"code_string":"532"}},"signature":"${randomBytes(24).toString('base64url')}..${randomBytes(64).toString('base64url')}"}`

export async function writeDocuments(
  db: Database,
  ehrs: readonly string[],
  batches: Iterable<readonly Made[]>,
  template?: Template,
): Promise<{ readonly bytes: number; readonly seconds: number }> {
  await db.execute(addEhrs, [ehrs])
  let bytes = 0
  let seconds = 0
  for (const made of batches) {
    const rows = made.map(({ ehr, object, commit, data }, position) => {
      const text = JSON.stringify(data)
      bytes += Buffer.byteLength(text)
      return {
        ehr,
        object,
        contribution: uuidOf(`contribution ${commit}`),
        audit: audit(commit),
        envelope: envelope(commit),
        data: text,
        position,
      }
    })
    const start = performance.now()
    await db.execute(add, [JSON.stringify(rows), template?.key ?? null, template?.artefactId ?? null])
    seconds += (performance.now() - start) / 1000
  }
  return { bytes, seconds }
}
