/**
 * Chooses the account that PostgreSQL runs as: it refuses root, and root is what a container gives.
 *
 * As root, a user namespace comes first: inside it root's own files look like an ordinary user's, so it
 * works in a folder such as /root that nobody else may enter. Where namespaces are forbidden (Docker's default
 * profile) another account has to do that can reach the folder.
 */
import { execFile } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedError } from './embedded-error.ts'

export interface Account {
  readonly label: string
  /** Put before the command. */
  readonly prefix: readonly string[]
  /** Given to spawn, where the process itself changes its user. */
  readonly ids: { readonly uid?: number; readonly gid?: number }
}

const MYSELF: Account = { label: 'this user', prefix: [], ids: {} }

export class NotOurs extends EmbeddedError {
  constructor(home: string) {
    super(`The folder ${home} belongs to another user (uid ${statSync(home).uid}).`, 'other-folder')
  }
}

/** Picks the account and gives it the folder `home`, with all that is in it. */
export async function chooseAccount(dataDir: string, home: string): Promise<Account> {
  const uid = process.getuid?.()
  if (uid !== 0) {
    if (uid !== undefined && statSync(home).uid !== uid) throw new NotOurs(home)
    return MYSELF
  }
  for (const account of accountsForRoot(dataDir)) {
    if (await reaches(account, dataDir, home)) return account
  }
  throw new EmbeddedError(
    `PostgreSQL does not run as root, and no other account can reach ${home}.`,
    'other-folder',
  )
}

function accountsForRoot(dataDir: string): Account[] {
  const users = readUsers()
  const owner = statSync(dataDir).uid
  const ordinary = [
    users.find(user => user.uid === owner),
    users.find(user => user.name === 'postgres'),
    users.find(user => user.name === 'nobody'),
  ].filter(user => user !== undefined && user.uid !== 0)
  const accounts: Account[] = []
  // initdb looks its user up by number: the number that root is mapped to must have a name.
  const mapped = users.find(user => user.name === 'nobody') ?? users.find(user => user.uid !== 0)
  if (mapped && process.platform === 'linux') {
    const map = [`--map-user=${mapped.uid}`, `--map-group=${mapped.gid}`]
    accounts.push({
      label: 'root in a user namespace',
      prefix: ['unshare', '--user', ...map, '--'],
      ids: {},
    })
  }
  for (const user of ordinary) {
    if (user) accounts.push({ label: user.name, prefix: [], ids: { uid: user.uid, gid: user.gid } })
  }
  return accounts
}

async function reaches(account: Account, dataDir: string, home: string): Promise<boolean> {
  const { uid = 0, gid = 0 } = account.ids
  // What lies in the data folder is protected by itself; other accounts only pass through.
  if (uid !== 0) chmodSync(dataDir, statSync(dataDir).mode | 0o011)
  give(home, uid, gid)
  try {
    await run(account, 'test', ['-w', home], '/')
    return true
  } catch {
    return false
  }
}

function give(path: string, uid: number, gid: number): void {
  const stat = lstatSync(path)
  // A folder is handed over after its content, so that an interrupted hand-over is taken up again.
  if (stat.uid === uid && stat.isDirectory()) return
  if (stat.isDirectory()) for (const name of readdirSync(path)) give(join(path, name), uid, gid)
  if (!stat.isSymbolicLink()) chownSync(path, uid, gid)
}

/** Runs a short command as the account; the answer is what it printed. */
export async function run(account: Account, file: string, args: string[], cwd: string): Promise<string> {
  const [command = file, ...rest] = [...account.prefix, file, ...args]
  const { stdout, stderr } = await promisify(execFile)(command, rest, {
    ...account.ids,
    cwd,
    env: cleanEnvironment(),
  })
  return stdout + stderr
}

/** Our own environment holds secrets and may hold settings of another PostgreSQL: none of it is passed on. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env
  const kept = process.platform === 'win32' ? { PATH, SystemRoot, TEMP } : { PATH }
  return { ...kept, LC_ALL: 'C', TZ: 'UTC' }
}

function readUsers(): { name: string; uid: number; gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
    .filter(fields => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}
