/** The statistics of queries as metrics; the table bounds the number of series. */
import type { ReadMetric } from '../observe/index.ts'
import { OUTCOMES } from './query-run.ts'
import type { QueryFigures } from './statistics.ts'

export function readQueryMetrics(figures: readonly QueryFigures[]): ReadMetric[] {
  const samples = (read: (each: QueryFigures) => number) =>
    figures.map(each => [read(each), { query: each.query, executor: each.executor }] as const)
  return [
    {
      name: 'cairn_query_runs_total',
      type: 'counter',
      help: 'Queries run, by name or hash.',
      labels: ['query', 'executor', 'outcome'],
      samples: figures.flatMap(({ query, executor, outcomes }) =>
        OUTCOMES.filter(outcome => outcomes[outcome] > 0).map(
          outcome => [outcomes[outcome], { query, executor, outcome }] as const,
        ),
      ),
    },
    {
      name: 'cairn_query_seconds_total',
      type: 'counter',
      help: 'Time spent in queries.',
      labels: ['query', 'executor'],
      samples: samples(({ milliseconds }) => milliseconds / 1000),
    },
    {
      name: 'cairn_query_rows_total',
      type: 'counter',
      help: 'Rows returned by queries.',
      labels: ['query', 'executor'],
      samples: samples(({ rows }) => rows),
    },
  ]
}
