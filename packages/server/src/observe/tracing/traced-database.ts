/** A database that records a span for each statement of a request that is traced: its name and its time, never its values. */
import type { DatabaseOf, QueriesOf } from '../../db/index.ts'
import type { Tracer } from './tracer.ts'

type Timed = <T>(name: string, work: () => Promise<T>) => Promise<T>

function timedBy(tracer: Tracer, pool: string): Timed {
  return async (name, work) => {
    if (!tracer.isRecording()) return work()
    const startedAt = performance.now()
    let isError = true
    try {
      const result = await work()
      isError = false
      return result
    } finally {
      const milliseconds = performance.now() - startedAt
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name, 'cairn.pool': pool }
      tracer.record({ name, kind: 'client', milliseconds, attributes, isError })
    }
  }
}

const tracedQueries = <Also>(queries: QueriesOf<Also>, timed: Timed): QueriesOf<Also> => ({
  isDistributed: queries.isDistributed,
  query: (statement, ...given) => timed(statement.name, () => queries.query(statement, ...given)),
  execute: (statement, ...given) => timed(statement.name, () => queries.execute(statement, ...given)),
  find: (lookup, key) => timed(lookup.statement.name, () => queries.find(lookup, key)),
})

/** Look-ups and commits of one moment go together: each request has a span of its own for its part. */
export function tracedDatabase<Also>(db: DatabaseOf<Also>, tracer: Tracer, pool: string): DatabaseOf<Also> {
  const timed = timedBy(tracer, pool)
  return {
    ...tracedQueries<Also>(db, timed),
    stream: async function* (statement, values, options) {
      const batches = db.stream(statement, values, options)
      try {
        for (;;) {
          const { done, value } = await timed(statement.name, () => batches.next())
          if (done) return
          yield value
        }
      } finally {
        await batches.return()
      }
    },
    readAtOnce: (statement, values, options) =>
      timed(statement.name, () => db.readAtOnce(statement, values, options)),
    transaction: (work, options) =>
      timed('transaction', () => db.transaction(queries => work(tracedQueries(queries, timed)), options)),
    limitedTo: limit => tracedDatabase(db.limitedTo(limit), tracer, pool),
    ofParties: () => tracedDatabase(db.ofParties(), tracer, pool),
    usage: db.usage,
    close: db.close,
  }
}
