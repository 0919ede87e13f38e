/** A server of several processes: one start, one stop, one port, one page of metrics; processes are replaced without harm to others. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually } from '../eventually.ts'
import { notBuilt, runProgram } from '../http/program.ts'
import { readyProcesses, type ServerProcesses, startProcesses } from './server-processes.ts'

const skip = notBuilt

/** Reads the list of templates until told to stop; resolves to what went wrong. */
function readAllTheTime(server: ServerProcesses, token: string) {
  const faults: string[] = []
  let requests = 0
  let isOver = false
  const reading = async () => {
    while (!isOver) {
      requests++
      try {
        const answer = await fetch(`${server.url}/openehr/v1/definition/template/adl1.4`, {
          headers: { Authorization: `Bearer ${token}` },
        })
        if (answer.status !== 200) faults.push(`${answer.status} ${await answer.text()}`)
        else await answer.arrayBuffer()
      } catch (error) {
        faults.push(String((error as Error).cause ?? error))
      }
    }
  }
  const readers = Promise.all([1, 2, 3, 4, 5, 6].map(reading))
  return {
    stop: async () => {
      isOver = true
      await readers
      return { faults, requests }
    },
  }
}

const metric = async ({ adminUrl }: ServerProcesses, name: string): Promise<number> => {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

describe('a server of three processes', { skip }, async () => {
  const server = skip ? undefined : await startProcesses(3)
  if (!server) return

  it('shows the metrics of all on one page, whichever is asked', async () => {
    const token = await server.token()
    for (let turn = 0; turn < 9; turn++)
      await fetch(`${server.url}/openehr/v1/definition/template/adl1.4`, {
        headers: { Authorization: `Bearer ${token}`, Connection: 'close' },
      }).then(answer => answer.arrayBuffer())
    const counted =
      'cairn_http_requests_total\\{method="GET",route="/openehr/v1/definition/template/adl1.4",status="200"\\}'
    for (let turn = 0; turn < 6; turn++) {
      assert.equal(await metric(server, 'cairn_processes'), 3)
      assert.equal(await metric(server, counted), 9)
    }
  })

  it('answers all requests while SIGHUP replaces its processes', async () => {
    const before = server.pids()
    const load = readAllTheTime(server, await server.token())
    server.program.child.kill('SIGHUP')
    await server.program.says('server processes restarted')
    const { faults, requests } = await load.stop()
    assert.deepEqual(faults, [], `of ${requests} requests`)
    const now = server.pids()
    assert.equal(now.length, 3)
    assert.deepEqual(
      now.filter(pid => before.includes(pid)),
      [],
    )
  })

  it('replaces a process that is killed; requests of the others end well', async () => {
    const [killed = 0] = server.pids()
    process.kill(killed, 'SIGKILL')
    await eventually('three processes', () => server.pids().length === 3 && !server.pids().includes(killed))
    await eventually('all three are counted', async () => (await metric(server, 'cairn_processes')) === 3)
  })

  it('refuses no connection while all processes are killed and start again', async () => {
    const token = await server.token()
    const killed = server.pids()
    for (const pid of killed) process.kill(pid, 'SIGKILL')
    await eventually('all are dead', () => !server.pids().some(pid => killed.includes(pid)))
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await fetch(`${server.url}/openehr/v1/definition/template/adl1.4`, {
          headers: { Authorization: `Bearer ${token}`, Connection: 'close' },
        })
        return answer.status
      }),
    )
    assert.deepEqual(new Set(answers), new Set([200]))
    await eventually('three others', () => server.pids().length === 3)
  })

  it('replaces a process that somebody tells to end; no request is refused', async () => {
    const [ended = 0] = server.pids()
    const load = readAllTheTime(server, await server.token())
    process.kill(ended, 'SIGTERM')
    await eventually('three other processes', () => {
      const pids = server.pids()
      return pids.length === 3 && !pids.includes(ended)
    })
    assert.deepEqual((await load.stop()).faults, [])
  })

  it('says in one sentence that its port is taken, and ends', async () => {
    const second = runProgram(['serve'], { ...server.settings, CAIRN_ADMIN_PORT: '' }, { built: true })
    const { code, stderr } = await second.ended
    assert.equal(code, 1)
    assert.match(stderr, /^Port \d+ on 127\.0\.0\.1 is in use by another program: .*\n$/)
  })

  it('ends with all its processes on SIGTERM', async () => {
    const pids = server.pids()
    server.program.child.kill('SIGTERM')
    const { code, stdout } = await server.program.ended
    assert.equal(code, 0)
    assert.match(stdout, /"msg":"stopped"/)
    assert.equal(pids.length, 3)
    assert.deepEqual(readyProcesses(stdout), [])
  })
})

describe('a supervisor that is killed', { skip }, () => {
  it('leaves no server process behind', async () => {
    const server = await startProcesses(2)
    server.program.child.kill('SIGKILL')
    await server.program.ended
    await eventually('no process is left', () => server.pids().length === 0)
  })
})
