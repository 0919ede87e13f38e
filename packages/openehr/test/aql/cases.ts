/** The AQL cases of the corpus: what each runs, on what, and what it expects. */
import { corpusFile } from '../../fixtures/corpus.ts'
import type { SetupStep } from './setup.ts'

export interface AqlCase {
  readonly id: string
  readonly suite: string
  readonly q?: string
  /** JSON with `q` and `query_parameters`, instead of `q`. */
  readonly request_body?: string
  readonly query_parameters?: string
  readonly vars?: Readonly<Record<string, string>>
  readonly pre?: readonly SetupStep[]
  readonly expected_file?: string
  /** The server that the cases come from answered 'not implemented'. */
  readonly expected_file_blank?: boolean
  readonly expected_row_count?: number
  readonly exclude_paths?: readonly string[]
  readonly ignore_order?: boolean
  /** Robot keywords: name, actual, expected. */
  readonly other_asserts?: readonly (readonly [keyword: string, actual: string, expected: string])[]
}

interface Corpus {
  readonly suites: readonly { readonly suite: string; readonly setup: readonly SetupStep[] }[]
  readonly cases: readonly AqlCase[]
}

export interface PreparedCase {
  readonly case: AqlCase
  readonly steps: readonly SetupStep[]
}

/** Every case with all steps that lead to it; one without its own finds what the case before it left. */
export function aqlCases(): readonly PreparedCase[] {
  const { suites, cases } = JSON.parse(corpusFile('aql-cases.json')) as Corpus
  return suites.flatMap(({ suite, setup }) => {
    let before: readonly SetupStep[] = []
    return cases
      .filter(each => each.suite === suite)
      .map(each => {
        before = each.pre ?? before
        return { case: each, steps: [...setup, ...before] }
      })
  })
}

/** Text and parameters of a case's query. */
export function requestOf(each: AqlCase): { readonly q: string; readonly parameters: Record<string, never> } {
  const parsed = (text: string): Record<string, never> =>
    JSON.parse(text.replaceAll('\\"', '"')) as Record<string, never>
  if (each.request_body === undefined) {
    return {
      q: unescaped(each, each.q ?? ''),
      parameters: each.query_parameters ? parsed(each.query_parameters) : {},
    }
  }
  const body: { q?: string; query_parameters?: Record<string, never> } = parsed(each.request_body)
  return { q: body.q ?? '', parameters: body.query_parameters ?? {} }
}

/** In this suite the queries still have the escapes of the Robot files that they come from. */
const unescaped = (each: AqlCase, q: string): string =>
  each.suite.includes('LIKE_FEATURE_LIST') ? q.replace(/\\(.)/g, '$1') : q
