/** Kills `cairn import csv` at chosen moments of chosen records, and counts what is there in the end. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRecords } from '../admin/records.ts'
import { cairnIn, type Ended, settingsOf, testFolder } from '../cli/program.ts'
import { type RunningServer, testServer } from '../server.ts'
import { type Creation, openProxy } from './csv-proxy.ts'
import { savePressureDatamap } from './pressure-datamap.ts'

/** Of one record, when the command is killed. `late`: its request reaches the server after that, while the next run may be under way. */
export const MOMENTS = ['before', 'late', 'committed', 'answered'] as const

export interface Kill {
  readonly moment: (typeof MOMENTS)[number]
  /** The request of this run that creates a record, from 1. */
  readonly at: number
}

type Create = (creation: Creation) => Promise<void>

const passOn: Create = async ({ forward, answer }) => answer(await forward())

/** `late`: requests that the server may still get from commands that are gone. */
function killing({ moment, at }: Kill, kill: () => void, late: Promise<unknown>[]): Create {
  let count = 0
  return async creation => {
    count += 1
    if (count !== at) return passOn(creation)
    if (moment === 'before' || moment === 'late') kill()
    if (moment === 'before') return
    const forwarded = creation.forward()
    late.push(forwarded)
    const given = await forwarded
    if (moment === 'committed') kill()
    creation.answer(given)
    if (moment === 'answered') kill()
  }
}

const FULL = (server: RunningServer) => server.token('api.read api.write')

/** A server, and imports into it with the rights of a token. */
export async function openKills(tokenOf: (server: RunningServer) => Promise<string> = FULL) {
  const server = await testServer()
  const records = await openRecords(server)
  await savePressureDatamap(records)
  const folder = testFolder()
  const cairn = cairnIn(folder, settingsOf(server))
  const late: Promise<unknown>[] = []
  let create = passOn
  const env = { CAIRN_SERVER_URL: await openProxy(server, await tokenOf(server), each => create(each)) }
  let files = 0

  return {
    server,
    records,
    /** Writes a file with these systolic pressures; returns the arguments that import it. */
    save: (ehrId: string, values: readonly number[]): readonly string[] => {
      files += 1
      const file = `killed${files}.csv`
      const lines = values.map(value => `${value},2026-01-02T10:00:00Z\n`)
      writeFileSync(join(folder, file), `systolic,time\n${lines.join('')}`)
      return ['import', 'csv', file, '--datamap', 'pressure', '--ehr', ehrId, '--json']
    },
    run: (args: readonly string[]): Promise<Ended> => {
      create = passOn
      return cairn(args, { env })
    },
    runKilled: async (args: readonly string[], kill: Kill): Promise<void> => {
      const killer = new AbortController()
      create = killing(kill, () => killer.abort(), late)
      await cairn(args, { env, killed: killer.signal })
    },
    /** The systolic pressures of all records, in their order. */
    valuesIn: async (ehrId: string): Promise<readonly number[]> => {
      await Promise.all(late)
      const list = await records.callAt(
        `GET /extra/v1/datamap/pressure?ehrUid=${ehrId}&limit=1000&order_by=systolic`,
      )
      return list.json().data.map(({ systolic }: { systolic: number }) => systolic)
    },
  }
}

export const pressures = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => 100 + at)

/** Imports rows, killed once for each of `kills`; then each row is one record. */
export const importKilled =
  ({ records, save, run, runKilled, valuesIn }: Awaited<ReturnType<typeof openKills>>) =>
  async (rows: number, kills: readonly Kill[]): Promise<void> => {
    const ehrId = await records.ehr()
    const values = pressures(rows)
    const args = save(ehrId, values)
    for (const kill of kills) await runKilled(args, kill)
    const last = await run(args)
    assert.equal(last.code, 0, last.out + last.err)
    assert.deepEqual(await valuesIn(ehrId), values)
    const { committed, committed_before } = JSON.parse(last.out)
    assert.equal(committed + committed_before, rows)
  }
