/** `cairn query`: stored queries. */
import { tableOf } from '../command/print.ts'
import { UsageError } from '../command/usage-error.ts'
import { verb } from '../command/verb.ts'
import { askedOf, QUESTION, runQuery, SHOWN } from './aql.ts'
import type { Format } from './result-set.ts'

const NAME = { name: 'name', about: '[namespace::]name, with a version after a slash' } as const

/** `org.example::bp/1.2.0` → its two parts. */
function partsOf(text: string): {
  readonly qualified_query_name: string
  readonly version: string | undefined
} {
  const slash = text.indexOf('/')
  if (slash < 0) return { qualified_query_name: text, version: undefined }
  return { qualified_query_name: text.slice(0, slash), version: text.slice(slash + 1) }
}

const { name: _, ...ASKED } = QUESTION

export const QUERY_VERBS = [
  verb({
    words: 'query put',
    about: 'store a query under a name',
    details: 'A version can follow after a slash; otherwise the server chooses the next.',
    args: [NAME, { name: 'file', about: 'the file with the query; - is standard input' }],
    examples: [
      'cairn query put org.example::ehrs/1.0.0 ehrs.aql',
      'echo "SELECT e FROM EHR e" | cairn query put ehrs -',
    ],
    run: async ({ connect, readText, print }, { args: [name = '', file = ''] }) => {
      const { qualified_query_name, version } = partsOf(name)
      const cairn = connect('api.read api.write')
      const body = { q: (await readText(file)).trim() }
      const answer =
        version === undefined
          ? await cairn.request('query_store', { qualified_query_name, body })
          : await cairn.request('query_store_version', { qualified_query_name, version, body })
      // The server says which version it chose by the address alone.
      const stored = answer.headers.get('Location')?.split('/').at(-1) ?? ''
      print(
        { name: qualified_query_name, version: stored, q: body.q },
        `Stored as ${qualified_query_name}/${stored}.`,
      )
    },
  }),
  verb({
    words: 'query run',
    about: 'run a stored query and show its rows',
    args: [NAME],
    options: { ...ASKED, ...SHOWN },
    examples: ['cairn query run demo::patients_with_high_hba1c --param over=60'],
    run: async (context, { args: [name = ''], options }) => {
      const asked = askedOf(undefined, { ...options, name }, 'query run')
      const format = context.isJson ? 'json' : ((options.format ?? 'table') as Format)
      await runQuery(context, asked, { all: options.all, format })
    },
  }),
  verb({
    words: 'query list',
    about: 'list stored queries, or the versions of one',
    args: [{ name: 'name', about: '[namespace::]name', optional: true }],
    run: async ({ connect, print }, { args: [name] }) => {
      const { storedQueries } = connect('api.read')
      const queries =
        name === undefined
          ? await storedQueries.listAll()
          : await storedQueries.list({ qualified_query_name: name })
      print(queries, () =>
        tableOf(
          ['name', 'version', 'saved', 'query'],
          queries.map(each => [each.name, each.version, each.saved, each.q]),
        ),
      )
    },
  }),
  verb({
    words: 'query delete',
    about: 'delete a version of a stored query',
    args: [NAME],
    examples: ['cairn query delete org.example::ehrs/1.0.0'],
    run: async ({ connect, print }, { args: [name = ''] }) => {
      const { qualified_query_name, version } = partsOf(name)
      if (version === undefined)
        throw new UsageError('Name the version too, such as org.example::ehrs/1.0.0.', 'query delete')
      await connect('api.read api.write').storedQueries.delete({ qualified_query_name, version })
      print({ deleted: name }, `${name} was deleted.`)
    },
  }),
]
