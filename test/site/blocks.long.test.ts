/** Every block of code of the documentation is run: those of a page in order and in one shell, all against one server with the demo hospital. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { table } from '../../packages/cli/src/command/print.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { pageSources } from '../../scripts/site/contents.ts'
import { testFolder } from '../cli/program.ts'
import { notBuilt } from '../http/program.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { LOCAL } from '../webhooks/receiver.ts'
import { acceptAnswer, type Block, blocksOf, holds, ROOT, readPage } from './pages.ts'
import { prepareFolder, typeBlocks } from './shell.ts'

/** Blocks that start servers, install packages or need another server, each with the test that runs the same. */
const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  'docs/start.md clone': 'test/http/npm-start.test.ts',
  'docs/start.md package': 'test/install/packages.long.test.ts',
  'docs/guides/upgrade.md clone': 'test/http/npm-start.test.ts',
  'docs/guides/upgrade.md package': 'test/install/packages.long.test.ts',
  'docs/guides/install.md systemd': 'test/install/deploy.test.ts',
  'docs/guides/install.md container': 'test/install/container.long.test.ts',
  'docs/guides/install.md kubernetes': 'test/install/deploy.test.ts',
  'docs/guides/install.md helm': 'test/install/deploy-tools.long.test.ts',
  'docs/guides/install.md first': 'test/people/command.test.ts',
  'docs/guides/proxy.md tls': 'test/http/tls.test.ts',
  'docs/guides/scale.md processes': 'test/processes/supervisor.long.test.ts',
  'docs/guides/tenants.md set-up': 'test/tenants/guide.test.ts',
  'docs/guides/tenants.md create': 'test/tenants/guide.test.ts',
  'docs/guides/tenants.md one': 'test/tenants/guide.test.ts',
  'docs/guides/tenants.md suspend': 'test/tenants/guide.test.ts',
  'docs/guides/tenants.md upgrade': 'test/tenants/guide.test.ts',
  'docs/guides/tenants.md delete': 'test/tenants/guide.test.ts',
  'docs/tutorials/move-from-ehrbase.md login': 'test/transfer/openehr.long.test.ts',
  'docs/tutorials/move-from-ehrbase.md import': 'test/transfer/openehr.long.test.ts',
  'docs/guides/backup.md export': 'test/transfer/backup.test.ts',
  'docs/guides/backup.md import': 'test/transfer/backup.test.ts',
  'docs/guides/backup.md dump': 'test/transfer/backup.test.ts',
  'docs/guides/backup.md restore-dump': 'test/transfer/backup.test.ts',
  'docs/guides/backup.md apply-erasures': 'test/transfer/backup.test.ts',
  'docs/guides/backup.md archive': 'test/transfer/point-in-time.long.test.ts',
  'docs/guides/backup.md base-backup': 'test/transfer/point-in-time.long.test.ts',
  'docs/guides/backup.md restore-moment': 'test/transfer/point-in-time.long.test.ts',
  'docs/guides/backup.md copy-database': 'test/transfer/other-postgres.long.test.ts',
  'docs/guides/alarm.md try': 'test/cli/webhook.test.ts',
  'docs/guides/changes.md page': 'test/events/feed.test.ts',
  'docs/guides/changes.md stream': 'test/events/stream.test.ts',
  'docs/guides/changes.md tail': 'test/cli/tail.test.ts',
  'docs/guides/copy.md copy': 'test/events/copy.test.ts',
  'docs/guides/live.md stream': 'test/live/live.test.ts',
  'docs/guides/webhooks.md try': 'test/cli/webhook.test.ts',
  'docs/guides/backup.md verify': 'test/transfer/point-in-time.long.test.ts',
}

/** Pages whose blocks a test of their own runs; decisions and the pages of the project are records, and have none to be run. */
const PAGES_RUN_ELSEWHERE =
  /^docs\/(reference\/api|library|decisions)\/|^docs\/reference\/(cli|errors)\.md$|^[A-Z]+\.md$/

/** The first page loads the demo hospital; then come pages whose answers show its values, before others write more of them; the last replaces keys of the installation. */
const DEMO = 'docs/start.md'
const ORDER = [DEMO, 'docs/tutorials/aql.md', 'docs/tutorials/research.md', '', 'docs/guides/keys.md']

const positionOf = (page: string): number => ORDER.indexOf(ORDER.includes(page) ? page : '')

const pages = pageSources()
  .map(({ file }) => file)
  .filter(file => !PAGES_RUN_ELSEWHERE.test(file))
  .sort((a, b) => positionOf(a) - positionOf(b))

const server = await testServer({ env: LOCAL, jobPace: 10 })
const folder = testFolder()
const port = new URL(server.url).port
const ENV = {
  CAIRN_SERVER_URL: `http://localhost:${port}`,
  CAIRN_BASE_URL: `http://localhost:${port}`,
  CAIRN_CLIENT_ID: server.client.id,
  CAIRN_CLIENT_SECRET: server.client.secret,
  CAIRN_SCOPE: 'api.read api.write api.admin',
  CAIRN_DATABASE_URL: server.databaseUrl,
  CAIRN_SECRET_KEY: SECRET_KEY,
}

const isCommand = ({ language, name }: Block) => language === 'sh' && name === undefined

async function runCommands(page: string, blocks: readonly Block[]): Promise<void> {
  const own = join(folder, page.replaceAll('/', '_'))
  mkdirSync(own)
  prepareFolder(own)
  for (const { file, text } of blocks) if (file !== undefined) writeFileSync(join(own, file), text)
  const commands = blocks.filter(isCommand)
  const { code, outputs } = await typeBlocks(commands, own, ENV)
  assert.equal(code, 0, `${commands[outputs.length - 1]?.text}\n${outputs.at(-1)}`)
  for (const [index, { text, answer }] of commands.entries())
    if (answer !== undefined)
      assert.ok(holds(outputs[index] ?? '', answer), `${text}\nanswers\n${outputs[index]}\nnot\n${answer}`)
}

/** `CAIRN_ACCEPT=1` writes what queries answer into the pages. */
const isAccepted = process.env['CAIRN_ACCEPT'] === '1'

async function runQuery(page: string, { text, name, answer }: Block): Promise<void> {
  const isTutorial = page.startsWith('docs/tutorials/')
  const path = '/openehr/v1/query/aql'
  const found = await server.call(`POST ${path}`, {
    scopes: 'api.read api.admin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ q: text }),
  })
  assert.equal(found.status, 200, `${text}\n${found.text}`)
  const { columns, rows } = found.json()
  if (isTutorial) assert.ok(rows.length > 0, `${text}\nhas no rows`)
  // As `cairn aql` prints them.
  const output = table({ columns, rows })
  if (answer !== undefined && isAccepted) acceptAnswer(page, text, output)
  else if (answer !== undefined)
    assert.ok(holds(output, answer), `${text}\nanswers\n${output}\nnot\n${answer}`)
  if (name === undefined) return
  const plan = await server.call(`GET ${path}?explain=true&q=${encodeURIComponent(text)}`, {
    scopes: 'api.read api.admin',
    headers: { Accept: 'text/plain' },
  })
  const executor = /^runs: evaluator over documents/m.test(plan.text) ? 'documents' : 'sql'
  assert.equal(executor, name, `${text}\n${plan.text}`)
}

async function runBlock(page: string, block: Block): Promise<void> {
  const { language, text, file, name } = block
  if (language === 'aql') return runQuery(page, block)
  if (language === 'sql') {
    const rows = await server.db.query(sql({ name: 'test.page', text, prepare: false }))
    assert.ok(rows.length > 0, text)
  } else if (language === 'json') JSON.parse(text)
  else if (language === 'sh' && name !== undefined) {
    const test = RUN_ELSEWHERE[`${page} ${name}`]
    assert.ok(test !== undefined && existsSync(join(ROOT, test)), `no test runs the block "${name}"`)
  } else if (language !== 'sh' && language !== 'text')
    assert.ok(file, `nothing runs a block "${language}" without file=`)
}

describe('the blocks of', { skip: notBuilt }, () => {
  before(() => assert.equal(pages[0], DEMO))
  for (const page of pages) {
    const blocks = blocksOf(readPage(page))
    if (blocks.length > 0)
      it(page, async () => {
        if (blocks.some(isCommand)) await runCommands(page, blocks)
        for (const block of blocks) await runBlock(page, block)
      })
  }

  it('are all there that are run elsewhere', () => {
    for (const key of Object.keys(RUN_ELSEWHERE)) {
      const [page = '', name] = key.split(' ')
      assert.ok(
        blocksOf(readPage(page)).some(block => block.name === name),
        key,
      )
    }
  })
})
