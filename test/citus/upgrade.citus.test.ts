/** A database that was distributed by an earlier version is migrated, and used as before. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { detectDistribution, distribute } from '../../packages/server/src/db/distribution/index.ts'
import {
  FINISHING_PARTIES,
  PREPARING_PARTIES,
  SPREADING_PARTIES,
} from '../../packages/server/src/db/distribution/party-steps.ts'
import { migrate, openPool, sql } from '../../packages/server/src/db/index.ts'
import { settled } from '../audit/trail.ts'
import { newParty, party, uploadPartyTemplates } from '../demographic/parties.ts'
import { migrateTo, SCHEMAS } from '../install/old-schema.ts'
import { newEhr, postComposition, uploadTemplate } from '../records.ts'
import { withoutCitus } from './cluster.ts'
import { newCitusDatabase } from './new-database.ts'

/** The first schema whose databases could be distributed with partitions of the audit trail. */
const FIRST = 28

/** Triggers of that schema, which `cairn distribute` of the time dropped; later schemas have none of them. */
const DROPPED_THEN = [
  ['archetype', 'archetype_added'],
  ['archetype', 'archetype_changed'],
  ['archetype_path', 'archetype_path_added'],
  ['archetype_path', 'archetype_path_changed'],
]

/** Steps that `cairn distribute` of that time did not have. */
const LATER_STEPS = [...PREPARING_PARTIES, ...SPREADING_PARTIES, ...FINISHING_PARTIES].map(({ name }) => name)

it('a distributed database of an earlier schema is migrated, and works', { skip: withoutCitus }, async () => {
  const own = await newCitusDatabase()
  try {
    await migrateTo(own.url, FIRST)
    const database = openPool(own.url, { max: 2, applicationName: 'cairn test' })
    for (const [table, trigger] of DROPPED_THEN)
      await database.execute(
        sql({ name: 'test.drop', prepare: false, text: `drop trigger ${trigger} on cairn.${table}` }),
      )
    const steps = (text: string) =>
      database.query(sql<never, [readonly string[]]>({ name: 'test.steps', text, prepare: false }), [
        LATER_STEPS,
      ])
    try {
      await steps('insert into cairn.distribution (step) select * from unnest($1::text[])')
      await distribute(database, { shards: 4, say: () => {} })
      await steps('delete from cairn.distribution where step = any($1::text[])')
      assert.equal(await migrate(own.url), SCHEMAS - FIRST)
      await assert.rejects(detectDistribution(own.url), /run "cairn distribute" to the end/)
      await distribute(database, { shards: 4, say: () => {} })
      assert.equal(await detectDistribution(own.url), true)
    } finally {
      await database.close()
    }
    await own.serving(true, async server => {
      await uploadTemplate(server)
      await uploadPartyTemplates(server)
      await newParty(server, 'person', party('person', 'Ada'))
      const ehrs = [await newEhr(server), await newEhr(server)]
      for (const ehr of ehrs) assert.equal((await postComposition(server, ehr)).status, 201)
      const scopes = 'api.read api.admin'
      const q = encodeURIComponent('SELECT e/ehr_id/value FROM EHR e CONTAINS COMPOSITION c')
      const ask = () => server.call(`GET /openehr/v1/query/aql?q=${q}`, { scopes })
      // An event lists EHRs in a form of its own once its words have numbers: when they are seen again.
      for (let round = 0; round < 3; round++) {
        assert.deepEqual((await ask()).json().rows.flat().sort(), [...ehrs].sort())
        await settled(server)
      }
      for (const ehr of ehrs) {
        const found = await server.call(`GET /admin/v1/audit?ehr_id=${ehr}&action=E`, { scopes })
        const { events } = found.json() as { events: readonly { detail: { ehrs: readonly string[] } }[] }
        assert.deepEqual(
          events.map(({ detail }) => [...detail.ehrs].sort()),
          Array.from({ length: 3 }, () => [...ehrs].sort()),
        )
      }
    })
  } finally {
    await own.drop()
  }
})
