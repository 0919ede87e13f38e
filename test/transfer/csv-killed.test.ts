/** `cairn import csv` that is killed and run again: no row is lost, and none becomes two records. */
import { it } from 'node:test'
import { importKilled, openKills } from './csv-kills.ts'

const kills = await openKills()

it('a killed import goes on with the next run, wherever it was killed', () =>
  importKilled(kills)(30, [
    { moment: 'committed', at: 4 },
    { moment: 'late', at: 5 },
    { moment: 'answered', at: 2 },
  ]))
