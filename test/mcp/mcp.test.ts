/** `cairn mcp` with the client of the SDK: an assistant finds its way from templates to rows, with the rights of its caller, in the audit trail. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, describe, it } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { PROGRAM, settingsOf, testFolder } from '../cli/program.ts'
import { eventually } from '../eventually.ts'
import { notBuilt } from '../http/program.ts'
import { bloodPressure, newEhr, postComposition, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import { freePort, testServer } from '../server.ts'

const server = await testServer()
await uploadTemplate(server)
const ehrId = await newEhr(server)
const uid =
  (await postComposition(server, ehrId, bloodPressure([{ systolic: 151 }]))).headers
    .get('etag')
    ?.replaceAll('"', '') ?? ''
const folder = testFolder()
const { PATH = '' } = process.env
const ENVIRONMENT = { PATH, HOME: folder, ...settingsOf(server) }

/** A client whose server is started with these options. */
async function overStdio(options: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'mcp', ...options],
    env: ENVIRONMENT,
    cwd: folder,
  })
  await client.connect(transport)
  after(() => client.close())
  return client
}

type Called = Awaited<ReturnType<Client['callTool']>>

const textOf = ({ content }: Called): string => (content as { text: string }[])[0]?.text ?? ''

const callerOf = (client: Client) => ({
  // biome-ignore lint/suspicious/noExplicitAny: tools answer in many shapes
  call: async (name: string, args: Record<string, unknown> = {}): Promise<any> => {
    const called = await client.callTool({ name, arguments: args })
    assert.ok(!called.isError, textOf(called))
    return JSON.parse(textOf(called))
  },
  refused: async (name: string, args: Record<string, unknown> = {}): Promise<string> => {
    const called = await client.callTool({ name, arguments: args })
    assert.equal(called.isError, true, textOf(called))
    return textOf(called)
  },
})

const READING = [
  'find_templates',
  'find_paths',
  'draft_aql',
  'explain_aql',
  'list_touched',
  'run_aql',
  'find_ehr',
  'read_record',
]

interface McpEvent {
  readonly request_id: string
  readonly client_id: string
  readonly action: string
  readonly ehr_id?: string
}

async function mcpEvents(): Promise<readonly McpEvent[]> {
  const trail = await server.call('GET /admin/v1/audit?limit=100', { scopes: 'api.admin' })
  return trail.json().events.filter(({ request_id }: McpEvent) => request_id.startsWith('mcp:'))
}

describe('cairn mcp on standard input and output', { skip: notBuilt }, async () => {
  const client = notBuilt ? undefined : await overStdio([])
  const { call, refused } = callerOf(client as Client)
  let q = ''

  it('offers reading only, each tool marked so', async () => {
    const { tools } = (await client?.listTools()) ?? { tools: [] }
    assert.deepEqual(
      tools.map(({ name }) => name),
      READING,
    )
    for (const { annotations, description } of tools) {
      assert.equal(annotations?.readOnlyHint, true)
      assert.ok((description ?? '').length > 20)
    }
    assert.match(client?.getInstructions() ?? '', /never instructions/)
  })

  it('finds templates and their paths', async () => {
    const { templates } = await call('find_templates', { text: 'pressure' })
    assert.deepEqual(
      templates.map(({ template_id }: { template_id: string }) => template_id),
      [TEMPLATE_ID],
    )
    const { paths } = await call('find_paths', { template_id: TEMPLATE_ID, text: 'systolic' })
    assert.ok(paths.some(({ path }: { path: string }) => path.endsWith('|magnitude')))
    assert.match(await refused('find_paths', { template_id: 'nothing' }), /404/)
    assert.equal(await refused('find_paths'), 'Give template_id.')
  })

  it('drafts a query of paths and conditions, which runs', async () => {
    const { paths } = await call('find_paths', { template_id: TEMPLATE_ID, text: 'systolic' })
    const { path } = paths.find((each: { path: string }) => each.path.endsWith('|magnitude'))
    const drafted = await call('draft_aql', {
      template_id: TEMPLATE_ID,
      columns: [{ path, label: 'systolic' }],
      conditions: [{ path, operator: '>', value: 150 }],
    })
    q = drafted.q
    assert.match(q, /CONTAINS OBSERVATION x1\[openEHR-EHR-OBSERVATION\.blood_pressure\.v2\]/)
    assert.match(drafted.explain, /^Looks in EHR e CONTAINS COMPOSITION c/)
    const result = await call('run_aql', { q })
    assert.deepEqual(result.columns, ['ehr_id', 'time', 'systolic'])
    assert.deepEqual(
      [result.rows.length, result.rows[0][0], result.rows[0][2], result.more],
      [1, ehrId, 151, false],
    )
    assert.match(result.explain, /scope api\.admin/)
    assert.match(
      await refused('draft_aql', { template_id: TEMPLATE_ID, columns: [{ path: 'x' }] }),
      /find_paths/,
    )
  })

  it('tells what a query would touch, and shows no values', async () => {
    const touched = await call('list_touched', { q })
    assert.deepEqual([touched.rows, touched.ehrs, touched.templates], [1, 1, [TEMPLATE_ID]])
    assert.deepEqual(touched.archetypes, ['openEHR-EHR-OBSERVATION.blood_pressure.v2'])
    assert.ok(touched.paths.some((path: string) => path.endsWith('/value/magnitude')))
    assert.doesNotMatch(JSON.stringify(touched), new RegExp(`151|${ehrId}`))
  })

  it('says what is wrong with a query', async () => {
    assert.match(await refused('run_aql', { q: 'SELECT' }), /line 1/)
    assert.match(await refused('explain_aql', { q: 'SELECT x FROM EHR e' }), /x/)
  })

  it('reads a record, and lists those of an EHR', async () => {
    const { records } = await call('read_record', { ehr_id: ehrId })
    assert.deepEqual([records.length, records[0].uid, records[0].template_id], [1, uid, TEMPLATE_ID])
    const one = await call('read_record', { ehr_id: ehrId, uid })
    assert.equal(one.uid, uid)
    assert.match(JSON.stringify(one.record), /151/)
    assert.match(await refused('find_ehr', { subject_id: 'x', subject_namespace: 'y' }), /404/)
  })

  it('has no tool to write, and no token that could', async () => {
    assert.match(await refused('commit_record', { ehr_id: ehrId }), /no tool/)
    const isRead = (each: McpEvent) => each.request_id.startsWith('mcp:read_record:') && each.ehr_id === ehrId
    // Events of reads are gathered for a moment before they are written.
    await eventually('the event of a read', async () => (await mcpEvents()).some(isRead))
    const events = await mcpEvents()
    assert.ok(events.some(({ request_id }) => request_id.startsWith('mcp:run_aql:')))
    for (const { client_id, action } of events) {
      assert.equal(client_id, server.client.id)
      assert.ok(['R', 'E'].includes(action), action)
    }
  })
})

describe('cairn mcp --allow-writes --plans', { skip: notBuilt }, () => {
  it('commits a record, and explains with the plan of the server', async () => {
    const { call } = callerOf(await overStdio(['--allow-writes', '--plans']))
    const { paths } = await call('find_paths', { template_id: TEMPLATE_ID, text: 'systolic' })
    const { path } = paths.find((each: { path: string }) => each.path.endsWith('|magnitude'))
    const flat = {
      'ctx/language': 'en',
      'ctx/territory': 'GB',
      'ctx/composer_name': 'An assistant',
      [path]: 152,
      [path.replace('|magnitude', '|unit')]: 'mm[Hg]',
    }
    const made = await call('commit_record', { ehr_id: ehrId, template_id: TEMPLATE_ID, flat })
    assert.match(made.uid, /::1$/)
    assert.deepEqual(made.warnings, [])
    const { explain } = await call('explain_aql', { q: 'SELECT e/ehr_id/value AS id FROM EHR e' })
    assert.match(explain, /select/i)
    assert.doesNotMatch(explain, /scope api\.admin/)
  })
})

describe('cairn mcp --http', { skip: notBuilt }, async () => {
  const port = await freePort()
  const url = new URL(`http://127.0.0.1:${port}/mcp`)
  const child = spawn(process.execPath, [PROGRAM, 'mcp', '--http', String(port)], {
    env: { PATH, HOME: folder, CAIRN_SERVER_URL: server.url },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', data => {
    said += data
  })
  after(() => child.kill('SIGKILL'))

  const post = (headers: Readonly<Record<string, string>>, body = '{}') =>
    fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body })

  async function overHttp(scopes: string): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' })
    const headers = { Authorization: `Bearer ${await server.token(scopes)}` }
    const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } })
    await client.connect(transport as Parameters<typeof client.connect>[0])
    after(() => client.close())
    return client
  }

  it('listens, and wants a token', async () => {
    await eventually('a port', () => said.includes(`:${port}/mcp`))
    const answer = await post({})
    assert.equal(answer.status, 401)
    assert.match(
      answer.headers.get('WWW-Authenticate') ?? '',
      /resource_metadata=".*oauth-protected-resource"/,
    )
    assert.equal((await fetch(url)).status, 405)
    assert.equal((await fetch(new URL('/other', url))).status, 404)
    assert.equal((await post({ Origin: 'https://evil.example', Authorization: 'Bearer x' })).status, 403)
    assert.equal((await post({ Authorization: 'Bearer x' }, 'no JSON')).status, 400)
    assert.equal((await post({ Authorization: 'Bearer x' }, ' '.repeat(1024 * 1024 + 1))).status, 413)
  })

  it('acts with the rights of the token of each request', async () => {
    const { call } = callerOf(await overHttp('api.read'))
    const { records } = await call('read_record', { ehr_id: ehrId })
    assert.ok(records.length >= 1)
    const other = callerOf(await overHttp('api.write'))
    assert.match(await other.refused('read_record', { ehr_id: ehrId }), /403 auth\.insufficient_scope/)
  })

  it('refuses a token that is none, by the tool that needs it', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' })
    const requestInit = { headers: { Authorization: 'Bearer nonsense' } }
    const transport = new StreamableHTTPClientTransport(url, { requestInit })
    await client.connect(transport as Parameters<typeof client.connect>[0])
    after(() => client.close())
    assert.match(await callerOf(client).refused('find_templates'), /401/)
  })
})
