/** The tour of the README, typed in as it stands: each command succeeds and answers what the page says. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { notBuilt } from './http/program.ts'
import { testServer } from './server.ts'
import { followPage, tourOf } from './tour.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

it('works as the README has it', { skip: notBuilt }, async () => {
  const server = await testServer()
  const { port } = new URL(server.url)
  const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const { HOME = '', PATH = '' } = process.env
  const steps = await followPage(tourOf(page, port), ROOT, {
    HOME,
    PATH: `${dirname(process.execPath)}:${PATH}`,
    CAIRN_SERVER_URL: `http://localhost:${port}`,
    CAIRN_CLIENT_ID: server.client.id,
    CAIRN_CLIENT_SECRET: server.client.secret,
  })
  assert.ok(steps >= 9)
})
