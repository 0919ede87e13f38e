/** The commands of docs/guides/tenants.md, run as they stand there. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { notBuilt, runProgram } from '../http/program.ts'
import { freePort } from '../server.ts'
import { guideIn } from '../transfer/guide.ts'
import { testRegistry } from './registry.ts'
import { callHost } from './server.ts'

const { env, beforeDrop } = await testRegistry()
const folder = mkdtempSync(join(tmpdir(), 'cairn-tenants-guide-'))
beforeDrop(() => rmSync(folder, { recursive: true }))

const run = guideIn({
  page: 'docs/guides/tenants.md',
  folder,
  env: { ...env, REGISTRY_URL: env['CAIRN_TENANTS_URL'] ?? '' },
})

const skip = notBuilt || leftOutOnCitus('a database of one server')

describe('the guide for many organisations', { skip }, () => {
  const steps: [name: string, says: RegExp][] = [
    // Exported for the rest of a shell; these tests have a shell for each block.
    ['set-up', /^$/],
    [
      'create',
      /link of the first administrator.*https:\/\/hospital-a\.example\.org\/[\s\S]*hospital-a +active[\s\S]*hospital-b +active/,
    ],
    ['settings', /"CAIRN_MAX_EHRS": "5000"(?![\s\S]*CAIRN_TERRITORY)/],
    ['one', /secret[\s\S]*(0|no) versions|secret[\s\S]*whole/i],
    ['operator', /key, shown this once: nadia\.[\w-]{43}\n[\s\S]*nadia +revoked/],
    ['suspend', /hospital-b +suspended[\s\S]*hospital-b +active/],
    ['upgrade', /hospital-a +0 migrations applied\nhospital-b +0 migrations applied/],
    [
      'delete',
      /hospital-b +deleting[\s\S]*hospital-b +deleted[\s\S]*"ehrs":0[\s\S]*removal begun\n.*deleted/,
    ],
  ]
  it('a command says what is missing or wrong in a line', async () => {
    const says: [args: string, code: number, words: RegExp][] = [
      ['list', 0, /^there are no tenants: "cairn tenant create" makes one\n$/],
      ['operator', 0, /^there are no keys of operators: .*\n$/],
      ['server', 0, /^main +0 tenants\n$/],
      ['delete --due', 0, /^no tenant is due to be removed\n$/],
      ['create hospital-a', 1, /^--name is missing: "cairn tenant --help" .*\n$/],
      ['create Hospital', 1, /^--name is missing/],
      ['operator Nadia', 1, /^"Nadia" cannot be the name of an operator: .*\n$/],
      ['move hospital-a', 1, /^--to is missing/],
    ]
    for (const [args, expected, words] of says) {
      const { code, stdout, stderr } = await runProgram(['tenant', ...args.split(' ')], env).ended
      assert.equal(code, expected, args)
      assert.match(stdout + stderr, words, args)
    }
  })

  for (const [name, says] of steps)
    it(`"${name}" does what the page says`, async () => {
      const { code, out } = await run(name)
      assert.equal(code, 0, out)
      assert.match(out, says)
    })

  it('"cairn tenant show" has settings, place and size for people too', async () => {
    const { stdout } = await runProgram(['tenant', 'show', 'hospital-a'], env).ended
    assert.match(
      stdout,
      /^hospital-a +active .*\nsystem id hospital-a\.example\.org, database cairn_tenant_\w+ on main\n/,
    )
    await runProgram(['tenant', 'set', 'hospital-a', '--set', 'CAIRN_MAX_EHRS=5'], env).ended
    const { stdout: later } = await runProgram(['tenant', 'show', 'hospital-a'], env).ended
    const list = await runProgram(['tenant', 'list'], env).ended
    assert.match(list.stdout, /^hospital-a +active .*\nhospital-b +deleted .*\n$/)
    assert.match((await runProgram(['tenant', 'server'], env).ended).stdout, /^main +1 tenant\n$/)
    assert.match(later, /\nCAIRN_MAX_EHRS=5\n0 EHRs, \d+ MB/)
  })

  it('"cairn serve" serves the tenants of the registry until it is told to stop', async () => {
    const port = await freePort()
    const program = runProgram(['serve'], { ...env, CAIRN_PORT: String(port) })
    await program.says('"msg":"ready"')
    assert.equal((await callHost(port, 'hospital-a.example.org', '/health/ready')).status, 200)
    assert.equal((await callHost(port, 'hospital-b.example.org', '/health/ready')).status, 404)
    program.child.kill('SIGTERM')
    const { code, stdout } = await program.ended
    assert.equal(code, 0)
    assert.match(stdout, /"tenant":"hospital-a".*"msg":"served"/)
    assert.match(stdout, /"msg":"stopped"/)
  })

  it('a command without the name of a tenant says that one is missing', async () => {
    const { code, stderr } = await runProgram(['verify'], env).ended
    assert.equal(code, 1)
    assert.match(stderr, /CAIRN_TENANT: "cairn verify" is for one tenant/)
  })
})
