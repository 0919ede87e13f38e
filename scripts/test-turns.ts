/** Test files of one process, each as a suite of its own, one after the other. */
import { AsyncResource } from 'node:async_hooks'
import { after, describe, test } from 'node:test'
import { FILE_VARIABLE } from '../test/recorded-calls.ts'

const major = Number.parseInt(process.versions.node, 10)

/** Up to this version a suite runs as soon as it is loaded; later ones wait until all suites are loaded. */
const LAST_WITH_TURNS_OF_SUITES = 20

/** From this version on a test waits for the tests that are made in it. */
const FIRST_WITH_WAITING_TESTS = 24

/** False where the runner of the engine has no way to run files one after the other in one process. */
export const CAN_SHARE_A_PROCESS = major <= LAST_WITH_TURNS_OF_SUITES || major >= FIRST_WITH_WAITING_TESTS

/**
 * Loads a test file when the one before it has ended. Suites would load all at once: one that connects while a test of another keeps the
 * event loop busy would be told, when it is looked at again, that its time is over.
 */
export function runInTurn(name: string, url: string): void {
  if (major >= FIRST_WITH_WAITING_TESTS) runAsTest(name, url)
  else runAsSuite(name, url)
}

/** Tests of one process run one after the other. The suite in it is loaded before its tests run: some need what the file declares last. */
function runAsTest(name: string, url: string): void {
  void test(name, () => {
    process.env[FILE_VARIABLE] = name
    void describe('all', () => import(url))
  })
}

let last: Promise<void> = Promise.resolve()

function runAsSuite(name: string, url: string): void {
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
