/** `find_templates` by what a template holds, not only by its name. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { TEMPLATE_TOOLS } from '../../packages/cli/src/mcp/template-tools.ts'
import { createClient } from '../../packages/client/src/index.ts'
import { bloodPressureOpt, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const cairn = createClient({
  baseUrl: server.url,
  clientId: server.client.id,
  clientSecret: server.client.secret,
})
const tool = TEMPLATE_TOOLS.find(({ name }) => name === 'find_templates')
interface FoundTemplates {
  readonly templates: readonly { readonly template_id: string; readonly nodes?: readonly string[] }[]
}

async function find(text?: string) {
  const found = await tool?.run(cairn, text === undefined ? {} : { text })
  return (found as FoundTemplates).templates
}

describe('find_templates', () => {
  before(async () => {
    await uploadTemplate(server, 'Ward round.v1')
    await uploadTemplate(server, 'Blood pressure.v1')
    assert.match(bloodPressureOpt(), /Systolic/)
  })

  it('finds by the name or the archetype of a node, and says which', async () => {
    const found = await find('blood pressure')
    assert.deepEqual(
      found.map(({ template_id }) => template_id),
      ['Blood pressure.v1', 'Ward round.v1'],
    )
    assert.deepEqual(found[1]?.nodes, ['Blood pressure', 'openEHR-EHR-OBSERVATION.blood_pressure.v2'])
    assert.equal((await find('SYSTOLIC')).length, 2)
  })

  it('finds nothing where nothing has the text, and everything without one', async () => {
    assert.deepEqual(await find('respiration'), [])
    assert.equal((await find()).length, 2)
  })
})
