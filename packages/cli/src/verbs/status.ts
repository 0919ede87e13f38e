/** `cairn status` and `cairn doctor`: does the server serve, and if not, why. */
import { CairnError, createClient, isNetworkError } from '@cairn-ehr/client'
import { CommandError } from '../command/exit-codes.ts'
import { painter } from '../command/print.ts'
import { type Context, verb } from '../command/verb.ts'

interface Check {
  readonly check: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly message: string
}

const COLOUR = { ok: 'green', warning: 'yellow', failed: 'red' } as const

/** A clock that differs by more than this may make tokens seem to be of tomorrow. */
const MOST_SKEW_SECONDS = 30

const messageOf = (error: unknown, baseUrl: string): string =>
  isNetworkError(error) ? `there is no answer from ${baseUrl}` : (error as Error).message

/** Undefined: the check is not about this server. */
type Step = () => Promise<Omit<Check, 'check'> | undefined>

/** Ends with the first that fails: the others would fail for the same reason. */
async function carryOut(
  steps: readonly (readonly [string, Step])[],
  baseUrl: string,
): Promise<readonly Check[]> {
  const checks: Check[] = []
  for (const [check, step] of steps) {
    const result = await step().catch(error => ({
      state: 'failed' as const,
      message: messageOf(error, baseUrl),
    }))
    if (result === undefined) continue
    checks.push({ check, ...result })
    if (result.state === 'failed') break
  }
  return checks
}

const ok = (message: string) => ({ state: 'ok', message }) as const
const warning = (message: string) => ({ state: 'warning', message }) as const

type DatabaseReport = Awaited<ReturnType<ReturnType<Context['connect']>['admin']['systemReport']>>['database']

type Distribution = NonNullable<DatabaseReport['distribution']>

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1)

/** A line for each table, after the nodes and before what is uneven. */
const printShards = ({ nodes, tables, uneven }: Distribution): string =>
  [
    `${tables.length} tables on ${nodes.length === 1 ? '1 node' : `${nodes.length} nodes`}`,
    ...nodes.map(({ node, bytes }) => `${node}: ${megabytes(bytes)} MB`),
    ...tables.map(
      ({ name, shards, bytes, smallest, largest }) =>
        `${name}: ${shards === 1 ? '1 shard' : `${shards} shards`}, ${megabytes(bytes)} MB, each ${megabytes(smallest)} to ${megabytes(largest)} MB`,
    ),
    ...(uneven.length === 0 ? ['nothing is uneven'] : uneven),
  ].join('\n')

/** For administrators: others are not told of the database. */
async function checkDatabase(
  context: Context,
  check: (database: DatabaseReport) => Awaited<ReturnType<Step>>,
): ReturnType<Step> {
  try {
    return check((await context.connect('api.admin').admin.systemReport()).database)
  } catch (error) {
    if (error instanceof CairnError && error.status < 500) return undefined
    throw error
  }
}

const checkDurability = ({ durability }: DatabaseReport) =>
  durability.faults.length === 0
    ? ok('commits survive a crash of the database')
    : warning(durability.faults.join('\n'))

/** One role for everything is right for trying out. */
const checkRole = ({ role }: DatabaseReport) =>
  ok(
    role.owns_tables
      ? `"${role.name}" owns the tables and could change the audit trail; in production, set CAIRN_DATABASE_OWNER_URL`
      : `"${role.name}" owns no table`,
  )

const checkShards = ({ distribution }: DatabaseReport) =>
  distribution && (distribution.uneven.length === 0 ? ok : warning)(printShards(distribution))

function stepsOf(context: Context): readonly (readonly [string, Step])[] {
  const { baseUrl } = context
  const anybody = createClient({ baseUrl, clientId: '', clientSecret: '', retries: { attempts: 1 } })
  let date = ''
  return [
    [
      'address',
      async () => {
        const answer = await anybody.request('health_live', {})
        date = answer.headers.get('Date') ?? ''
        await answer.body?.cancel()
        return ok(`${baseUrl} answers`)
      },
    ],
    [
      'database',
      async () => {
        const { status, reason } = await anybody.service.healthReady()
        return reason === undefined ? ok(status) : warning(`${status}: ${reason}`)
      },
    ],
    [
      'version',
      async () => {
        const { solution, solution_version } = await anybody.system.options()
        return ok(`${solution} ${solution_version}`)
      },
    ],
    [
      'clock',
      async () => {
        const skew = Math.round(Math.abs(Date.parse(date) - context.now()) / 1000)
        if (!(skew > MOST_SKEW_SECONDS)) return ok('as the one of the server')
        return warning(`${skew} seconds from the one of the server: tokens may be refused`)
      },
    ],
    [
      'token',
      async () => {
        await context.connect().token()
        return ok('granted')
      },
    ],
    [
      'reading',
      async () => {
        const templates = await context.connect().templates.list()
        return ok(templates.length === 1 ? '1 template' : `${templates.length} templates`)
      },
    ],
    ['disk', () => checkDatabase(context, checkDurability)],
    ['role', () => checkDatabase(context, checkRole)],
    ['shards', () => checkDatabase(context, checkShards)],
  ]
}

export const STATUS_VERBS = [
  verb({
    words: 'status',
    about: 'ask the server whether it is ready',
    run: async ({ baseUrl, print }) => {
      const cairn = createClient({ baseUrl, clientId: '', clientSecret: '', retries: { attempts: 1 } })
      try {
        const { status } = await cairn.service.healthReady()
        print({ url: baseUrl, status }, status)
      } catch (error) {
        if (!(error instanceof CairnError)) throw error
        throw new CommandError(`The server at ${baseUrl} is not ready: ${error.message}`)
      }
    },
  }),
  verb({
    words: 'doctor',
    about:
      'check address, database, clock, credentials and rights, one after the other, and what a crash of the database can lose; lists the shards of a distributed database',
    run: async context => {
      const checks = await carryOut(stepsOf(context), context.baseUrl)
      const paint = painter(context.out)
      context.print(checks, () =>
        checks
          .map(
            ({ check, state, message }) =>
              `${paint(COLOUR[state], state.padEnd(7))}  ${check.padEnd(8)}  ${message.replaceAll('\n', `\n${' '.repeat(19)}`)}`,
          )
          .join('\n'),
      )
      return checks.some(({ state }) => state === 'failed') ? 1 : 0
    },
  }),
]
