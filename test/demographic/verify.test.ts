/** Verification with parties: commits to them are in the audit trail, and one that was removed is noticed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { retireAllUnused } from '../../packages/server/src/roots/index.ts'
import { testServer } from '../server.ts'
import { ADMIN, newParty, party, uploadPartyTemplates } from './parties.ts'

const server = await testServer()
await uploadPartyTemplates(server)

const verify = async (): Promise<readonly { readonly what: string }[]> => {
  const answer = await server.call('GET /admin/v1/verification', { scopes: ADMIN })
  return JSON.parse(answer.text.trimEnd().split('\n').at(-1) ?? '').faults
}

test('commits to parties are no fault; a removed one is', async () => {
  await newParty(server, 'person', party('person', 'Ada'))
  assert.deepEqual(await verify(), [])
  await server.db.execute(
    sql<never>({
      name: 'test.removeParties',
      text: `truncate cairn_party.ehr cascade`,
    }),
  )
  assert.match((await verify())[0]?.what ?? '', /audit trail has, and that does not exist/)
})

test('the dictionary keeps the paths of parties', async () => {
  await newParty(server, 'agent', party('agent', 'Pump'))
  assert.equal(await retireAllUnused(server.db), 0)
})
