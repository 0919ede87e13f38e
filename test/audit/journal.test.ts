/** Events that a process left in its journal are stored once, by the next process (decision 0089). */
import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import {
  type AuditJournal,
  adoptJournals,
  journalFolder,
  openAuditJournal,
} from '../../packages/server/src/audit/trail/journal.ts'
import { appendBatchOnce, rowOf } from '../../packages/server/src/audit/trail/store.ts'
import { openAuditTrail } from '../../packages/server/src/audit/trail/trail.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { testDatabase } from '../database.ts'
import { testServer } from '../server.ts'
import { recordedRead } from './trail.ts'

const { database } = await testDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'cairn-journal-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))
const folder = await journalFolder(database, dataDir)
const adopt = () => adoptJournals(folder, batch => appendBatchOnce(database, batch))

const ids = sql<{ request_id: string }, [pattern: string]>({
  name: 'test.requests',
  text: 'select request_id from cairn.audit_event where request_id like $1 order by request_id',
})
const stored = async (pattern: string): Promise<string[]> =>
  (await database.query(ids, [pattern])).map(row => row.request_id)
const row = (id: string): string => rowOf(recordedRead({ request_id: id }))
const namesOf = (writer: string): string[] => readdirSync(folder).filter(name => name === writer)

it('of a process that ended: whole lines, and no group twice', async () => {
  const journal = await openAuditJournal(folder)
  const { writer } = journal
  journal.append(1, [row('a1'), row('a2')])
  journal.append(2, [row('a3')])
  journal.append(2, [row('a4')])
  journal.append(3, [row('a5')])
  journal.remove(3)
  await appendBatchOnce(database, { writer, number: 1, rows: [row('a1'), row('a2')] })
  appendFileSync(join(folder, writer, '2'), row('a6').slice(0, 20))
  assert.equal(await adopt(), 0, 'the process still runs')
  await journal.close(false)
  assert.equal(await adopt(), 4)
  assert.deepEqual(await stored('a%'), ['a1', 'a2', 'a3', 'a4'])
  assert.deepEqual(namesOf(writer), [])
  assert.equal(await adopt(), 0)
})

const trailOf = (db: typeof database, journal: AuditJournal) =>
  openAuditTrail({
    db,
    now: Date.now,
    words: { act: () => null, actor: () => null },
    longestWait: 3000,
    journal,
    failed: () => {},
    seal: () => {},
  })

it('whose database was away until its end', async () => {
  const journal = await openAuditJournal(folder)
  const away = { ...database, query: () => Promise.reject(new Error('away')) }
  const trail = trailOf(away, journal)
  assert.equal(await trail.record(recordedRead({ request_id: 'b1' })), true, 'the journal is enough')
  await trail.close()
  assert.equal(await adopt(), 1)
  assert.deepEqual(await stored('b%'), ['b1'])
})

it('leaves nothing where all is stored', async () => {
  const journal = await openAuditJournal(folder)
  const trail = trailOf(database, journal)
  assert.equal(await trail.record(recordedRead({ request_id: 'c1' })), true)
  await trail.close()
  assert.deepEqual(namesOf(journal.writer), [])
  assert.deepEqual(await stored('c%'), ['c1'])
})

it('waits for the database where the journal cannot be written', async () => {
  const journal = await openAuditJournal(folder)
  const failures: unknown[] = []
  const trail = openAuditTrail({
    db: database,
    now: Date.now,
    words: { act: () => null, actor: () => null },
    longestWait: 3000,
    journal: {
      ...journal,
      append: () => {
        throw new Error('disk full')
      },
    },
    failed: error => failures.push(error),
    seal: () => {},
  })
  assert.equal(await trail.record(recordedRead({ request_id: 'd1' })), true)
  assert.deepEqual(await stored('d%'), ['d1'])
  assert.equal(await trail.record(recordedRead({ request_id: 'd2' })), true)
  assert.deepEqual(await stored('d%'), ['d1', 'd2'])
  assert.equal(failures.length, 1)
  await trail.close()
})

it('is stored with the answer where a server has no folder for it', async () => {
  const server = await testServer({
    env: { CAIRN_AUDIT_JOURNAL: 'on', CAIRN_DATA_DIR: '/dev/null' },
  })
  assert.ok(server.logged.some(line => line.includes('audit journal unavailable')))
  const answer = await server.call('GET /openehr/v1/definition/template/adl1.4', { scopes: 'api.read' })
  assert.equal(answer.status, 200)
  const events = await server.db.query(ids, [answer.headers.get('x-request-id') ?? ''])
  assert.equal(events.length, 1)
})
