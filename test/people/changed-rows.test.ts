/** Changes are found by the numbers of transactions, so that none is missed, and numbers of another server mean nothing. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { changedPeople } from '../../packages/server/src/people/accounts/store.ts'
import { testDatabase } from '../database.ts'

const { database: db } = await testDatabase()

const run = (text: string, queries: Pick<typeof db, 'execute'> = db) =>
  queries.execute(sql({ name: 'test.changed', text, prepare: false }))

const add = (id: string) =>
  run(
    `insert into cairn.person (person_id, name, roles, user_handle) values ('${id}', '${id}', '{}', 'handle of ${id}')`,
  )

/** A number that all later changes have, or a higher one. */
async function numberNow(): Promise<string> {
  const text = 'select pg_snapshot_xmin(pg_current_snapshot())::text as number'
  const [row] = await db.query(sql<{ number: string }>({ name: 'test.number', text, prepare: false }))
  return row?.number ?? ''
}

const idsSince = async (position: string) =>
  (await changedPeople(db, position)).people.map(({ personId }) => personId).sort()

it('a transaction that was under way is found when it is done, after others that began later', async () => {
  await add('slow')
  await add('quick')
  const before = await numberNow()
  let meanwhile = ''
  await db.transaction(async queries => {
    await run(`update cairn.person set name = 'changed' where person_id = 'slow'`, queries)
    await run(`update cairn.person set name = 'changed' where person_id = 'quick'`)
    const seen = await changedPeople(db, before)
    // Transactions of other databases of the server may make the number an older one, so that both are found as they were added.
    const changed = seen.people.filter(({ name }) => name === 'changed').map(({ personId }) => personId)
    assert.deepEqual(changed, ['quick'])
    meanwhile = seen.position
  })
  const { people } = await changedPeople(db, meanwhile)
  assert.equal(people.find(({ personId }) => personId === 'slow')?.name, 'changed')
})

it('a number that no transaction has had yet is left out, as after the restore of a dump', async () => {
  await add('restored')
  const before = await numberNow()
  await db.transaction(async queries => {
    await run('set local session_replication_role = replica', queries)
    await run(`update cairn.person set changed_in = '9000000000' where person_id = 'restored'`, queries)
  })
  const isFound = async () => (await idsSince(before)).includes('restored')
  assert.equal(await isFound(), false)
  await run(`update cairn.person set name = 'changed' where person_id = 'restored'`)
  assert.equal(await isFound(), true)
})

it('the last 10,000 numbers are read again, since a new primary may give them to others', async () => {
  await add('again')
  const { position } = await changedPeople(db, '0')
  assert.ok((await idsSince(position)).includes('again'))
})
