/** A worker thread that verifies everything once, on connections of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { type Database, openPool, sql } from '../../db/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { failureOf, lowerPriority } from '../../threads/index.ts'
import { verificationBody } from './body.ts'
import type { FromWorker, WorkerStart } from './messages.ts'
import { verifyAll } from './verification.ts'

const { databaseUrl, isDistributed, stateKey, known } = workerData as WorkerStart

const say = (message: FromWorker): void => parentPort?.postMessage(message)

/** Held for the whole run, so that no other process verifies at the same time. */
const takeTurn = sql<{ taken: boolean }>({
  name: 'verification.turn',
  text: "select pg_try_advisory_xact_lock(hashtextextended('cairn.verification', 0)) as taken",
})

const verifyInTurn = (db: Database): Promise<void> =>
  db.transaction(async queries => {
    const [turn] = await queries.query(takeTurn)
    if (!turn?.taken)
      throw new Refusal(
        'verification.running',
        'The records are being verified already; start again when that has ended.',
      )
    say({ kind: 'begun' })
    const verified = await verifyAll(db, { stateKey: Buffer.from(stateKey), known }, (part, done, total) =>
      say({ kind: 'progress', part, done, total }),
    )
    say({ kind: 'result', body: verificationBody(verified) })
  })

lowerPriority()
// One connection holds the turn, one has the snapshot of the records, one reads the path dictionary.
const db = openPool(databaseUrl, { max: 3, applicationName: 'cairn verify', isDistributed })
try {
  await verifyInTurn(db)
} catch (error) {
  say({ kind: 'failed', failure: failureOf(error) })
} finally {
  await db.close()
}
