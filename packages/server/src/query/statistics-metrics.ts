/** The statistics of queries in the text format of Prometheus; the table bounds the number of series. */
import { metricSection } from '../observe/index.ts'
import { OUTCOMES } from './query-run.ts'
import type { QueryFigures } from './statistics.ts'

const labelsOf = ({ query, executor }: QueryFigures): string => `query="${query}",executor="${executor}"`

const runLines = (each: QueryFigures): string[] =>
  OUTCOMES.filter(outcome => each.outcomes[outcome] > 0).map(
    outcome => `cairn_query_runs_total{${labelsOf(each)},outcome="${outcome}"} ${each.outcomes[outcome]}`,
  )

export const printQueryMetrics = (figures: readonly QueryFigures[]): string =>
  [
    metricSection(
      'cairn_query_runs_total',
      'counter',
      'Queries run, by name or hash.',
      figures.flatMap(runLines),
    ),
    metricSection(
      'cairn_query_seconds_total',
      'counter',
      'Time spent in queries.',
      figures.map(each => `cairn_query_seconds_total{${labelsOf(each)}} ${each.milliseconds / 1000}`),
    ),
    metricSection(
      'cairn_query_rows_total',
      'counter',
      'Rows returned by queries.',
      figures.map(each => `cairn_query_rows_total{${labelsOf(each)}} ${each.rows}`),
    ),
  ].join('\n')
