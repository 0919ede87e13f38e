/** Test files of one process, each as a suite of its own, one after the other. */
import { AsyncResource } from 'node:async_hooks'
import { after, describe } from 'node:test'
import { FILE_VARIABLE } from '../test/recorded-calls.ts'

let last: Promise<void> = Promise.resolve()

/**
 * Loads a test file when the one before it has ended. Suites would load all at once: one that connects while a test of another keeps the
 * event loop busy would be told, when it is looked at again, that its time is over.
 */
export function runInTurn(name: string, url: string): void {
  const before = last
  let end = () => {}
  last = new Promise(done => {
    end = done
  })
  describe(name, async () => {
    // The runner finds the suite of a test by the asynchronous resource that it is made in, and waiting leaves that of the suite.
    const load = AsyncResource.bind(() => import(url))
    const afterAll = AsyncResource.bind(() => after(end))
    await before
    process.env[FILE_VARIABLE] = name
    try {
      await load()
      // Last of all hooks: those of the file close what it opened.
      afterAll()
    } catch (error) {
      end()
      throw error
    }
  })
}
