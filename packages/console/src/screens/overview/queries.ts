/** The queries of the overview, which asks again by itself. */
import { useAsk } from '../../session/use-ask.ts'
import { REFRESH_MS } from '../system/queries.ts'
import { hourlyCommits } from './commits.ts'

const overviewKey = ['overview']

const COUNTS = {
  ehrs: 'SELECT COUNT(*) AS n FROM EHR e',
  records: 'SELECT COUNT(*) AS n FROM EHR e CONTAINS COMPOSITION c',
} as const

export const useCounts = () =>
  useAsk(
    [...overviewKey, 'counts'],
    async (cairn, signal) => {
      const count = async (q: string) => {
        const body = { q, offset: 0, fetch: 1, query_parameters: {} }
        const { rows } = await cairn.query.adhocPost({ body }, { signal })
        return Number(rows[0]?.[0] ?? 0)
      }
      const [ehrs, records, templates, queries] = await Promise.all([
        count(COUNTS.ehrs),
        count(COUNTS.records),
        cairn.templates.list({}, { signal }),
        cairn.storedQueries.listAll({}, { signal }),
      ])
      return { ehrs, records, templates: templates.length, queries: queries.length }
    },
    { refetchInterval: REFRESH_MS },
  )

const RECENT = `SELECT v/commit_audit/time_committed/value AS time
FROM EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c
WHERE v/commit_audit/time_committed/value >= $since`

/** A busier day than this is drawn from its latest commits. */
const MOST_COMMITS = 50_000
const DAY_MS = 86_400_000

export const useCommits = () =>
  useAsk(
    [...overviewKey, 'commits'],
    async (cairn, signal) => {
      const now = Date.now()
      const since = new Date(now - DAY_MS).toISOString()
      const body = { q: RECENT, offset: 0, fetch: MOST_COMMITS, query_parameters: { since } }
      const { rows } = await cairn.query.adhocPost({ body }, { signal })
      const times = rows.map(([time]) => String(time))
      return hourlyCommits(times, now)
    },
    { refetchInterval: 6 * REFRESH_MS },
  )

export const useSlowQueries = () =>
  useAsk(
    [...overviewKey, 'queries'],
    (cairn, signal) => cairn.admin.queryStatistics({ order: 'slowest', fetch: 8 }, { signal }),
    { refetchInterval: REFRESH_MS },
  )

export const useHealth = () =>
  useAsk([...overviewKey, 'health'], (cairn, signal) => cairn.service.healthReady({}, { signal }), {
    refetchInterval: REFRESH_MS,
  })

export const useServerFacts = () =>
  useAsk(['system'], (cairn, signal) => cairn.system.options({}, { signal }))
