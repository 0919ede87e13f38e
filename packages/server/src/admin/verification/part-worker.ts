/** A thread that checks one part of the records or of the audit trail after the other, on connections of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { openPool } from '../../db/index.ts'
import { failureOf, lowerPriority } from '../../threads/index.ts'
import { openChecker } from './checker.ts'
import type { FromPartWorker, PartWorkerStart, ToPartWorker } from './part-threads.ts'

const { databaseUrl, isDistributed, stateKey } = workerData as PartWorkerStart

const say = (message: FromPartWorker): void => parentPort?.postMessage(message)
const told = (count: number): void => say({ kind: 'checked', count })

lowerPriority()
// One connection has the snapshot of the part, one reads the path dictionary.
const db = openPool(databaseUrl, { max: 2, applicationName: 'cairn verify', isDistributed })
const opened = openChecker(db, Buffer.from(stateKey))

async function check(part: ToPartWorker): Promise<FromPartWorker> {
  const { records, seals } = await opened
  return { kind: 'done', result: await (typeof part === 'string' ? records(part, told) : seals(part, told)) }
}

parentPort?.on('message', (part: ToPartWorker) => {
  check(part).then(say, error => say({ kind: 'failed', failure: failureOf(error) }))
})
