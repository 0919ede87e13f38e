/** `cairn aql`: runs, explains and watches queries, and lists those that cost the most. */
import { isCairnError, type ResultSet } from '@cairn-ehr/client'
import { patientFetch } from '../command/patient-fetch.ts'
import { tableOf } from '../command/print.ts'
import { UsageError } from '../command/usage-error.ts'
import { type Context, type OptionValues, verb } from '../command/verb.ts'
import { tellWarnings, warningsIn } from '../command/warnings.ts'
import { ANALYSIS_OUT, analysisTypeOf, saveAnswer } from './analysis-file.ts'
import { parametersOf, wholeNumber } from './numbers.ts'
import { pauseFor } from './pause.ts'
import {
  type Asked,
  allPages,
  ask,
  csvLine,
  FORMATS,
  type Format,
  ndjsonLine,
  pagesOf,
  printResult,
  type Question,
  questionOf,
} from './result-set.ts'

const QUERY = [
  { name: 'query', about: 'the query, in quotes; @file reads a file, @- standard input', optional: true },
] as const

export const QUESTION = {
  name: { type: 'string', value: 'name[/version]', about: 'a stored query instead' },
  param: {
    type: 'string',
    multiple: true,
    value: 'name=value',
    about: 'a parameter; read as JSON if possible',
  },
  ehr: { type: 'string', value: 'id', about: 'in this EHR only' },
  fetch: { type: 'string', value: 'n', about: 'rows of a page' },
  offset: { type: 'string', value: 'n', about: 'rows to skip' },
} as const

export const SHOWN = {
  all: { type: 'boolean', about: 'page after page, to the last row' },
  format: { type: 'string', choices: FORMATS, about: 'format of the rows (default: table)' },
} as const

type QuestionOptions = OptionValues<typeof QUESTION>

export function askedOf(query: string | undefined, options: QuestionOptions, words: string): Asked {
  const { name, param, ehr, fetch, offset } = options
  if ((query === undefined) === (name === undefined))
    throw new UsageError('Give one query, in quotes, or the name of a stored one.', words)
  return {
    q: query,
    name,
    ehr,
    fetch: wholeNumber(fetch, 'fetch', words),
    offset: wholeNumber(offset, 'offset', words),
    parameters: parametersOf(param, words),
  }
}

/** `@file` and `@-`; no query begins with an at sign. */
export async function queryText(
  { readText }: Context,
  given: string | undefined,
): Promise<string | undefined> {
  return given?.startsWith('@') ? readText(given.slice(1)) : given
}

const more = (count: number): string => `${count.toLocaleString('en-US')} of more rows; --all for the rest`

/** Rows go out as their pages come: a table alone must know all of them before. */
async function streamRows(context: Context, asked: Asked, format: 'csv' | 'ndjson'): Promise<void> {
  let isFirst = true
  for await (const page of pagesOf(context.connect(), questionOf(asked), context.stop)) {
    if (isFirst) tellWarnings(context, page.meta.warnings)
    if (isFirst && format === 'csv') context.out.write(csvLine(page.columns.map(({ name }) => name)))
    isFirst = false
    for (const row of page.rows) context.out.write(format === 'csv' ? csvLine(row) : ndjsonLine(page, row))
  }
}

export async function runQuery(
  context: Context,
  asked: Asked,
  { all, format }: { readonly all: boolean; readonly format: Format },
): Promise<void> {
  if (all && (format === 'csv' || format === 'ndjson')) return streamRows(context, asked, format)
  const client = context.connect()
  const question = questionOf(asked)
  if (all) {
    const result = await allPages(client, question, context.stop)
    tellWarnings(context, result.meta.warnings)
    return context.write(printResult(result, format))
  }
  const text = await (await ask(client, question, { signal: context.stop })).text()
  const result = JSON.parse(text) as ResultSet
  tellWarnings(context, result.meta.warnings)
  if (result.meta.more) context.tell(more(result.rows.length))
  context.write(format === 'json' ? text : printResult(result, format))
}

const formatOf = (context: Context, format: string | undefined): Format =>
  context.isJson ? 'json' : ((format ?? 'table') as Format)

async function explain(context: Context, asked: Asked): Promise<void> {
  const answer = await ask(context.connect('api.read api.admin'), questionOf(asked), { explain: true })
  const plan = await answer.text()
  context.print({ plan }, plan)
}

/** Whoever may export has all the time that the query needs; for others the limit of the server holds. */
async function askForAll(
  { connect, stop: signal }: Context,
  question: Question,
  { accept, timeout }: { readonly accept: string; readonly timeout: number | undefined },
): Promise<Response> {
  const options = { accept, signal }
  try {
    const client = connect('api.read api.admin', patientFetch)
    return await ask(client, question, { ...options, timeout: timeout ?? 0 })
  } catch (error) {
    if (!isCairnError(error, 'oauth.invalid_scope', 'auth.insufficient_scope')) throw error
    return ask(connect('api.read', patientFetch), question, { ...options, timeout })
  }
}

interface Target {
  readonly file: string
  readonly timeout: number | undefined
}

/** All rows to a file, in the format that its name says. */
async function saveRows(
  context: Context,
  asked: Asked,
  { file, timeout }: Target,
  words: string,
): Promise<void> {
  const accept = analysisTypeOf(file, words)
  const answer = await askForAll(context, questionOf(asked, { fetchAll: true }), { accept, timeout })
  tellWarnings(context, warningsIn(answer))
  await saveAnswer(answer, file, context.stop)
  context.tell(`Written to ${file}.`)
}

const RUN_OPTIONS = {
  ...QUESTION,
  ...SHOWN,
  ...ANALYSIS_OUT,
  timeout: {
    type: 'string',
    value: 'seconds',
    about:
      'with --out, the time limit of the query (default: none with the scope api.admin, otherwise the limit of the server)',
  },
  explain: { type: 'boolean', about: 'the plan and its SQL instead; needs the scope api.admin' },
} as const

const EXAMPLES = [
  'cairn aql "SELECT e/ehr_id/value AS id FROM EHR e" --fetch 10',
  'cairn aql --name demo::patients_with_high_hba1c --param over=60 --format csv',
  'cairn aql @pressures.aql --out pressures.parquet',
]

const run = (words: string) =>
  verb({
    words,
    about: 'run a query and show its rows',
    args: QUERY,
    options: RUN_OPTIONS,
    examples: EXAMPLES,
    run: async (context, { args: [query], options }) => {
      const asked = askedOf(await queryText(context, query), options, words)
      if (options.explain) return explain(context, asked)
      const timeout = wholeNumber(options.timeout, 'timeout', words)
      if (options.out !== undefined) return saveRows(context, asked, { file: options.out, timeout }, words)
      if (timeout !== undefined) throw new UsageError('--timeout goes with --out.', words)
      return runQuery(context, asked, { all: options.all, format: formatOf(context, options.format) })
    },
  })

const CLEAR = '\x1b[H\x1b[2J'

async function watch(context: Context, asked: Asked, every: number, times: number): Promise<void> {
  const client = context.connect()
  for (let run = 1; !context.stop.aborted; run++) {
    const result = (await (await ask(client, questionOf(asked))).json()) as ResultSet
    const at = new Date(context.now()).toISOString()
    if (run === 1) tellWarnings(context, result.meta.warnings)
    if (context.isJson) context.out.write(`${JSON.stringify({ at, ...result })}\n`)
    else context.write(`${context.out.isTTY ? CLEAR : ''}${at}\n\n${printResult(result, 'table')}\n`)
    if (run === times || !(await pauseFor(every, context.stop))) return
  }
}

const COLUMNS = [
  'query',
  'executor',
  'runs',
  'failed',
  'timeouts',
  'left',
  'rows',
  'total ms',
  'mean ms',
  'slowest ms',
]
const ORDERS = ['time', 'slowest', 'mean', 'runs', 'rows'] as const

export const AQL_VERBS = [
  run('aql'),
  run('aql run'),
  verb({
    words: 'aql explain',
    about: 'show how a query is run: its plan and SQL',
    details: 'Needs the scope api.admin.',
    args: QUERY,
    options: QUESTION,
    run: async (context, { args: [query], options }) =>
      explain(context, askedOf(await queryText(context, query), options, 'aql explain')),
  }),
  verb({
    words: 'aql watch',
    about: 'run a query again and again, until Ctrl-C',
    args: QUERY,
    options: {
      ...QUESTION,
      every: { type: 'string', value: 'seconds', about: 'seconds between two runs (default: 2)' },
      times: { type: 'string', value: 'n', about: 'number of runs' },
    },
    run: async (context, { args: [query], options }) => {
      const words = 'aql watch'
      const asked = askedOf(await queryText(context, query), options, words)
      const every = wholeNumber(options.every, 'every', words, 1) ?? 2
      await watch(context, asked, every, wholeNumber(options.times, 'times', words, 1) ?? 0)
    },
  }),
  verb({
    words: 'aql top',
    about: 'list the queries that cost the server the most',
    details:
      'Stored queries by name, others by a hash that "aql explain" shows too. Needs the scope api.admin.',
    options: {
      order: { type: 'string', choices: ORDERS, about: 'sort order (default: time)' },
      fetch: { type: 'string', value: 'n', about: 'number of queries' },
    },
    run: async (context, { options: { order, fetch } }) => {
      const figures = await context.connect('api.admin').admin.queryStatistics({
        order: order as (typeof ORDERS)[number] | undefined,
        fetch: wholeNumber(fetch, 'fetch', 'aql top'),
      })
      const rows = figures.queries.map(each => [
        ...[each.query, each.executor, each.runs, each.failed, each.timeouts, each.left, each.rows],
        ...[each.milliseconds, each.mean, each.slowest].map(milliseconds => Math.round(milliseconds)),
      ])
      context.print(
        figures,
        () =>
          `${tableOf(COLUMNS, rows)} since ${figures.since}${figures.more ? '; there are more, by --fetch' : ''}`,
      )
    },
  }),
]
