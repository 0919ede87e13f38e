/** Waits for something that a timer or another process brings about. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Only tells what never happens from what happens late: a busy machine may need this long for things that take milliseconds. */
const PATIENCE_MS = 30_000

/** Polls until something is true; false where it never becomes so. */
export async function becomes(isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50))
    if (await isTrue()) return true
  return false
}

/** Polls until something is true, and fails where it never becomes so. */
export async function eventually(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  assert.ok(await becomes(isTrue), `never came: ${what}`)
}
