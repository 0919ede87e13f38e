/** Objects of every sealed kind, made over HTTP, and a look at what a verification says of them. */
import assert from 'node:assert/strict'
import { verifyAll } from '../../packages/server/src/admin/index.ts'
import { checkedVault } from '../../packages/server/src/auth/index.ts'
import { findDatamap } from '../../packages/server/src/datamap/definition/store.ts'
import { putPublication, putReader } from '../../packages/server/src/datamap/publish/store.ts'
import { type Database, sql } from '../../packages/server/src/db/index.ts'
import { SEALED_KINDS } from '../../packages/server/src/seals/kinds.ts'
import { objectOf, openRecords } from '../admin/records.ts'
import { behindItsBack } from '../audit/trail.ts'
import { addRole, adminCall, newPerson } from '../people/people.ts'
import { bloodPressureOpt, TEMPLATE_ID } from '../records.ts'
import { type RunningServer, SECRET_KEY } from '../server.ts'
import { savePressureDatamap } from '../transfer/pressure-datamap.ts'

/** Publishes the datamap to a reader, without the views. */
async function publishPressure(db: Database): Promise<void> {
  const stored = await findDatamap(db, 'pressure')
  assert.ok(stored)
  const publication = await putPublication(db, {
    datamap: 'pressure',
    without_identity: false,
    definition: stored.definition,
    format: stored.format,
    template_key: 1,
    artefact_id: 1,
    etag: 'x',
    views: ['pressure'],
  })
  const reader = { datamap: 'pressure', publication, role: 'reports', person_id: null, reach: null }
  await putReader(db, reader)
}

/** Two objects of each kind. */
export async function makeSealedObjects(server: RunningServer) {
  const records = await openRecords(server)
  const { call } = records
  const done = async (answer: ReturnType<typeof call>): Promise<Awaited<ReturnType<typeof call>>> => {
    const got = await answer
    assert.ok(got.status < 300, `${got.status} ${got.text}`)
    return got
  }
  const admin = (request: string, body?: unknown) => done(adminCall(server, request, body))
  const putQuery = (name: string, q: string) =>
    server.call(`PUT /openehr/v1/definition/query/${name}/1.0.0`, {
      scopes: 'api.write',
      headers: { 'Content-Type': 'text/plain' },
      body: q,
    })
  const AQL = 'SELECT e/ehr_id/value FROM EHR e'
  for (const name of ['org.example::all', 'org.example::other']) await done(putQuery(name, AQL))
  await savePressureDatamap(records)
  const [ehrId, otherEhr] = [await records.ehr(), await records.ehr()]
  const first = await records.composition(ehrId, 'tagged', { 'openehr-item-tag': 'key="ward",value="3"' })
  const second = await records.composition(ehrId, 'tagged too', {
    'openehr-item-tag': 'key="ward",value="4"',
  })
  const faulty = await records.faulty(ehrId, 'faulty')
  const client = (await admin('POST /admin/v1/client', { name: 'app', scopes: ['api.read'] })).json()
    .client_id
  const other = (await admin('POST /admin/v1/client', { name: 'other', scopes: ['api.read'] })).json()
    .client_id
  await addRole(server, {
    name: 'porter',
    description: 'Sees notes',
    scopes: [],
    rights: ['user/composition-**.rs'],
  })
  await newPerson(server, 'ana')
  await newPerson(server, 'ben')
  const assign = async (person: string, id: string): Promise<string> =>
    (await admin(`POST /admin/v1/person/${person}/assignment`, { ehr_id: id, reason: 'ward' })).json()
      .assignment_id
  const subscribe = async (name: string): Promise<string> =>
    (
      await done(
        server.call('POST /extra/v1/subscription', {
          scopes: 'api.read',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ name, url: `https://${name}.example.org/hook`, active: false }),
        }),
      )
    ).json().id
  const [subscription, otherSubscription] = [await subscribe('copy'), await subscribe('other')]
  await publishPressure(server.db)
  const assignment = await assign('ana', ehrId)
  const otherAssignment = await assign('ben', otherEhr)
  return {
    records,
    done,
    admin,
    replaceTemplate: () =>
      done(
        server.call(`PUT /openehr/v1/definition/template/adl1.4/${encodeURIComponent(TEMPLATE_ID)}`, {
          scopes: 'api.write',
          headers: { 'Content-Type': 'application/xml' },
          body: bloodPressureOpt().replace('Diastolic', 'Diastolic pressure'),
        }),
      ),
    ehrId,
    ids: {
      template: TEMPLATE_ID,
      stored_query: 'org.example::all',
      datamap: 'pressure',
      client: client as string,
      otherClient: other as string,
      person: 'ana',
      otherPerson: 'ben',
      role: 'porter',
      assignment,
      otherAssignment,
      subscription,
      otherSubscription,
      published_datamap: 'pressure',
      tagged: objectOf(first),
      otherTagged: objectOf(second),
      faulty: objectOf(faulty),
    },
  }
}

/** Faults of sealed objects as `kind id what`; nothing else may be wrong. */
export async function sealFaults(db: Database, secretKey = SECRET_KEY): Promise<string[]> {
  const { stateKey } = await checkedVault(db, secretKey)
  const { records, indexFaults, state, trail } = await verifyAll(db, { stateKey, known: undefined }, () => {})
  assert.deepEqual([records.faults, indexFaults, trail.faults], [[], [], []])
  return state.faults.map(({ kind, id, what }) => `${kind} ${id} ${what}`)
}

/** Those of parties are tampered with by another test. */
const SEALED_TABLES = Object.values(SEALED_KINDS).flatMap(({ tables }) =>
  tables.filter(({ schema }) => schema === 'cairn').map(({ table }) => table),
)

const KEPT = [...new Set(SEALED_TABLES), 'item_tag', 'versioned_object', 'state_seal']

const columns = sql<{ names: string }, [table: string]>({
  name: 'test.columns',
  text: `select string_agg(attname, ', ') as names from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
})

const columnsOf = async (db: Database, table: string): Promise<string> =>
  (await db.query(columns, [`cairn.${table}`]))[0]?.names ?? ''

/** Copies all sealed tables under another name. */
export const keepTables = (db: Database, name: string): Promise<void> =>
  behindItsBack(db, ...KEPT.map(table => `create table cairn.${name}_${table} as table cairn.${table}`))

/** The statements that put back a copy of some tables. */
export async function restoring(
  db: Database,
  name: string,
  tables: readonly string[] = KEPT,
): Promise<string[]> {
  const statements: string[] = []
  for (const table of tables) {
    const names = await columnsOf(db, table)
    statements.push(
      `delete from cairn.${table}`,
      `insert into cairn.${table} (${names}) overriding system value select ${names} from cairn.${name}_${table}`,
    )
  }
  return statements
}

export const dropTables = (db: Database, name: string): Promise<void> =>
  behindItsBack(db, ...KEPT.map(table => `drop table cairn.${name}_${table}`))

/** The faults while something is changed in the database, which is undone afterwards. */
export async function faultsWhile(db: Database, statements: readonly string[]): Promise<string[]> {
  await keepTables(db, 'kept')
  try {
    await behindItsBack(db, ...statements)
    return await sealFaults(db)
  } finally {
    await behindItsBack(db, ...(await restoring(db, 'kept')))
    await dropTables(db, 'kept')
  }
}
