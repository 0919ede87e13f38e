/**
 * Keeps every erasure in a file outside of the database, so that one that a restored backup has undone can be done again. A line is written after
 * the erasure was committed; what a crash in between left out is added at the next start.
 */
import { existsSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Queries } from '../db/index.ts'
import {
  type ExportedEhrTombstone,
  type ExportedObjectTombstone,
  type ExportedPartyTombstone,
  exportedEhrTombstones,
  exportedObjectTombstones,
  exportedPartyTombstones,
} from '../versions/transfer/index.ts'

export interface ErasureLog {
  /** Adds the tombstones that the file does not have yet. */
  update(): Promise<void>
}

type Tombstone = ExportedEhrTombstone | ExportedObjectTombstone | ExportedPartyTombstone

const keyOf = (tombstone: Tombstone): string =>
  'object_id' in tombstone ? `${tombstone.ehr_id} ${tombstone.object_id}` : tombstone.ehr_id

function recordOf(tombstone: Tombstone): string {
  if ('object_id' in tombstone) return 'erased_object'
  return 'merged_into' in tombstone ? 'erased_ehr' : 'erased_party'
}

const lineOf = (tombstone: Tombstone): string =>
  `${JSON.stringify({ record: recordOf(tombstone), ...tombstone })}\n`

/** Tombstones of merges are left out: nothing was erased. */
async function tombstonesIn(db: Queries): Promise<readonly Tombstone[]> {
  const ehrs = await exportedEhrTombstones(db, null)
  return [
    ...ehrs.filter(each => each.merged_into === null),
    ...(await exportedObjectTombstones(db, null)),
    ...(await exportedPartyTombstones(db)),
  ]
}

function keysIn(file: string): Set<string> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  return new Set(lines.map(line => keyOf(JSON.parse(line) as Tombstone)))
}

async function append(file: string, text: string): Promise<void> {
  const handle = await open(file, 'a', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** `file`: undefined where no such file is kept. */
export function openErasureLog(db: Queries, file: string | undefined): ErasureLog {
  let known: Set<string> | undefined
  let last: Promise<void> = Promise.resolve()
  const update = async (path: string): Promise<void> => {
    known ??= keysIn(path)
    const added = (await tombstonesIn(db)).filter(each => !known?.has(keyOf(each)))
    if (added.length === 0) return
    await append(path, added.map(lineOf).join(''))
    for (const each of added) known.add(keyOf(each))
  }
  return {
    update: () => {
      if (file === undefined) return Promise.resolve()
      // One after the other, so that no tombstone is written twice.
      last = last.catch(() => {}).then(() => update(file))
      return last
    },
  }
}
