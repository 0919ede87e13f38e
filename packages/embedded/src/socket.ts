/** The Unix socket of the embedded PostgreSQL, beside its port: cheaper, but not possible in every folder. */
import { readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** The name is PostgreSQL's own, and every client expects it. */
const NAME = '.s.PGSQL.'

/** Bytes of the longest path that every system accepts: macOS has the shortest, Linux takes four more. */
const LONGEST_PATH = 103

/** PostgreSQL separates the folders of its setting by commas, and has rules of its own for quotes and blanks. */
const PLAIN_PATH = /^[^\s,"']+$/

/** Tries it: a folder of another system, shared with a container, may hold files and no sockets. */
export async function canHaveSocket(folder: string, port: number): Promise<boolean> {
  const path = join(folder, NAME + port)
  if (process.platform === 'win32' || Buffer.byteLength(path) > LONGEST_PATH || !PLAIN_PATH.test(path))
    return false
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(path, () => server.close(() => resolve(true)))
  })
}

/** A server that was killed leaves its socket, under the number of a port that the next one may not have. */
export function removeSockets(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(NAME)) rmSync(join(folder, name), { force: true })
}
