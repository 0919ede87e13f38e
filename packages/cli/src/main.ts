/** The `cairn` command: what runs beside the server goes to it, the rest calls the API. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { CairnError, createClient } from '@cairn/client'
import { AQL_USAGE, aql, readAql } from './aql.ts'
import { readTop, TOP_USAGE, top } from './aql-top.ts'
import { AUDIT_USAGE, audit, readAudit } from './audit.ts'
import { DATAMAP_USAGE, readSuggest, suggest } from './datamap.ts'
import { DEMO_USAGE, demo, Interrupted, readDemo } from './demo/demo.ts'
import { FINDINGS_USAGE, findings, readFindings } from './findings.ts'

/** Commands of the operator: they read the settings and open the database, so the server's own program runs them. */
const OPERATOR = new Set(['serve', 'config', 'client', 'key', 'verify', 'datamap', 'dictionary'])

const USAGE = `Usage: cairn <command>

On the machine of the server:
  serve     start the server
  config    show every setting with its value
  client    create, list, rotate, disable and enable clients
  key       list and rotate the keys that tokens are signed with
  verify    check that every version in the database is the one that was committed, and that the audit trail is whole
  datamap index <name> <column>   make lists by that column fast
  dictionary sweep   remove paths and node ids that no record has any more

From anywhere, with CAIRN_BASE_URL, CAIRN_CLIENT_ID and CAIRN_CLIENT_SECRET:
  status    ask the server whether it is ready
  token     print an access token
  call      send a request: cairn call "GET /openehr/v1/definition/template/adl1.4"
  aql       run a query:
            ${AQL_USAGE}
            ${TOP_USAGE}
  audit     show who saw or changed what:
            ${AUDIT_USAGE}
  datamap   write a first datamap from a template:
            ${DATAMAP_USAGE}
  findings  list what breaks its template:
            ${FINDINGS_USAGE}
  demo      load a hospital to try things on:
            ${DEMO_USAGE}
`

/** Runs the server's program in our place: same terminal, same exit code; signals reach it. */
function runOperator(args: readonly string[]): Promise<number> {
  const program = fileURLToPath(import.meta.resolve('@cairn/server/main'))
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], { stdio: 'inherit' })
  // Ctrl-C reaches the child by itself; a signal to us alone is passed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => signal !== 'SIGINT' && child.kill(signal))
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('exit', (code, signal) => done(code ?? (signal ? 1 : 0)))
  })
}

const baseUrl = (): string => process.env['CAIRN_BASE_URL'] ?? 'http://localhost:8080'

/** `needed` where no scope is set. */
function connected(needed?: string) {
  const {
    CAIRN_CLIENT_ID: clientId,
    CAIRN_CLIENT_SECRET: clientSecret,
    CAIRN_AUTH_URL: authUrl,
  } = process.env
  const { CAIRN_SCOPE: scope = needed } = process.env
  if (!clientId || !clientSecret) throw new Error('Set CAIRN_CLIENT_ID and CAIRN_CLIENT_SECRET.')
  return createClient({
    baseUrl: baseUrl(),
    clientId,
    clientSecret,
    ...(authUrl ? { authUrl } : {}),
    ...(scope ? { scope } : {}),
  })
}

async function status(): Promise<string> {
  const answer = await fetch(`${baseUrl()}/health/ready`)
  const { status, reason } = (await answer.json()) as { status: string; reason?: string }
  if (!answer.ok) throw new Error(reason ?? status)
  return status
}

/** By one word or two. */
const REMOTE: Record<string, (args: readonly string[]) => Promise<string>> = {
  status,
  token: () => connected().token(),
  aql: args => {
    const asked = readAql(args)
    const client = connected(asked.explain ? 'api.read api.admin' : undefined)
    return aql(client, asked, line => process.stderr.write(`${line}\n`))
  },
  'aql top': args => {
    const asked = readTop(args)
    return top(connected('api.admin'), asked)
  },
  audit: args => {
    const asked = readAudit(args)
    return audit(connected('api.admin'), asked, line => process.stderr.write(`${line}\n`))
  },
  'datamap suggest': args => {
    const wanted = readSuggest(args)
    return suggest(connected('api.read'), wanted)
  },
  findings: args => {
    const wanted = readFindings(args)
    return findings(connected('api.read'), wanted)
  },
  demo: args => {
    const wanted = readDemo(args)
    const stopping = new AbortController()
    // The second Ctrl-C ends it at once, as ever.
    process.once('SIGINT', () => stopping.abort())
    const client = connected('api.read api.write')
    return demo({ client, out: process.stdout, now: Date.now, stop: stopping.signal }, wanted)
  },
  call: async ([request = 'GET /openehr/v1']) => (await connected().call(request)).text(),
}

async function main(args: readonly string[]): Promise<number> {
  const [name = '', second = ''] = args
  const words = Object.hasOwn(REMOTE, `${name} ${second}`) ? 2 : 1
  const key = args.slice(0, words).join(' ')
  const command = Object.hasOwn(REMOTE, key) ? REMOTE[key] : undefined
  if (!command && OPERATOR.has(name)) return runOperator(args)
  if (!command) {
    process.stderr.write(USAGE)
    return name === '' || name === 'help' || name === '--help' ? 0 : 2
  }
  try {
    process.stdout.write(`${await command(args.slice(words))}\n`)
    return 0
  } catch (error) {
    const unreachable = error instanceof TypeError && error.cause !== undefined
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${unreachable ? `There is no answer from ${baseUrl()}.` : message}\n`)
    if (error instanceof CairnError)
      for (const line of error.validationErrors) process.stderr.write(`  ${line}\n`)
    return error instanceof Interrupted ? 130 : 1
  }
}

process.exitCode = await main(process.argv.slice(2))
