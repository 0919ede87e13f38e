/** Clients that generators make of the API description compile, commit a composition, and read it back whole. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { bloodPressure, newEhr, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { GENERATORS, type Generator } from './generators/generators.ts'

// All generators together take longer than the usual hour of a token where the machine is busy.
const server = await testServer({ env: { CAIRN_TOKEN_LIFETIME: '86400' } })
await uploadTemplate(server)
const description = (await server.call('GET /openapi.json')).text

/** With members that generators mix up: `type` beside `_type`, and values that only their tag tells apart. */
const COMPOSITION = {
  ...bloodPressure(),
  composer: {
    _type: 'PARTY_IDENTIFIED',
    name: 'Dr A',
    external_ref: {
      _type: 'PARTY_REF',
      id: { _type: 'GENERIC_ID', value: '17', scheme: 'staff' },
      namespace: 'hospital',
      type: 'PERSON',
    },
    identifiers: [{ _type: 'DV_IDENTIFIER', id: '17', type: 'staff number' }],
  },
}

const execute = promisify(execFile)
const LIMITS = { maxBuffer: 1 << 28 }

const isMissing = (program: string): Promise<boolean> =>
  execute('sh', ['-c', `command -v ${program}`]).then(
    () => false,
    () => true,
  )

async function runAll(commands: Generator['build'], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  for (const [program, ...parameters] of commands) await execute(program, parameters, { ...LIMITS, cwd, env })
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/** Members without a value are left out by the server, and written as null or as an empty list by some clients. */
const withoutEmpty = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each) => (isEmpty(each) ? undefined : each)))

async function commit(generator: Generator, folder: string, context: TestContext): Promise<void> {
  for (const program of generator.needs)
    if (await isMissing(program)) return context.skip(`${program} is not on this machine`)
  const ehrId = await newEhr(server)
  const env = {
    ...process.env,
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    GOBIN: join(folder, 'bin'),
    ...generator.env,
    CAIRN_URL: server.url,
    CAIRN_TOKEN: await server.token('api.read api.write'),
    EHR_ID: ehrId,
  }
  try {
    await runAll(generator.install, folder, env)
  } catch (error) {
    return context.skip(`the generator cannot be had here: ${String(error)}`)
  }
  writeFiles(folder, {
    ...generator.files,
    'openapi.json': description,
    'composition.json': JSON.stringify(COMPOSITION),
  })
  await runAll(generator.build, folder, env)
  const [program, ...parameters] = generator.run
  const { stdout } = await execute(program, parameters, { ...LIMITS, cwd: folder, env })
  const [version = '', read = ''] = stdout.trim().split('\n')
  const stored = await server.call(`GET /openehr/v1/ehr/${ehrId}/composition/${version}`, {
    scopes: 'api.read',
  })
  assert.equal(stored.status, 200, stdout)
  assert.deepEqual(withoutEmpty(JSON.parse(read)), stored.json())
  const { uid: _uid, ...committed } = stored.json()
  assert.deepEqual(committed, JSON.parse(JSON.stringify(COMPOSITION)))
}

describe('generated clients compile, commit and read back', () => {
  for (const generator of GENERATORS)
    it(generator.name, async context => {
      const folder = mkdtempSync(join(tmpdir(), 'cairn-generated-'))
      try {
        await commit(generator, folder, context)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })
})
