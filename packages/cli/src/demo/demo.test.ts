import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Output, showProgress } from '../command/progress.ts'
import { patientsOf } from '../verbs/demo.ts'

function screen(isTTY: boolean, columns = 80): { out: Output; text(): string } {
  const written: string[] = []
  return { out: { isTTY, columns, write: text => written.push(String(text)) }, text: () => written.join('') }
}

test('20 patients come unless another number is asked for', () => {
  assert.deepEqual([patientsOf(undefined), patientsOf('200')], [20, 200])
  for (const wrong of ['0', '201', '-1', 'ten', '1.5'])
    assert.throws(() => patientsOf(wrong), /whole number from 1 to 200/)
})

test('on a terminal one line is rewritten, with count, rate and time left', () => {
  const { out, text } = screen(true)
  let time = 0
  const progress = showProgress(out, 1000, () => time)
  time = 2000
  progress.add(500)
  time = 2050
  progress.add(1)
  time = 4000
  progress.add(499)
  progress.end()
  assert.deepEqual(text().split('\r').slice(1), [
    '[############            ] 500 of 1,000 records, 250 a second, 2 s left\x1b[K',
    '[########################] 1,000 of 1,000 records, 250 a second\x1b[K',
    '[########################] 1,000 of 1,000 records, 250 a second\x1b[K\n',
  ])
})

test('the line is never longer than the terminal is wide', () => {
  const lengthOn = (columns: number) => {
    const { out, text } = screen(true, columns)
    showProgress(out, 1000, () => 0).add(1)
    return text().slice(1).replace('\x1b[K', '').length
  }
  assert.equal(lengthOn(40), 39)
  assert.equal(lengthOn(0), lengthOn(80), 'a width that is not known')
})

test('elsewhere there is a plain line for each tenth', () => {
  const { out, text } = screen(false)
  let time = 0
  const progress = showProgress(out, 100, () => time)
  for (let done = 0; done < 100; done += 5) {
    time += 1000
    progress.add(5)
  }
  progress.end()
  const lines = text().trimEnd().split('\n')
  assert.equal(lines.length, 10)
  assert.equal(lines[0], '10 of 100 records, 5 a second, 18 s left')
  assert.equal(lines.at(-1), '100 of 100 records, 5 a second')
})
