/** Compares two exports line by line: what one server has and another has taken over. */
import assert from 'node:assert/strict'
import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

async function* linesIn(folder: string): AsyncGenerator<string> {
  const parts = readdirSync(folder)
    .filter(name => name.startsWith('part-'))
    .sort()
  for (const part of parts)
    yield* createInterface({
      input: createReadStream(join(folder, part)),
      crlfDelay: Number.POSITIVE_INFINITY,
    })
}

/** Lines that belong to one server: the first, its keys, and the last. */
const isOfServer = (line: string): boolean => /^\{"record":"(?:export|key|manifest)"/.test(line)

/** Templates have a number, and the numbers by which others signed them, on each server. */
const withoutNumbers = (line: string): string =>
  line.startsWith('{"record":"template"')
    ? line.replace(/"number":\d+/, '"number":0').replace(/,"signed_as":\[[^\]]*\]/, '')
    : line.replaceAll(/"template":\d+/g, '"template":0')

async function* recordsIn(folder: string): AsyncGenerator<string> {
  for await (const line of linesIn(folder)) if (!isOfServer(line)) yield withoutNumbers(line)
}

/** Returns the number of lines that are the same; throws at the first that differs. */
export async function compareExports(one: string, other: string): Promise<number> {
  const [left, right] = [recordsIn(one), recordsIn(other)]
  for (let count = 0; ; count++) {
    const [a, b] = [await left.next(), await right.next()]
    if (a.done && b.done) return count
    // A message with two whole documents would say less.
    if (a.value !== b.value)
      assert.fail(`line ${count + 1}: ${a.value?.slice(0, 300)} is ${b.value?.slice(0, 300)}`)
  }
}
