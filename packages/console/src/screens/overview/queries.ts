/** The queries of the overview, which asks again by itself. */
import { useQuery } from '@tanstack/react-query'
import { useCairn } from '../../session/use-session.ts'
import { REFRESH_MS } from '../system/queries.ts'
import { hourlyCommits } from './commits.ts'

const overviewKey = ['overview']

const COUNTS = {
  ehrs: 'SELECT COUNT(*) AS n FROM EHR e',
  records: 'SELECT COUNT(*) AS n FROM EHR e CONTAINS COMPOSITION c',
} as const

export function useCounts() {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...overviewKey, 'counts'],
    queryFn: async ({ signal }) => {
      const count = async (q: string) => {
        const { rows } = await cairn.query.adhocPost(
          { body: { q, offset: 0, fetch: 1, query_parameters: {} } },
          { signal },
        )
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
    refetchInterval: REFRESH_MS,
  })
}

const RECENT = `SELECT v/commit_audit/time_committed/value AS time
FROM EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c
WHERE v/commit_audit/time_committed/value >= $since`

/** A busier day than this is drawn from its latest commits. */
const MOST_COMMITS = 50_000
const DAY_MS = 86_400_000

export function useCommits() {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...overviewKey, 'commits'],
    queryFn: async ({ signal }) => {
      const now = Date.now()
      const since = new Date(now - DAY_MS).toISOString()
      const body = { q: RECENT, offset: 0, fetch: MOST_COMMITS, query_parameters: { since } }
      const { rows } = await cairn.query.adhocPost({ body }, { signal })
      return hourlyCommits(
        rows.map(([time]) => String(time)),
        now,
      )
    },
    refetchInterval: 6 * REFRESH_MS,
  })
}

export function useSlowQueries(isAdmin: boolean) {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...overviewKey, 'queries'],
    queryFn: ({ signal }) => cairn.admin.queryStatistics({ order: 'slowest', fetch: 8 }, { signal }),
    enabled: isAdmin,
    refetchInterval: REFRESH_MS,
  })
}

export function useHealth() {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...overviewKey, 'health'],
    queryFn: ({ signal }) => cairn.service.healthReady({}, { signal }),
    refetchInterval: REFRESH_MS,
  })
}

export function useServerFacts() {
  const cairn = useCairn()
  return useQuery({ queryKey: ['system'], queryFn: ({ signal }) => cairn.system.options({}, { signal }) })
}
