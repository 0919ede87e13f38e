/** Holds the conformance statement to its rules: every rule is there, every test that a rule names is, and none has failed. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { operationsPart, rulesPart, tablesPart } from '../../scripts/conformance/derive.ts'
import { AQL_RULES } from '../../scripts/conformance/rules/aql.ts'
import { REST_RULES } from '../../scripts/conformance/rules/rest.ts'
import { VALIDATION_TABLES } from '../../scripts/conformance/rules/validation.ts'
import type { ConformanceStatement } from '../../scripts/conformance/statement.ts'

const ROOT = new URL('../../', import.meta.url)
const RULES = [...REST_RULES, ...AQL_RULES]
const statement = JSON.parse(
  readFileSync(new URL('docs/conformance.json', ROOT), 'utf8'),
) as ConformanceStatement
const partOf = (id: string) => statement.parts.find(part => part.id === id)?.rules ?? []

describe('the rules', () => {
  it('have ids of their own', () => {
    const ids = statement.parts.flatMap(({ rules }) => rules.map(({ id }) => id))
    assert.equal(new Set(ids).size, ids.length)
  })

  it('name test files that are there', () => {
    const files = [
      ...RULES.flatMap(({ tests }) => tests.map(([file]) => file)),
      ...VALIDATION_TABLES.map(({ file }) => file),
    ]
    for (const file of files) assert.ok(existsSync(new URL(file, ROOT)), file)
  })
})

describe('docs/conformance.json', () => {
  it('has every rule of the tables, with its sentence: run "npm run conformance" after a change', () => {
    const told = [...partOf('rest'), ...partOf('aql')].map(({ id, sentence, source }) => ({
      id,
      sentence,
      source,
    }))
    assert.deepEqual(
      told,
      RULES.map(({ id, sentence, source }) => ({ id, sentence, source })),
    )
  })

  it('shows every rule of the specifications', () => {
    const missing = ['rest', 'aql', 'validation'].flatMap(id =>
      partOf(id)
        .filter(({ result }) => result !== 'shown')
        .map(rule => rule.id),
    )
    assert.deepEqual(missing, [])
  })

  it('has the validation tables and the operations', () => {
    assert.ok(partOf('validation').length > 100)
    assert.ok(partOf('interface').length > 300)
  })
})

describe('how a statement is made', () => {
  const passed = { file: 'a.test.ts', name: 'x > is so', result: 'passed' } as const
  const failed = { file: 'a.test.ts', name: 'x > is otherwise', result: 'failed' } as const
  const rule = (...tests: [string, string][]) => ({ id: 'r', sentence: 's', source: 'o', tests })
  const resultOf = (tests: [string, string][], run = [passed, failed]) =>
    rulesPart('p', 'P', [rule(...tests)], run).rules[0]?.result

  it('a rule is shown by tests that passed', () => {
    assert.equal(resultOf([['a.test.ts', 'is so']]), 'shown')
  })

  it('a rule whose tests are not all there is not shown', () => {
    assert.equal(
      resultOf([
        ['a.test.ts', 'is so'],
        ['b.test.ts', 'is so'],
      ]),
      'not shown',
    )
  })

  it('a test that failed makes the rule fail', () => {
    assert.equal(resultOf([['a.test.ts', 'x']]), 'failed')
  })

  it('each row of a table is a rule', () => {
    const table = { file: 'a.test.ts', title: /^x > (.*)$/, prefix: 't', source: 'o' }
    const { rules } = tablesPart('p', 'P', [table], [passed, failed])
    assert.deepEqual(
      rules.map(({ sentence, result }) => [sentence, result]),
      [
        ['is so', 'shown'],
        ['is otherwise', 'failed'],
      ],
    )
    const [first] = tablesPart('p', 'P', [table], [passed]).rules
    assert.match(first?.id ?? '', /^t-[0-9a-f]{8}$/)
    assert.equal(first?.id, rules[0]?.id)
  })

  it('an answer of an operation is shown by files of which no test failed', () => {
    const operation = {
      operationId: 'thing_get',
      tags: ['Thing'],
      summary: 'Get',
      responses: { 200: { description: 'It.' }, 404: { description: 'None.' } },
      security: [],
    }
    const document = { paths: { '/thing': { get: operation } }, components: { schemas: {} } }
    const calls = [
      { test: 'a.test.ts', call: 'GET /thing 200' },
      { test: 'b.test.ts', call: 'GET /thing 404' },
    ]
    const { rules } = operationsPart(document, { tests: [failed, { ...passed, file: 'b.test.ts' }], calls })
    assert.deepEqual(
      rules.map(({ id, result }) => [id, result]),
      [
        ['thing_get-200', 'not shown'],
        ['thing_get-404', 'shown'],
      ],
    )
  })
})
