import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

/** The numbers that a process has written that logs so many lines and ends in the way that is given. */
async function linesOf(count: number, end: string): Promise<number[]> {
  const code = `import { openOutputLog } from '${new URL('./log.ts', import.meta.url).href}'
    const log = openOutputLog('info', 'json')
    for (let n = 0; n < ${count}; n++) log.info({ n, filler: 'x'.repeat(200) }, 'counted')
    ${end}`
  const options = process.execArgv.filter(each => !each.startsWith('--test'))
  const child = spawn(process.execPath, [...options, '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = (await text(child.stdout)).split('\n').filter(line => line !== '')
  return lines.map(line => (JSON.parse(line) as { n: number }).n)
}

const counted = (count: number) => Array.from({ length: count }, (_, n) => n)

test('a process that ends by itself has written all lines of its log, in their order', async () => {
  assert.deepEqual(await linesOf(3, ''), counted(3))
  assert.deepEqual(await linesOf(2000, ''), counted(2000))
})

test('a process that is told to exit writes the lines that wait', async () => {
  assert.deepEqual(await linesOf(3, 'process.exit()'), counted(3))
})

test('a process that goes on writes its lines soon', async () => {
  const killed = "setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2000)"
  assert.deepEqual(await linesOf(3, killed), counted(3))
})
