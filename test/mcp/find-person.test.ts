/** The MCP tool that finds people: absent unless it is allowed, and refused without a scope on people. */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { patientOf } from '../../packages/cli/src/demo/patient.ts'
import { householdOf } from '../../packages/cli/src/demo/person.ts'
import { openMcpServer } from '../../packages/cli/src/mcp/mcp-server.ts'
import { bearerToken, createClient } from '../../packages/client/src/index.ts'
import { openDemoPeople } from '../demographic/demo-people.ts'
import { backendToken } from '../demographic/parties.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const [percival] = householdOf(patientOf(1))
const addPerson = await openDemoPeople(server)
await addPerson(percival)

/** An assistant with a token of these scopes. */
async function assistant(scopes: string, allowsPeople: boolean): Promise<Client> {
  const token = await backendToken(server, scopes)
  const mcp = await openMcpServer({
    connect: fetcher =>
      createClient({ baseUrl: server.url, fetch: fetcher, authentication: bearerToken(token) }),
    allowsWrites: false,
    allowsPeople,
    version: '0.0.0-test',
  })
  const client = new Client({ name: 'test', version: '1.0.0' })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await Promise.all([mcp.connect(theirs), client.connect(ours)])
  after(() => client.close())
  return client
}

const toolsOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)

const find = async (client: Client, args: Record<string, unknown>) => {
  const { content, isError } = await client.callTool({ name: 'find_person', arguments: args })
  return { isError: isError === true, text: (content as { text: string }[])[0]?.text ?? '' }
}

it('is not offered by itself', async () => {
  const client = await assistant('api.read system/person-*.s', false)
  assert.ok(!(await toolsOf(client)).includes('find_person'))
  assert.match((await find(client, { name: 'larkspur' })).text, /There is no tool/)
})

it('finds a person by a misspelt name, with a scope on people', async () => {
  const client = await assistant('api.read system/person-*.s', true)
  assert.ok((await toolsOf(client)).includes('find_person'))
  const { text, isError } = await find(client, { name: 'larkspor' })
  assert.equal(isError, false, text)
  assert.deepEqual(
    JSON.parse(text).data.map(({ name }: { name: string }) => name),
    ['Percival Larkspur'],
  )
  assert.equal((await find(client, {})).text, 'Give name, birth_date or identifier.')
})

it('is refused to a token that reads records alone', async () => {
  const { text, isError } = await find(await assistant('api.read', true), { name: 'larkspur' })
  assert.equal(isError, true)
  assert.match(text, /403/)
  assert.ok(!text.includes('Percival'))
})
