/**
 * Makes docs/conformance.json: every rule of the specifications, with the tests that show it and their result.
 *
 *   npm run conformance                 runs all tests, then writes the statement
 *   npm run conformance -- <results>    from the file that "scripts/test.ts --record <results>" wrote
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeApi } from './client/describe.ts'
import { operationsPart, type RecordedRun, rulesPart, tablesPart } from './conformance/derive.ts'
import { AQL_RULES } from './conformance/rules/aql.ts'
import { REST_RULES } from './conformance/rules/rest.ts'
import { VALIDATION_TABLES } from './conformance/rules/validation.ts'
import type { ConformanceStatement, StatementTest } from './conformance/statement.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Lines of results and of calls are in one file, as they came. */
function readRun(file: string): RecordedRun {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Record<string, string>)
  return {
    tests: lines.filter(line => 'result' in line) as unknown as StatementTest[],
    calls: lines
      .filter(line => 'call' in line)
      .map(({ test = '', call = '' }) => ({
        test,
        // The log has parameters of a route as `:name`, the description as `{name}`.
        call: call.replaceAll(/:(\w+)/g, '{$1}'),
      })),
  }
}

const count = (tests: readonly StatementTest[], result: StatementTest['result']): number =>
  tests.filter(test => test.result === result).length

async function statementOf(run: RecordedRun): Promise<ConformanceStatement> {
  const { tests } = run
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return {
    product: 'Cairn',
    version,
    run: {
      date: new Date().toISOString().slice(0, 10),
      node: process.versions.node,
      tests: tests.length,
      passed: count(tests, 'passed'),
      failed: count(tests, 'failed'),
      skipped: count(tests, 'skipped'),
    },
    parts: [
      rulesPart('rest', 'openEHR REST API 1.1.0', REST_RULES, tests),
      rulesPart('aql', 'AQL 1.1.0', AQL_RULES, tests),
      tablesPart(
        'validation',
        'Validation: the tables of the conformance schedule',
        VALIDATION_TABLES,
        tests,
      ),
      operationsPart(await describeApi(), run),
    ],
  }
}

async function main(given: string | undefined): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-conformance-'))
  try {
    const file = given ?? join(folder, 'results.ndjson')
    const ran =
      given === undefined
        ? spawnSync(
            process.execPath,
            [...process.execArgv, join(ROOT, 'scripts/test.ts'), '--record', file],
            {
              stdio: 'inherit',
            },
          )
        : undefined
    if (!existsSync(file)) throw new Error(`There are no results in ${file}.`)
    const statement = await statementOf(readRun(file))
    writeFileSync(join(ROOT, 'docs/conformance.json'), `${JSON.stringify(statement, null, 1)}\n`)
    for (const { title, rules } of statement.parts) {
      const missing = rules.filter(({ result }) => result !== 'shown')
      console.log(`${title}: ${rules.length - missing.length} of ${rules.length} shown`)
      for (const { id, result } of missing) console.log(`  ${result}: ${id}`)
    }
    return ran?.status ?? 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

process.exitCode = await main(process.argv[2])
