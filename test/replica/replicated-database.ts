/** Two PostgreSQL servers with streaming replication: a migrated primary, and a replica of it. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openEmbedded } from '../../packages/server/src/db/index.ts'

type Embedded = Awaited<ReturnType<typeof openEmbedded>>

export interface ReplicatedDatabase {
  readonly primaryUrl: string
  readonly replicaUrl: string
  stopReplica(): Promise<void>
  stop(): Promise<void>
}

/** The data live as long as the test. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', shared_buffers: '64MB' }

function connectionOf(url: string): string {
  const { hostname, port, username, password } = new URL(url)
  return `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`
}

/** Copied while it is stopped, which needs no further program. */
async function copyStopped(primary: string, replica: string): Promise<void> {
  const made = await openEmbedded({ dataDir: primary, settings: SETTINGS })
  try {
    await migrate(made.url)
  } finally {
    await made.stop()
  }
  execFileSync('cp', ['-a', `${join(primary, 'postgres')}`, replica])
  writeFileSync(join(replica, 'postgres', 'data', 'standby.signal'), '')
}

export async function replicatedDatabase(): Promise<ReplicatedDatabase> {
  const folders = ['primary', 'replica'].map(name => mkdtempSync(join(tmpdir(), `cairn-test-${name}-`)))
  const [primary = '', replica = ''] = folders
  const running: Embedded[] = []
  const stop = async () => {
    for (const each of running.reverse()) await each.stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
  try {
    await copyStopped(primary, replica)
    const first = await openEmbedded({ dataDir: primary, settings: SETTINGS })
    running.push(first)
    const settings = { ...SETTINGS, primary_conninfo: connectionOf(first.url) }
    const second = await openEmbedded({ dataDir: replica, settings })
    running.push(second)
    return { primaryUrl: first.url, replicaUrl: second.url, stopReplica: () => second.stop(), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
