/** Computes what a number of citizens needs, from saved figures and assumptions that flags change: `npm run bench plan -- --citizens 12e6 --years 5`. */
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { auditBytes } from '../scripts/cost-section.ts'
import type { CostFigures, DocumentFigures } from './figures.ts'
import { ASSUMPTIONS, type AssumptionName, type Assumptions, DEFAULTS } from './plan-model.ts'
import { planText } from './plan-text.ts'

function saved<T>(name: string): T {
  const file = new URL(`../docs/figures/${name}.json`, import.meta.url)
  if (!existsSync(file)) throw new Error(`run "CAIRN_BENCH_SAVE=yes npm run bench ${name}" first`)
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

const options = Object.fromEntries(Object.keys(ASSUMPTIONS).map(name => [name, { type: 'string' as const }]))

/** Throws if a value is no number. */
export function assumptionsIn(args: readonly string[]): Assumptions {
  const { values } = parseArgs({ args: [...args], options })
  const given = Object.entries(values).map(([name, text]) => {
    const value = Number(text)
    if (!(value >= 0))
      throw new Error(`--${name} must be a number, such as ${DEFAULTS[name as AssumptionName]}`)
    return [name, value]
  })
  return { ...DEFAULTS, ...Object.fromEntries(given) }
}

export async function run(args: readonly string[]): Promise<void> {
  const [cost, { documents, date, machine }] = [
    saved<CostFigures>('cost'),
    saved<DocumentFigures>('documents'),
  ]
  console.log(
    `From docs/figures/documents.json (${date}, load ${machine.load}) and cost.json (${cost.date}, load ${cost.machine.load}).\n`,
  )
  console.log(planText({ cost, documents, auditBytes: auditBytes(cost.bytes) }, assumptionsIn(args)))
}
