/**
 * The cost of the token check: requests a second with a token, against the same route without any check (at least 85 %), and how
 * many forged tokens are refused.
 */
import autocannon from 'autocannon'
import { startTestServer } from '../test/postgres.ts'
import { median, type ServerProcess, startServer, token } from './server-process.ts'

/** As little else as can be, so that the check shows. */
const ROUTE = '/openehr/v1/definition/template/adl1.4'
const CONNECTIONS = 16
const TARGET = 85

interface Side {
  readonly name: string
  readonly server: ServerProcess
  readonly headers: Readonly<Record<string, string>>
  /** Every answer has to be a 401. */
  readonly isRefused?: boolean
  readonly rounds: Round[]
}

interface Round {
  readonly perSecond: number
  /** Requests for a second of the server's own processor time: steadier on a machine that is shared. */
  readonly perCpuSecond: number
}

async function load({ server, headers, isRefused = false }: Side, seconds: number): Promise<Round> {
  const before = await server.cpuSeconds()
  const result = await autocannon({
    url: `${server.url}${ROUTE}`,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { ...headers },
  })
  const unexpected = isRefused ? result['2xx'] : result.non2xx
  if (unexpected > 0 || result.errors > 0)
    throw new Error(`${unexpected} answers were not as expected, ${result.errors} calls failed`)
  const used = (await server.cpuSeconds()) - before
  return { perSecond: result.requests.average, perCpuSecond: result.requests.total / used }
}

function print(sides: readonly Side[], what: string, value: (round: Round) => number): void {
  console.log(what)
  for (const { name, rounds } of sides) {
    const all = rounds.map(value)
    console.log(
      `  ${name.padEnd(20)} ${median(all).toFixed(0).padStart(7)}   (${all.map(Math.round).join(' ')})`,
    )
  }
  const [checked = 0, unchecked = 1, scoped = 0] = sides.map(({ rounds }) => median(rounds.map(value)))
  for (const [name, part] of [
    ['ratio', checked],
    ['ratio, scoped', scoped],
  ] as const)
    console.log(`  ${name.padEnd(20)} ${((100 * part) / unchecked).toFixed(1).padStart(7)} %`)
}

/** The same token with another signature: it is refused only after all of the check. */
const forgedFrom = ({ Authorization: good }: { readonly Authorization: string }) => ({
  Authorization: good.replace(/[^.]+$/, signature => signature.split('').reverse().join('')),
})

/** A token of a new backend with one scope of SMART on openEHR. */
async function scopedToken(url: string, scope: string): Promise<string> {
  const made = await fetch(`${url}/admin/v1/client`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await token(url, 'api.admin')}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'scoped', scopes: [scope] }),
  })
  const { client_id: id, client_secret: secret } = (await made.json()) as Record<string, string>
  return token(url, scope, { id: id ?? '', secret: secret ?? '' })
}

/** `npm run bench auth [rounds] [seconds]` */
export async function run([rounds = '6', seconds = '3']: readonly string[]): Promise<void> {
  // Each has its database: two addresses are not served from one.
  const databases = await Promise.all([startTestServer(), startTestServer()])
  const servers: ServerProcess[] = []
  try {
    for (const [at, settings] of [{}, { CAIRN_AUTH: 'off' }].entries())
      servers.push(
        await startServer(databases[at]?.templateUrl ?? '', { CAIRN_LOG_LEVEL: 'warn', ...settings }),
      )
    const [guarded, open] = servers
    if (!guarded || !open) return
    const authorization = { Authorization: `Bearer ${await token(guarded.url, 'api.read')}` }
    const scoped = { Authorization: `Bearer ${await scopedToken(guarded.url, 'system/template-*.r')}` }
    const sides: Side[] = [
      { name: 'with a token', server: guarded, headers: authorization, rounds: [] },
      // The same bytes are sent; nobody looks at them.
      { name: 'without a check', server: open, headers: authorization, rounds: [] },
      { name: 'with limited rights', server: guarded, headers: scoped, rounds: [] },
      {
        name: 'a forged token',
        server: guarded,
        headers: forgedFrom(authorization),
        isRefused: true,
        rounds: [],
      },
    ]
    for (const side of sides) await load(side, 2)
    for (let round = 0; round < Number(rounds); round++)
      for (const side of round % 2 ? [...sides].reverse() : sides)
        side.rounds.push(await load(side, Number(seconds)))
    print(sides, 'requests a second', each => each.perSecond)
    print(sides, 'requests a second of processor time', each => each.perCpuSecond)
    console.log(`wanted: at least ${TARGET} %`)
  } finally {
    for (const server of servers) await server.stop()
    for (const database of databases) await database.stop()
  }
}
