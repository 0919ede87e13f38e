/** `cairn status` and `cairn doctor`: does the server serve, and if not, why. */
import { CairnError, createClient } from '@cairn-ehr/client'
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
  error instanceof TypeError && error.cause !== undefined
    ? `there is no answer from ${baseUrl}`
    : (error as Error).message

type Step = () => Promise<Omit<Check, 'check'>>

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
    checks.push({ check, ...result })
    if (result.state === 'failed') break
  }
  return checks
}

const ok = (message: string) => ({ state: 'ok', message }) as const

function stepsOf(context: Context): readonly (readonly [string, Step])[] {
  const { baseUrl } = context
  const anybody = createClient({ baseUrl, clientId: '', clientSecret: '' })
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
    ['database', async () => ok((await anybody.service.healthReady()).status)],
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
        return {
          state: 'warning',
          message: `${skew} seconds from the one of the server: tokens may be refused`,
        }
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
    about: 'check address, database, clock, credentials and rights, one after the other',
    run: async context => {
      const checks = await carryOut(stepsOf(context), context.baseUrl)
      const paint = painter(context.out)
      context.print(checks, () =>
        checks
          .map(
            ({ check, state, message }) =>
              `${paint(COLOUR[state], state.padEnd(7))}  ${check.padEnd(8)}  ${message}`,
          )
          .join('\n'),
      )
      return checks.some(({ state }) => state === 'failed') ? 1 : 0
    },
  }),
]
