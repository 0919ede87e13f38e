/** `pg_dump` reads no database of a newer version than its own. */
import { execFileSync } from 'node:child_process'
import { type Database, sql } from '../../packages/server/src/db/index.ts'

/** The major version; none where there is no such tool. */
function toolVersion(): number {
  try {
    const printed = execFileSync('pg_dump', ['--version'], { encoding: 'utf8' })
    return Number(/(\d+)/.exec(printed)?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** The reason why the database cannot be dumped on this machine; undefined if it can. */
export async function cannotDump(db: Database): Promise<string | undefined> {
  const text = "select current_setting('server_version_num') as number"
  const [row] = await db.query(sql<{ number: string }>({ name: 'test.version', text, prepare: false }))
  const server = Math.floor(Number(row?.number) / 10_000)
  const tool = toolVersion()
  return tool < server ? `pg_dump ${tool} cannot read PostgreSQL ${server}` : undefined
}
