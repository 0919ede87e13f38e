/** The page of the conformance statement, made from the JSON that a run of the tests wrote. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ConformanceStatement, StatementPart, StatementRule } from '../conformance/statement.ts'
import { readSource } from './contents.ts'
import { escapeHtml } from './escape.ts'
import type { SitePage } from './layout.ts'

const FILE = 'docs/conformance.json'
const WORDS = { shown: 'Shown', failed: 'Failed', 'not shown': 'Not shown' } as const
const CLASSES = { shown: 'passed', failed: 'failed', 'not shown': 'failed' } as const

export function conformanceText(): string {
  const file = fileURLToPath(new URL(`../../${FILE}`, import.meta.url))
  return existsSync(file) ? readSource(FILE) : '{"parts":[]}'
}

function testsOf({ tests }: StatementRule): string {
  if (tests.length === 0) return ''
  const lines = tests.map(
    ({ file, name, result }) =>
      `<li><code>${escapeHtml(file)}</code>${name === '' ? '' : `: ${escapeHtml(name)}`} (${result})</li>`,
  )
  return `<details class="tests"><summary>${tests.length === 1 ? '1 test' : `${tests.length} tests`}</summary><ul>${lines.join('')}</ul></details>`
}

function ruleRow(rule: StatementRule): string {
  const { id, sentence, source, result } = rule
  return `<tr id="${escapeHtml(id)}"><td><a href="#${escapeHtml(id)}"><code>${escapeHtml(id)}</code></a></td><td>${escapeHtml(sentence)}<br><small>${escapeHtml(source)}</small>${testsOf(rule)}</td><td class="${CLASSES[result]}">${WORDS[result]}</td></tr>`
}

function partSection({ id, title, rules }: StatementPart): string {
  const shown = rules.filter(({ result }) => result === 'shown').length
  return `<h2 id="${id}">${escapeHtml(title)}</h2><p>${shown} of ${rules.length} rules are shown by tests.</p>
<div class="table" tabindex="0" role="region" aria-label="${escapeHtml(title)}"><table><thead><tr><th>Rule</th><th>What it says</th><th>Result</th></tr></thead><tbody>${rules.map(ruleRow).join('\n')}</tbody></table></div>`
}

const LEAD =
  'Every operation and rule of the openEHR REST API, of AQL, of the validation tables and of our interface, each with the tests that show it and their result.'

export function conformancePage(): SitePage {
  const { run, version, parts } = JSON.parse(conformanceText()) as ConformanceStatement
  const about =
    run === undefined
      ? '<p>No run of the tests has been recorded yet.</p>'
      : `<p>Made from a run of ${run.tests} tests of version ${escapeHtml(version)} on ${escapeHtml(run.date)} (Node ${escapeHtml(run.node)}): ${run.passed} passed, ${run.failed} failed, ${run.skipped} skipped. The same <a href="conformance.json">as JSON</a>. <code>npm run conformance</code> makes it again.</p>`
  return {
    section: 'Reference',
    address: 'conformance',
    file: FILE,
    title: 'Conformance statement',
    lead: LEAD,
    html: `<h1>Conformance statement</h1><p>${LEAD}</p>${about}${parts.map(partSection).join('')}`,
    headings: parts.map(({ id, title }) => ({ depth: 2, id, text: title })),
    passages: [{ id: '', heading: 'Conformance statement', text: LEAD }],
    assets: [],
  }
}
