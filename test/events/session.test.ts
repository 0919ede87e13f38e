/** A stream that a page reads does not keep the session of its person alive. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newPerson } from '../people/people.ts'
import { testServer } from '../server.ts'

const clock = { ahead: 0 }
const server = await testServer({ now: () => Date.now() + clock.ahead })
const MINUTES = 60_000

/** Longer than a reader waits between two looks at its rights. */
const LOOKS_MS = 2500

it('a stream ends with a session that nobody uses, though it looks at it again and again', async () => {
  const browser = await newPerson(server, 'idle', ['administrator'])
  const answer = await fetch(`${server.url}/extra/v1/changes?after=now`, {
    headers: {
      Accept: 'text/event-stream',
      Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
  assert.equal(answer.status, 200)
  for (let time = 0; time < 2; time++) {
    clock.ahead += 20 * MINUTES
    await sleep(LOOKS_MS)
  }
  // The body ends, with the reason; a session in use would go on.
  assert.match(await answer.text(), /event: end\ndata: \{"code":"auth\./)
})
