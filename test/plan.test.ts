/** The arithmetic of `npm run bench plan`, with round constants. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CostFigures, DocumentFigure } from '../bench/figures.ts'
import { assumptionsIn } from '../bench/plan.ts'
import { type Constants, DEFAULTS, flowOf, limitsOf, lossOf, mixed, yearOf } from '../bench/plan-model.ts'
import { bytes, planText } from '../bench/plan-text.ts'

const spread = (middle: number) => ({ middle, least: middle / 2, most: middle * 2 })

const documentOf = (name: string, by: number): DocumentFigure => ({
  name,
  document: 5000 * by,
  tables: spread(1000 * by),
  indexes: spread(500 * by),
  randomIndexes: spread(200 * by),
  wal: spread(4000 * by),
  walAfterCheckpoint: spread(40_000 * by),
  server: spread(1 * by),
  database: spread(0.5 * by),
})

const request = (name: string) => ({ name, server: 0.3, database: 0.1, least: 0.2, most: 0.8 })

const CONSTANTS: Constants = {
  documents: [documentOf('vital signs', 1), documentOf('letter', 10), documentOf('attachment', 100)],
  auditBytes: 100,
  cost: {
    requests: ['GET composition, 10 KB', 'AQL of one patient', 'AQL of all, LIMIT 50'].map(request),
  } as unknown as CostFigures,
}

/** A million documents a year of one kind, and nothing else. */
const PLAIN = {
  ...DEFAULTS,
  ...{
    citizens: 10_000,
    documents: 100,
    letters: 0,
    attachments: 0,
    reads: 0,
    queries: 0,
    population: 0,
    hot: 1,
  },
}

const near = (found: number, expected: number) =>
  assert.ok(Math.abs(found - expected) < 1e-6 * Math.abs(expected), `${found} is not ${expected}`)

describe('the mix of documents', () => {
  it('is weighed by the part of each kind', () => {
    const found = mixed(CONSTANTS, { ...PLAIN, letters: 0.1, attachments: 0.02 }, figure => figure.tables)
    near(found.middle, 1000 * (0.88 + 0.1 * 10 + 0.02 * 100))
    near(found.least, found.middle / 2)
    near(found.most, found.middle * 2)
  })
})

describe('what flows all the time', () => {
  it('counts commits and their bytes', () => {
    const flow = flowOf(CONSTANTS, PLAIN)
    near(flow.commitsAverage, 1e6 / (365.25 * 86_400))
    near(flow.commitsPeak, flow.commitsAverage * 16)
    near(flow.diskAYear.middle, 1e6 * 1500)
    near(flow.randomIndexesAYear.middle, 1e6 * 200)
    assert.equal(flow.auditAYear, 0)
    near(flow.walSteady.middle, (4000 * 1e6) / 365.25)
  })

  it('has reads and queries in processor time and audit trail', () => {
    const flow = flowOf(CONSTANTS, { ...PLAIN, reads: 10, queries: 2, population: 1 })
    near(flow.auditAYear, 1e6 * 13 * 100)
    near(flow.serverCores.middle, (flow.commitsPeak * (1 + 13 * 0.3)) / 1000)
    near(flow.databaseCores.middle, (flow.commitsPeak * (0.5 + 13 * 0.1)) / 1000)
    // The spread of a request is shared out between server and database.
    near(flow.databaseCores.most, (flow.commitsPeak * (1 + 13 * 0.8 * 0.25)) / 1000)
  })

  it('images almost every page in a large database, and few in a small one', () => {
    const part = (citizens: number, documents: number) => {
      const { walSteady, walWithPages } = flowOf(CONSTANTS, { ...PLAIN, citizens, documents })
      return (walWithPages.middle - walSteady.middle) / (9 * walSteady.middle)
    }
    // The commits between two checkpoints are the same part of the pages, however many citizens there are.
    near(part(12e6, 84), part(1e5, 84))
    const few = flowOf(CONSTANTS, { ...PLAIN, checkpoint: 1e9 })
    assert.ok(few.walWithPages.middle < few.walSteady.middle * 1.01)
    assert.ok(part(12e6, 84) > 0.9 && part(12e6, 84) <= 1)
  })
})

describe('a year', () => {
  const assumed = { ...PLAIN, disk: 1, full: 0.5, memory: 0.1, load: 0.5, standbys: 2, copy: 1, rewrite: 1 }
  const flow = flowOf(CONSTANTS, assumed)
  const year = yearOf(flow, assumed, 2)

  it('needs as many nodes as its dearest resource', () => {
    near(year.disk, 3e9)
    assert.deepEqual([year.byDisk, year.byMemory, year.byCores], [6, 8, 1])
    assert.deepEqual([year.nodes, year.machines], [8, 24])
  })

  it('has the time of a backup and of a migration, and what the loss of a node means', () => {
    near(year.backup, 3e9 / 8 / 1e6 / 3600)
    near(year.migration, year.backup)
    near(lossOf(year, assumed).part, 1 / 8)
    near(lossOf(year, assumed).copy, year.backup)
  })
})

describe('the limits', () => {
  it('are in the order in which they are reached', () => {
    const assumed = { ...PLAIN, memory: 1, load: 1, disk: 3, full: 1, window: 1, copy: 0.5 }
    const found = limitsOf(flowOf(CONSTANTS, assumed), assumed, 1)
    assert.deepEqual(
      found.map(({ what, years }) => [what.split(':')[0], Number(years.toFixed(3))]),
      [
        ['backup', 1.2],
        ['disk', 2],
        ['memory', 5],
        ['processor of the database at the peak', Number.POSITIVE_INFINITY],
      ],
    )
  })

  it('are passed at once where the processor is not enough', () => {
    const assumed = { ...PLAIN, cores: 0.000001 }
    assert.equal(limitsOf(flowOf(CONSTANTS, assumed), assumed, 1)[0]?.years, 0)
  })
})

describe('the command', () => {
  it('takes every assumption as a flag', () => {
    assert.deepEqual(assumptionsIn([]), DEFAULTS)
    assert.equal(assumptionsIn(['--citizens', '12e6', '--years', '3']).years, 3)
    assert.throws(() => assumptionsIn(['--years', 'many']), /--years must be a number/)
    assert.throws(() => assumptionsIn(['--people', '5']))
  })

  it('prints years one, two and the last', () => {
    const text = planText(CONSTANTS, { ...DEFAULTS, years: 5 })
    assert.match(text, /\| After years \| 1 \| 2 \| 5 \|/)
    assert.match(text, /The limits of one node/)
    assert.equal(bytes(1_234_567_890), '1.2 GB')
    assert.equal(bytes(0), '0 bytes')
  })
})
