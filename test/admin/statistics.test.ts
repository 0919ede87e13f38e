/** Statistics of the planner have samples of values: nothing of a patient stays in them after an erasure. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { testServer } from '../server.ts'
import { tablesOfEhrs, tablesOfParties } from './catalogue.ts'
import { aboutSubject, folder, openRecords, status } from './records.ts'

const server = await testServer()
const records = await openRecords(server)
const run = (text: string) => server.db.execute(sql({ name: 'test.run', text, prepare: false }))

/** Statistics with a text in them, of tables, of expressions of indexes, and of `create statistics`. */
const samplesWith = sql<{ place: string }, [marker: string]>({
  name: 'test.samples',
  text: `select tablename || '.' || attname as place from pg_stats
           where schemaname in ('cairn', 'cairn_party') and (strpos(most_common_vals::text, $1) > 0 or strpos(histogram_bounds::text, $1) > 0
             or strpos(most_common_elems::text, $1) > 0)
         union select statistics_name from pg_stats_ext
           where schemaname in ('cairn', 'cairn_party') and strpos(most_common_vals::text, $1) > 0
         order by 1`,
})
const placesOf = async (marker: string) =>
  (await server.db.query(samplesWith, [marker])).map(({ place }) => place)

/** Rows in every table that has values of patients. */
async function addEhr(marker: string): Promise<string> {
  const ehrId = await records.ehr(status(aboutSubject(marker)))
  await records.composition(ehrId, marker, { 'openehr-item-tag': `key="${marker}",value="${marker}"` })
  await records.faulty(ehrId, marker)
  assert.equal((await records.call(`POST /ehr/${ehrId}/directory`, folder(marker))).status, 201)
  const episode = await records.callAt(`POST /extra/v1/ehr/${ehrId}/episode`, { name: marker })
  assert.equal(episode.status, 201, episode.text)
  return ehrId
}

describe('statistics', { skip: leftOutOnCitus('statistics of one server') }, () => {
  it('of a value index have the values of a patient until the patient is erased, those of columns never', async () => {
    await addEhr('somebody-else')
    const ehrId = await addEhr('known-by-this')
    // As value indexes do: an expression over the leaves.
    await run(`create index root_value_of_test on cairn.root (left(leaves::text, 900)) where latest`)
    await run('analyze')
    assert.deepEqual(await placesOf('known-by-this'), ['root_value_of_test.left'])
    const erased = await records.call(`DELETE /admin/ehr/${ehrId}`)
    assert.equal(erased.status, 204, erased.text)
    assert.deepEqual(await placesOf('known-by-this'), [])
    assert.deepEqual(
      await placesOf('somebody-else'),
      ['root_value_of_test.left'],
      'those of others are there',
    )
  })

  it('are off for every column of texts and documents about a patient', async () => {
    const columns = sql<{ place: string }, [schema: string, tables: readonly string[]]>({
      name: 'test.sampled',
      text: `select c.relname || '.' || a.attname as place from pg_attribute a join pg_class c on c.oid = a.attrelid
             where c.relnamespace = $1::regnamespace and c.relname = any($2) and a.attnum > 0 and not a.attisdropped
               and a.atttypid = any('{text,text[],jsonb,bytea}'::regtype[]) and coalesce(a.attstattarget, -1) <> 0 order by 1`,
    })
    const tables = await tablesOfEhrs(server.db)
    const found = await server.db.query(columns, ['cairn', tables.map(({ name }) => name)])
    const ofParties = (await tablesOfParties(server.db)).map(({ name }) => name.replace('cairn_party.', ''))
    assert.deepEqual(
      (await server.db.query(columns, ['cairn_party', ofParties])).map(({ place }) => place),
      [
        'party_reference.relation',
        'person_entry.archetype_id',
        'person_entry.template_id',
        'root.at',
        'version.kind',
        'version.system_id',
        'versioned_object.kind',
        'versioned_object.tag_seal',
      ],
    )
    // Codes, kinds, ids of systems and people of ours, and the reason in a tombstone, which has nothing of the patient.
    assert.deepEqual(
      found.map(({ place }) => place),
      [
        'app_grant.audience',
        'app_grant.client_id',
        'app_grant.key_thumbprint',
        'app_grant.person_id',
        'app_grant.scopes',
        'assignment.assigned_by',
        'assignment.kind',
        'assignment.person_id',
        'assignment.reviewed_by',
        'assignment.tag_key',
        'ehr.system_id',
        'episode.urgency',
        'erased_object.client_id',
        'erased_object.kind',
        'erased_object.reason',
        'launch.client_id',
        'launch.mac',
        'launch.person_id',
        'root.at',
        'version.kind',
        'version.system_id',
        'versioned_object.kind',
        // An HMAC.
        'versioned_object.tag_seal',
      ],
    )
  })
})
