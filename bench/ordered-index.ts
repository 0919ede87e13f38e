/** The index of the value that benchmarks order by. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../packages/server/src/db/index.ts'
import { addValueIndex } from '../packages/server/src/query/index.ts'
import { openPathDictionary } from '../packages/server/src/roots/index.ts'
import { ORDERED_VALUE } from './cost-operations.ts'

/** A server looks for new indexes every two seconds. */
const UNTIL_INDEX_IS_SEEN_MS = 3000

/** Makes the index, and waits until running servers use it. */
export async function makeOrderedIndex(db: Database): Promise<void> {
  await addValueIndex({ db, dictionary: openPathDictionary(db) }, ORDERED_VALUE)
  await sleep(UNTIL_INDEX_IS_SEEN_MS)
}
