/** People of the demo hospital on a server. */
import assert from 'node:assert/strict'
import { personParty } from '../../packages/cli/src/demo/party.ts'
import type { DemoPerson } from '../../packages/cli/src/demo/person.ts'
import { readTemplates } from '../../packages/cli/src/demo/template-files.ts'
import type { RunningServer } from '../server.ts'
import { postParty } from './parties.ts'

/** Uploads their template; returns the commit of one of them. */
export async function openDemoPeople(server: RunningServer): Promise<(person: DemoPerson) => Promise<void>> {
  const uploaded = await server.call('POST /openehr/v1/definition/template/adl1.4', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: readTemplates().get('Person')?.opt ?? '',
  })
  assert.equal(uploaded.status, 201, uploaded.text)
  return async person => {
    const made = await postParty(server, 'person', personParty(person))
    assert.equal(made.status, 201, made.text)
  }
}
