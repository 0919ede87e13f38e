/** A thread that checks one part of the records after the other, on connections of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { openPool } from '../../db/index.ts'
import { failureOf, lowerPriority } from '../../threads/index.ts'
import { openPartCheck } from './part.ts'
import type { FromPartWorker, PartWorkerStart } from './part-threads.ts'

const { databaseUrl, isDistributed, stateKey } = workerData as PartWorkerStart

const say = (message: FromPartWorker): void => parentPort?.postMessage(message)

lowerPriority()
// One connection has the snapshot of the part, one reads the path dictionary.
const db = openPool(databaseUrl, { max: 2, applicationName: 'cairn verify', isDistributed })
const opened = openPartCheck(db, Buffer.from(stateKey))

parentPort?.on('message', (digits: string) => {
  opened
    .then(check => check(digits, versions => say({ kind: 'versions', versions })))
    .then(
      part => say({ kind: 'part', part }),
      error => say({ kind: 'failed', failure: failureOf(error) }),
    )
})
