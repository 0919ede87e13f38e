/** From results of tests and calls to a statement. Pure: what is read and written is the business of `scripts/conformance.ts`. */
import { createHash } from 'node:crypto'
import { type ApiDocument, operationsOf } from '../client/document.ts'
import type { Rule } from './rule.ts'
import type { StatementPart, StatementRule, StatementTest } from './statement.ts'

/** A status that an operation answered with in a test file. */
interface RecordedCall {
  readonly test: string
  /** `GET /openehr/v1/ehr/{ehr_id} 404`, with the pattern of the route. */
  readonly call: string
}

export interface RecordedRun {
  readonly tests: readonly StatementTest[]
  readonly calls: readonly RecordedCall[]
}

/** Shown: there is a test, and all of them passed, apart from those that were skipped. */
function resultOf(tests: readonly StatementTest[], isWhole = true): StatementRule['result'] {
  if (tests.some(({ result }) => result === 'failed')) return 'failed'
  return isWhole && tests.some(({ result }) => result === 'passed') ? 'shown' : 'not shown'
}

function ruleOf({ id, sentence, source, tests }: Rule, all: readonly StatementTest[]): StatementRule {
  const found = tests.map(([file, words]) =>
    all.filter(test => test.file === file && test.name.includes(words)),
  )
  const shown = [...new Set(found.flat())]
  const isWhole = found.every(each => each.length > 0)
  return { id, sentence, source, result: resultOf(shown, isWhole), tests: shown }
}

export const rulesPart = (
  id: string,
  title: string,
  rules: readonly Rule[],
  tests: readonly StatementTest[],
): StatementPart => ({ id, title, rules: rules.map(each => ruleOf(each, tests)) })

/** Test files that have a row of a table for each of their tests. */
export interface TableOfRules {
  readonly file: string
  /** Titles that are rules; the first group is the sentence. */
  readonly title: RegExp
  readonly prefix: string
  readonly source: string
}

/** An id that stays when rows are added around it. */
const digestOf = (sentence: string): string => createHash('sha256').update(sentence).digest('hex').slice(0, 8)

export function tablesPart(
  id: string,
  title: string,
  tables: readonly TableOfRules[],
  tests: readonly StatementTest[],
): StatementPart {
  const rules = tables.flatMap(({ file, title: pattern, prefix, source }) =>
    tests
      .filter(test => test.file === file)
      .flatMap(test => {
        const sentence = pattern.exec(test.name)?.[1]
        return sentence === undefined ? [] : [{ sentence, test }]
      })
      .map(({ sentence, test }) => ({
        id: `${prefix}-${digestOf(sentence)}`,
        sentence,
        source,
        result: resultOf([test]),
        tests: [test],
      })),
  )
  return { id, title, rules }
}

/** Files are many where an operation is only a means: the first ones do. */
const SHOWN_FILES = 5

/** Files of which a test failed show nothing. */
function fileResults(tests: readonly StatementTest[]): ReadonlyMap<string, StatementTest['result']> {
  const results = new Map<string, StatementTest['result']>()
  for (const { file, result } of tests)
    if (result === 'failed' || results.get(file) === undefined) results.set(file, result)
    else if (result === 'passed' && results.get(file) === 'skipped') results.set(file, result)
  return results
}

/** Every documented answer of every operation is a rule, shown by the test files that got it. */
export function operationsPart(document: ApiDocument, { tests, calls }: RecordedRun): StatementPart {
  const results = fileResults(tests)
  const filesOf = new Map<string, string[]>()
  for (const { call, test } of calls) filesOf.set(call, [...(filesOf.get(call) ?? []), test])
  const rules = operationsOf(document).flatMap(({ id, method, path, tag }) => {
    const described = document.paths[path]?.[method.toLowerCase()]
    return Object.entries(described?.responses ?? {}).flatMap(([status, answer]): StatementRule[] => {
      // Answers that every operation can give are rules of the REST API, shown once.
      if ('$ref' in answer) return []
      const files = [...new Set(filesOf.get(`${method} ${path} ${status}`) ?? [])].sort()
      const shown = files
        .map(file => ({ file, name: '', result: results.get(file) ?? ('passed' as const) }))
        .filter(({ result }) => result === 'passed')
      return [
        {
          id: `${id}-${status}`,
          sentence: `${method} ${path} answers ${status}: ${answer.description}`,
          source: `The interface, ${tag}`,
          result: shown.length > 0 ? 'shown' : 'not shown',
          tests: shown.slice(0, SHOWN_FILES),
        },
      ]
    })
  })
  return { id: 'interface', title: 'Our interface: every operation and every answer', rules }
}
