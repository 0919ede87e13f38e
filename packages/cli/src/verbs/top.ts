/** `cairn top`: what the server does, again and again, until Ctrl-C. */
import type { AdminActivityAnswers } from '@cairn-ehr/client'
import { tableOf } from '../command/print.ts'
import { type Context, verb } from '../command/verb.ts'
import { wholeNumber } from './numbers.ts'
import { pauseFor } from './pause.ts'

type Activity = AdminActivityAnswers['application/json']

const MEGABYTE = 1024 * 1024

const CLEAR = '\x1b[H\x1b[2J'

const number = (value: number): string => value.toLocaleString('en-US')

/** Of a count that only grows, for each second between two looks; empty at the first look, and after a restart of the server. */
function rate(before: Activity | undefined, now: Activity, count: (activity: Activity) => number): string {
  const seconds = before ? (Date.parse(now.at) - Date.parse(before.at)) / 1000 : 0
  const grown = before ? count(now) - count(before) : -1
  return seconds > 0 && grown >= 0 ? `, ${(grown / seconds).toFixed(1)} a second` : ''
}

const withoutCount = (table: string): string => table.replace(/\n\n\d+ rows?$/, '')

export function printActivity(baseUrl: string, before: Activity | undefined, now: Activity): string {
  const { requests, queries, pools, audit } = now
  const answered = rate(before, now, each => each.requests.answered)
  const events = rate(before, now, each => each.audit.written)
  const poolRows = pools.map(({ pool, busy, idle, waiting, most }) => [pool, busy, idle, waiting, most])
  const queryRows = queries.list.map(each => [
    (each.milliseconds / 1000).toFixed(1),
    each.query,
    each.client_id,
    each.request_id,
  ])
  return [
    `${baseUrl}  Cairn ${now.version}  ${now.at}`,
    `processes  ${now.processes}, ${number(Math.round(now.memory_bytes / MEGABYTE))} MB`,
    `requests   ${requests.under_way} under way, ${number(requests.answered)} answered${answered}, ${number(requests.failed)} failed`,
    `audit      ${number(audit.written)} events${events}, ${audit.waiting} to be written, ${number(audit.unsealed)} to be sealed`,
    `queries    ${queries.running} under way, ${queries.waiting} of them wait`,
    '',
    withoutCount(tableOf(['pool', 'busy', 'idle', 'waiting', 'most'], poolRows)),
    ...(queryRows.length > 0
      ? ['', withoutCount(tableOf(['seconds', 'query', 'client', 'request'], queryRows))]
      : []),
  ].join('\n')
}

async function watch(context: Context, every: number, times: number): Promise<void> {
  const client = context.connect('api.admin')
  let before: Activity | undefined
  for (let look = 1; !context.stop.aborted; look++) {
    const now = await client.admin.activity()
    if (context.isJson) context.out.write(`${JSON.stringify(now)}\n`)
    else context.write(`${context.out.isTTY ? CLEAR : ''}${printActivity(context.baseUrl, before, now)}\n`)
    before = now
    if (look === times || !(await pauseFor(every, context.stop))) return
  }
}

export const TOP_VERBS = [
  verb({
    words: 'top',
    about: 'show requests, running queries, connections and the audit trail, until Ctrl-C',
    details:
      'Shows the machine that answers. Queries appear by name or hash, never by their text. Needs the scope api.admin.',
    options: {
      every: { type: 'string', value: 'seconds', about: 'seconds between two updates (default: 2)' },
      times: { type: 'string', value: 'n', about: 'number of updates' },
    },
    examples: ['cairn top', 'cairn top --times 1 --json'],
    run: async (context, { options: { every, times } }) =>
      watch(context, wholeNumber(every, 'every', 'top', 1) ?? 2, wholeNumber(times, 'times', 'top', 1) ?? 0),
  }),
]
