/** The journal of an import: what it says after a kill, and the uids that it gives. */
import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openJournal } from './journal.ts'
import type { RowRecord } from './records.ts'

const folder = mkdtempSync(join(tmpdir(), 'cairn-journal-'))
after(() => rmSync(folder, { recursive: true }))

let files = 0
const newFile = (): string => {
  files += 1
  return join(folder, `${files}.csv`)
}

const row = (line: number): RowRecord => ({
  line,
  ehrId: undefined,
  subject: undefined,
  record: { systolic: 120 },
  faults: [],
})

const begun = (file: string) => {
  const journal = openJournal(file)
  journal.begin()
  return journal
}

describe('the uid of a row', () => {
  it('is a UUID, the same in each run, and another for each row and journal', () => {
    const file = newFile()
    const [first, second, other] = [begun(file), begun(file), begun(newFile())]
    assert.match(first.uidOf(row(2)), /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.equal(second.uidOf(row(2)), first.uidOf(row(2)))
    const all = [first.uidOf(row(2)), first.uidOf(row(3)), other.uidOf(row(2))]
    assert.equal(new Set(all).size, 3)
  })

  it('is the same for two commands that begin at the same time: the first id of the file counts', () => {
    const file = newFile()
    const one = begun(file)
    appendFileSync(one.file, '{"journal":"another"}\n')
    assert.equal(begun(file).uidOf(row(2)), one.uidOf(row(2)))
  })
})

describe('a journal', () => {
  it('is not made before it begins', () => {
    const { file } = openJournal(newFile())
    assert.throws(() => readFileSync(file), { code: 'ENOENT' })
  })

  it('of an earlier version, without an id, gets one and keeps its rows', () => {
    const file = newFile()
    const journal = begun(file)
    journal.addCommitted(row(2), { ehr_id: 'e', uid: 'u' })
    const rows = readFileSync(journal.file, 'utf8').split('\n').slice(1)
    writeFileSync(journal.file, rows.join('\n'))
    const later = begun(file)
    assert.ok(later.isCommitted(row(2)))
    assert.equal(begun(file).uidOf(row(3)), later.uidOf(row(3)))
  })

  it('that was cut at any character has no row that was not written whole, and goes on after it', () => {
    const file = newFile()
    const journal = begun(file)
    for (const line of [2, 3]) journal.addCommitted(row(line), { ehr_id: 'e', uid: 'u' })
    const whole = readFileSync(journal.file, 'utf8')
    const head = whole.indexOf('\n') + 1
    const second = whole.indexOf('\n', head) + 1
    for (let length = head; length <= whole.length; length++) {
      writeFileSync(journal.file, whole.slice(0, length))
      const next = begun(file)
      next.addCommitted(row(4), { ehr_id: 'e', uid: 'u' })
      const last = openJournal(file)
      assert.deepEqual(
        [2, 3, 4].map(line => last.isCommitted(row(line))),
        [length >= second - 1, length >= whole.length - 1, true],
        `cut after ${length} characters`,
      )
      assert.equal(next.uidOf(row(2)), journal.uidOf(row(2)))
    }
  })

  it('has a row in doubt from its beginning until it is committed, refused or skipped', () => {
    const file = newFile()
    const journal = begun(file)
    for (const line of [2, 3, 4, 5]) journal.addBegun(row(line))
    journal.addCommitted(row(2), { ehr_id: 'e', uid: 'u' })
    journal.addRefused(row(3))
    journal.addSkipped(row(4))
    const later = openJournal(file)
    const states = [2, 3, 4, 5].map(line => [later.isCommitted(row(line)), later.isDoubtful(row(line))])
    assert.deepEqual(states, [
      [true, false],
      [false, false],
      [true, false],
      [false, true],
    ])
  })
})
