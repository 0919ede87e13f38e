import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { exitCodeOf } from './exit-codes.ts'
import { patientFetch } from './patient-fetch.ts'

const PATHS: Readonly<Record<string, RequestListener>> = {
  '/echo': async (request, answer) => {
    answer.writeHead(201, { 'X-Asked': `${request.method} ${request.headers['x-given']}` })
    for await (const piece of request) answer.write(piece)
    answer.end()
  },
  '/moved': (_, answer) => void answer.writeHead(308, { Location: '/echo' }).end(),
  '/cut': (_, answer) => {
    answer.write('half')
    setImmediate(() => answer.destroy())
  },
}
const server = createServer((request, answer) => void PATHS[request.url ?? '']?.(request, answer))
await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
after(() => server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const post = (path: string, more: RequestInit = {}) =>
  patientFetch(`${url}${path}`, { method: 'POST', headers: { 'X-Given': 'a' }, body: 'text', ...more })

for (const path of ['/echo', '/moved'])
  test(`an answer is that of fetch: ${path}`, async () => {
    const answer = await post(path)
    assert.equal(answer.status, 201)
    assert.equal(answer.headers.get('X-Asked'), 'POST a')
    assert.equal(await answer.text(), 'text')
  })

test('an answer that is cut is an error', async () => {
  await assert.rejects((await post('/cut')).text())
})

test('no answer at all, and Ctrl-C, lead to the exit codes of fetch', async () => {
  const codeOf = (asked: Promise<unknown>) => asked.then(() => 0, exitCodeOf)
  const nowhere = patientFetch('http://127.0.0.1:1/', { method: 'POST', body: 'text' })
  assert.equal(await codeOf(nowhere), 3)
  assert.equal(await codeOf(post('/echo', { signal: AbortSignal.abort() })), 130)
})
