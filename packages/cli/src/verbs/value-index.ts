/** `cairn index`: indexes of values that queries are ordered and filtered by, and the query index as a whole. */
import { tableOf } from '../command/print.ts'
import { verb } from '../command/verb.ts'
import { wholeNumber } from './numbers.ts'

const PATH = {
  name: 'path',
  about: 'the path of the value, as /content[openEHR-EHR-OBSERVATION.pulse.v2]/…/value/magnitude',
} as const

const START = {
  archetype: {
    type: 'string',
    value: 'id',
    about: 'the archetype that the path starts at, if none is in it',
  },
  template: {
    type: 'string',
    value: 'id',
    about: 'the template at whose composition the path starts, if no archetype is in it',
  },
} as const

/** Faster than that, an index brings nothing that a user would notice. */
const DEFAULT_SLOWEST_MS = 20

interface Suggestion {
  readonly archetype: string
  readonly path: string
  readonly runs: number
  /** Of all runs of queries that would use it. */
  readonly milliseconds: number
}

const commandOf = ({ archetype, path }: Suggestion): string =>
  `cairn index add '${path}' --archetype ${archetype}`

export const INDEX_VERBS = [
  verb({
    words: 'index add',
    about: 'make queries that are ordered or filtered by a value fast',
    details:
      'The server keeps running and uses the index within seconds. You can repeat an interrupted command.',
    isOperator: true,
    args: [PATH],
    options: {
      ...START,
      for: {
        type: 'string',
        choices: ['order', 'equality'],
        about: 'one use only: the order, ranges, MIN and MAX, or = and matches',
      },
    },
    examples: ["cairn index add /context/start_time/value --template 'Vital signs'"],
  }),
  verb({ words: 'index list', about: 'list the indexes of values, with their size', isOperator: true }),
  verb({
    words: 'index drop',
    about: 'remove the index of a value',
    isOperator: true,
    args: [PATH],
    options: START,
  }),
  verb({
    words: 'index check',
    about: 'compare the query index with the documents',
    details:
      'Lists versions whose rows, values or "latest" mark in the query index differ from their document, and EHRs and episodes whose row differs from theirs. "cairn verify" does the same and more.',
    isOperator: true,
  }),
  verb({
    words: 'index rebuild',
    about: 'rebuild the rows of the query index that differ from their documents',
    details:
      'The server keeps running. Restart all servers afterwards if "cairn index check" found paths that the path dictionary lacks: they keep the dictionary in memory.',
    isOperator: true,
  }),
  verb({
    words: 'index suggest',
    about: 'list values that slow queries are ordered or filtered by without an index',
    details: 'Uses the queries since the start of the server. Needs the scope api.admin.',
    options: {
      slower: {
        type: 'string',
        value: 'ms',
        about: `only queries that take this long on average (default: ${DEFAULT_SLOWEST_MS})`,
      },
    },
    run: async (context, { options: { slower } }) => {
      const least = wholeNumber(slower, 'slower', 'index suggest') ?? DEFAULT_SLOWEST_MS
      const { queries } = await context.connect('api.admin').admin.queryStatistics({ fetch: 1000 })
      const found = new Map<string, Suggestion>()
      for (const { indexable, mean, runs, milliseconds } of queries)
        for (const { archetype, path } of mean >= least ? indexable : []) {
          const key = `${archetype} ${path}`
          const before = found.get(key)
          found.set(key, {
            archetype,
            path,
            runs: runs + (before?.runs ?? 0),
            milliseconds: milliseconds + (before?.milliseconds ?? 0),
          })
        }
      const suggestions = [...found.values()].sort((a, b) => b.milliseconds - a.milliseconds)
      context.print(suggestions, () =>
        suggestions.length === 0
          ? 'No slow query would use an index of a value.'
          : tableOf(
              ['runs', 'total ms', 'command'],
              suggestions.map(each => [each.runs, Math.round(each.milliseconds), commandOf(each)]),
              // A command that is cut cannot be copied.
              Number.POSITIVE_INFINITY,
            ),
      )
    },
  }),
]
