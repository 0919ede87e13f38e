/** Runs the example of every method of the client against a real server. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { DEFINITION_EXAMPLES } from './examples/definitions.ts'
import { PARTY_EXAMPLES } from './examples/parties.ts'
import { RECORD_EXAMPLES } from './examples/records.ts'
import { SERVICE_EXAMPLES } from './examples/service.ts'
import { SUBSCRIPTION_EXAMPLES } from './examples/subscriptions.ts'
import { type Examples, makeWorld } from './examples/world.ts'

/** The compiler demands one for each operation. */
const EXAMPLES: Examples = {
  ...RECORD_EXAMPLES,
  ...SUBSCRIPTION_EXAMPLES,
  ...PARTY_EXAMPLES,
  ...DEFINITION_EXAMPLES,
  ...SERVICE_EXAMPLES,
}

const server = await testServer()

describe('the example of', () => {
  before(() => uploadTemplate(server))
  for (const [id, example] of Object.entries(EXAMPLES))
    it(id, async () => assert.ok(await example(await makeWorld(server)), 'the example answers as it says'))
})
