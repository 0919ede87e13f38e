/** Every statement that writes a sealed table says which objects it writes. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from '../../packages/server/src/db/index.ts'
import { SEALED_KINDS } from '../../packages/server/src/seals/kinds.ts'

const SEALED = [
  ...Object.values(SEALED_KINDS).flatMap(kind => kind.tables.map(({ table }) => table)),
  'item_tag',
].join('|')
const SOURCE = fileURLToPath(new URL('../../packages/server/src/', import.meta.url))

/** Statements that write sealed tables and need no seal, with the reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  'client.setLastUses': 'the time of the last use is not sealed',
  'passkey.used': 'counter and time of the last use are not sealed',
  'totp.use': 'the last step is not sealed',
  'person.touch': 'the position of a change is not sealed',
  'assignment.touchPerson': 'the position of a change is not sealed',
  'role.touchHolders': 'the position of a change is not sealed',
  'key.putSealed': 'the private key is not sealed',
  'recordKey.putSealed': 'the private key is not sealed',
  'delivery.take': 'leases of a subscription are not sealed',
  'delivery.release': 'leases of a subscription are not sealed',
  'delivery.move': 'the place of a subscription is not sealed',
  'delivery.movePlaces': 'the place of a subscription is not sealed',
  'subscription.pause': 'the state of a subscription is not sealed',
  'session.pauseSubscriptions': 'the state of a subscription is not sealed',
  'subscription.resume': 'the state of a subscription is not sealed',
  'subscription.move': 'the place of a subscription is not sealed',
  'publish.claim': 'the progress of a published datamap is not sealed',
  'publish.settle': 'the progress of a published datamap is not sealed',
  'admin.comparePublished': 'the progress of a published datamap is not sealed',
  'admin.remove.${table}':
    'tags go with their object, and the assignments of an EHR are sealed by the statement that has them',
  'admin.removeParty.${table}':
    'tags go with their object, and the links of a person are sealed by the statement that has them',
  'admin.drop.${table}': 'tags go with their object',
  'admin.move.${table}':
    'the id of an object stays the same in another EHR, and so does the seal of its tags',
}

/** These print for all tables; their callers have the statements. */
const PRINTERS = ['access/guarded-sql.ts', 'access/print-sql.ts', 'db/writing/insert.ts']

/** As SQL, or printed from the description of the table. */
const WRITES = new RegExp(
  `\\b(?:insert into|update|delete from|merge into|truncate)\\s+(?:only\\s+)?cairn(?:_party)?\\.(?:(?:${SEALED})\\b|\\$\\{)` +
    `|\\b(?:insertInto|update|deleteFrom)\\.(?:${SEALED})\\b` +
    `|\\bprintInsert\\(\\s*'(?:${SEALED})'|^name: '[^']+',\\s+table: '(?:${SEALED})'`,
  'i',
)

/** The statements of a file: from a name to the next one. */
function* statementsOf(text: string): Generator<{ readonly name: string; readonly body: string }> {
  const starts = [...text.matchAll(/\bname: ['`]([^'`]+)['`],/g)]
  for (const [at, { 1: name = '', index }] of starts.entries())
    yield { name, body: text.slice(index, starts[at + 1]?.index) }
}

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !PRINTERS.includes(file),
)

describe('a statement that writes a sealed table', () => {
  const found = files.flatMap(file => {
    const text = readFileSync(`${SOURCE}${file}`, 'utf8')
    return [...statementsOf(text)].filter(({ body }) => WRITES.test(body)).map(each => ({ ...each, file }))
  })

  it('says which objects it writes', () => {
    const silent = found.filter(({ name, body }) => !/\bseals: /.test(body) && !(name in EXEMPT))
    assert.deepEqual(
      silent.map(({ file, name }) => `${file}: ${name}`),
      [],
      'give the statement `seals` (db/statement.ts), or say here why it needs none',
    )
    assert.ok(found.length > 40, `${found.length} statements were found`)
  })

  it('is a statement of its own, never a text beside one', () => {
    const outside = files.filter(file => {
      const text = readFileSync(`${SOURCE}${file}`, 'utf8')
      const first = text.search(/\bname: ['`]/)
      return WRITES.test(first === -1 ? text : text.slice(0, first))
    })
    assert.deepEqual(outside, [])
  })

  it('is exempt only where it exists', () => {
    const names = new Set(found.map(({ name }) => name))
    assert.deepEqual(
      Object.keys(EXEMPT).filter(name => !names.has(name)),
      [],
    )
  })

  it('is refused by a database that does not seal', async () => {
    const { openPool } = await import('../../packages/server/src/db/index.ts')
    const pool = openPool('postgresql://localhost/none', { max: 1, applicationName: 'test' })
    const statement = sql({ name: 'test.sealed', text: 'select 1', seals: { kind: 'role', ids: () => [] } })
    await assert.rejects(pool.execute(statement), /writes sealed rows, and this database does not seal them/)
    await pool.close()
  })
})
