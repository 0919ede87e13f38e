/** Help, wrong usage, completion and the reference page: all from the one table of verbs. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { helpOf } from '../../packages/cli/src/command/help.ts'
import { optionsOf } from '../../packages/cli/src/command/parse.ts'
import { VERBS } from '../../packages/cli/src/verbs/index.ts'
import { notBuilt, runProgram } from '../http/program.ts'
import { cairnIn, testFolder } from './program.ts'

const folder = testFolder()
const cairn = cairnIn(folder, { CAIRN_SERVER_URL: 'http://127.0.0.1:9' })

describe('every verb', { skip: notBuilt }, () => {
  for (const verb of VERBS)
    it(`"cairn ${verb.words} --help" says how it is used`, () => {
      const out = helpOf(VERBS, verb.words) ?? ''
      assert.match(out, new RegExp(`^Usage: cairn ${verb.words}\\b`))
      for (const name of Object.keys(optionsOf(verb))) assert.ok(out.includes(`--${name}`), name)
      for (const line of out.split('\n')) assert.ok(line.length <= 120, line)
    })

  /** Verbs that would do something, or wait, if the option were not seen first. */
  for (const words of ['token', 'serve', 'demo', 'aql watch', 'export', 'client disable'])
    it(`"cairn ${words} --help" does nothing else`, async () => {
      const { code, out, err } = await cairn([...words.split(' '), '--help'])
      assert.deepEqual([code, err], [0, ''])
      assert.equal(out.trimEnd(), helpOf(VERBS, words)?.trimEnd())
    })

  it('has an option --json, but for those without a result of their own', () => {
    const without = VERBS.filter(verb => !('json' in optionsOf(verb))).map(({ words }) => words)
    const expected = ['serve', 'generate types', 'mcp', 'demo', 'completion']
    assert.deepEqual(without, expected)
  })

  it('is found once, and told in one line without a full stop', () => {
    const words = VERBS.map(verb => verb.words)
    assert.deepEqual(words, [...new Set(words)])
    for (const { about } of VERBS) assert.match(about, /^[a-z].*[^.]$/)
  })

  it('says which version it is of', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    assert.deepEqual(await cairn(['--version']), { code: 0, out: `cairn ${version}\n`, err: '' })
    assert.deepEqual(JSON.parse((await cairn(['version', '--json'])).out), { version })
  })

  it('takes no option that it does not have', async () => {
    const typed = ['token', 'serve', 'aql top', 'profile list', 'verify'].map(words => words.split(' '))
    for (const { code, out, err } of await Promise.all(typed.map(words => cairn([...words, '--what'])))) {
      assert.deepEqual([code, out], [2, ''])
      assert.match(err, /^Unknown option '--what'\.\nSee "cairn .* --help"\.\n$/)
    }
  })

  it('of the operator is known to the server’s own program too', async () => {
    const commands = VERBS.filter(({ isOperator }) => isOperator).map(
      ({ words }) => words.split(' ')[0] ?? '',
    )
    for (const command of new Set(commands)) {
      const { code, stdout, stderr } = await runProgram([command, '--help'], {}, { built: true }).ended
      assert.deepEqual([code, stderr], [0, ''], command)
      assert.ok(stdout.includes(`cairn ${command}`), command)
    }
  })
})

describe('wrong usage', { skip: notBuilt }, () => {
  for (const [typed, says] of [
    [['what'], /There is no command "what"/],
    [['templte', 'list'], /There is no command "templte"\. Did you mean "template"\?/],
    [['ehr', 'delete'], /"cairn ehr" has no command "delete"\. It has create, get, find, erase\./],
    [['template', 'lst'], /"cairn template" has no command "lst"\. Did you mean "list"\?/],
    [['demo', '--patient', '3'], /Unknown option '--patient'\. Did you mean "--patients"\?/],
    [['ehr', 'get'], /<ehr_id> is missing: the id of the EHR\./],
    [['ehr', 'get', 'a', 'b'], /"cairn ehr get" takes no "b"\./],
    [['ehr', 'create', '--subject', '1'], /--subject and --namespace go together/],
    [['aql', 'top', '--order', 'size'], /--order is one of time, slowest, mean, runs, rows, not "size"/],
    [['aql'], /Give one query/],
    [['aql', 'x', '--fetch', 'ten'], /--fetch takes a whole number/],
    [['completion', 'tcsh'], /<shell> is one of bash, zsh, fish/],
    [['get', 'openehr'], /A path begins with a slash/],
    [['get', '/', '-H', 'no colon'], /--header takes "name: value"/],
    [['call', 'PATCH'], /A request is a method and a path/],
    [['help', 'what'], /There is no command "what"/],
    [['composition', 'put', 'x.json'], /--ehr is missing/],
  ] as const)
    it(`"cairn ${typed.join(' ')}" ends with 2 and a sentence`, async () => {
      const { code, out, err } = await cairn(typed)
      assert.equal(code, 2, err)
      assert.equal(out, '')
      assert.match(err, says)
      assert.match(err, /See "cairn .*--help"\.\n$/)
    })

  it('nothing typed, "help" and "--help" show all commands', async () => {
    const all = await Promise.all([cairn([]), cairn(['help']), cairn(['--help']), cairn(['-h'])])
    for (const { code, out } of all) {
      assert.equal(code, 0)
      for (const { words } of VERBS) assert.ok(out.includes(words), words)
    }
    assert.match((await cairn(['ehr'])).out, /^Commands:\n {2}ehr create/)
    assert.match((await cairn(['help', 'aql', 'top'])).out, /^Usage: cairn aql top/)
  })
})

describe('exit codes', { skip: notBuilt }, () => {
  it('3 where the server does not answer, 1 where a file is missing, 4 where nobody is signed in', async () => {
    const client = { CAIRN_CLIENT_ID: 'a', CAIRN_CLIENT_SECRET: 'b' }
    const [status, list, file, nobody] = await Promise.all([
      cairn(['status']),
      cairn(['template', 'list'], { env: client }),
      cairn(['template', 'validate', 'nothing.opt']),
      cairn(['whoami']),
    ])
    assert.deepEqual([status.code, list.code, file.code, nobody.code], [3, 3, 1, 4])
    assert.equal(status.err, 'There is no answer from http://127.0.0.1:9.\n')
    assert.equal(file.err, 'There is no file nothing.opt.\n')
    assert.match(nobody.err, /^Sign in with "cairn login"/)
  })
})

describe('completion', { skip: notBuilt }, () => {
  const script = async (shell: string) => {
    const { code, out } = await cairn(['completion', shell])
    assert.equal(code, 0)
    const file = join(folder, `completion.${shell}`)
    writeFileSync(file, out)
    return file
  }

  it('of bash offers commands, their second words and their options', async () => {
    const file = await script('bash')
    const offers = (...words: string[]) => {
      const typed = words.map(word => `'${word}'`).join(' ')
      const program = `source ${file}; COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _cairn; echo "\${COMPREPLY[*]}"`
      return execFileSync('bash', ['-c', program], { encoding: 'utf8' }).trim().split(' ')
    }
    assert.deepEqual(offers('cairn', 'te'), ['template', 'tenant'])
    assert.deepEqual(offers('cairn', 'ehr', ''), ['create', 'erase', 'find', 'get'])
    assert.deepEqual(offers('cairn', 'ehr', 'create', '--su'), ['--subject'])
    assert.deepEqual(offers('cairn', 'aql', 'to'), ['top'])
    assert.deepEqual(offers('cairn', 'aql', 'SELECT 1', '--ex'), ['--explain'])
  })

  it('of zsh and fish names every command', async () => {
    for (const shell of ['zsh', 'fish']) {
      const { out } = await cairn(['completion', shell])
      for (const { words } of VERBS)
        assert.ok(out.includes(words.split(' ').at(-1) ?? ''), `${shell} ${words}`)
    }
    const file = await script('zsh')
    // bash reads the functions of the zsh script too, but for the last line.
    execFileSync('bash', ['-n', file])
  })
})
