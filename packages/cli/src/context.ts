/** Gives verbs the server, the terminal and files. */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { buffer as readAll } from 'node:stream/consumers'
import { createClient } from '@cairn-ehr/client'
import { CommandError, NotSignedIn } from './command/exit-codes.ts'
import type { Output } from './command/progress.ts'
import type { Context, Profile, ProfileStore } from './command/verb.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A person waits at the terminal: a server that restarts is back by then, and a wrong address is told soon. */
const RETRY_SECONDS = 3

export interface World {
  readonly environment: Environment
  readonly stdin: NodeJS.ReadStream
  readonly stdout: Output
  readonly stderr: Output
  readonly profiles: ProfileStore
  readonly stop: AbortSignal
  readonly now: () => number
}

const DEFAULT_URL = 'http://localhost:8080'

/** The profile that is named, or the one in use; none where the environment names a client. */
function chosenProfile({ environment, profiles }: World, named: string | undefined): string | undefined {
  const name = named ?? (environment['CAIRN_CLIENT_ID'] ? undefined : environment['CAIRN_PROFILE'])
  if (name !== undefined) return name
  return environment['CAIRN_CLIENT_ID'] ? undefined : profiles.read().current
}

function profileOf(world: World, name: string | undefined): Partial<Profile> {
  if (name === undefined) return {}
  const { profiles } = world.profiles.read()
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (!found)
    throw new CommandError(`There is no profile "${name}". "cairn profile list" shows those that are there.`)
  return found
}

/** Variables of the server that the command line read as well, up to version 0.1; it reads the others now. */
const FORMER: Readonly<Record<string, string>> = {
  CAIRN_SERVER_URL: 'CAIRN_BASE_URL',
  CAIRN_SERVER_AUTH_URL: 'CAIRN_AUTH_URL',
}

const READ_UNTIL = '30 June 2027'

const formerly = (former: string, variable: string): string =>
  `${former} is the address that a server announces. Set ${variable} for the command line, which reads ${former} until ${READ_UNTIL} only.`

/** A profile that is named wins over the environment, which wins over the profile in use. */
function connectionOf(world: World, named: string | undefined) {
  const { environment } = world
  const name = chosenProfile(world, named)
  const profile = profileOf(world, name)
  const warnings: string[] = []
  const first = (variable: string, kept: string | undefined) => {
    if (named !== undefined && kept !== undefined) return kept
    const former = FORMER[variable] ?? ''
    const isFormer = environment[variable] === undefined && environment[former] !== undefined
    if (isFormer) warnings.push(formerly(former, variable))
    return environment[isFormer ? former : variable] ?? kept
  }
  return {
    name,
    baseUrl: first('CAIRN_SERVER_URL', profile.url) ?? DEFAULT_URL,
    clientId: first('CAIRN_CLIENT_ID', profile.clientId),
    clientSecret: first('CAIRN_CLIENT_SECRET', profile.clientSecret),
    authUrl: first('CAIRN_SERVER_AUTH_URL', profile.authUrl),
    scope: first('CAIRN_SCOPE', profile.scope),
    warnings,
  }
}

const RAW_SECRET = 'Give the secret on standard input: there is no terminal to ask on.'

/** One line, without echo on a terminal. */
function askLine(world: World, question: string): Promise<string> {
  const { stdin, stderr } = world
  if (stdin.isTTY) stderr.write(question)
  const silent = { write: () => true } as unknown as NodeJS.WritableStream
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY === true })
  return new Promise((done, failed) => {
    lines.once('line', line => {
      done(line.trim())
      lines.close()
    })
    lines.once('close', () => {
      if (stdin.isTTY) stderr.write('\n')
      failed(new CommandError(RAW_SECRET))
    })
  })
}

/** Bytes that are no UTF-8 are refused: letters would be lost in silence, and stored so. */
function textOf(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new CommandError(`${name} is not UTF-8 text: save it as UTF-8 (in a spreadsheet, "CSV UTF-8").`)
  }
}

function readFileOrTell(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(
      code === 'ENOENT' ? `There is no file ${path}.` : `The file ${path} cannot be read (${code}).`,
    )
  }
}

export function makeContext(
  world: World,
  given: {
    readonly json: boolean
    readonly profile: string | undefined
    /** Scopes that were typed; they win over those of the profile and the environment. */
    readonly scope: string | undefined
  },
): Context {
  const said = new Set<string>()
  const connection = () => {
    const { warnings, ...found } = connectionOf(world, given.profile)
    for (const warning of warnings) if (!said.has(warning)) world.stderr.write(`${warning}\n`)
    for (const warning of warnings) said.add(warning)
    return found
  }
  const write = (text: string) => void world.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
  return {
    get baseUrl() {
      return connection().baseUrl
    },
    get profile() {
      return connection().name
    },
    profiles: world.profiles,
    connect: (needed, fetcher) => {
      const { baseUrl, clientId, clientSecret, authUrl, scope: kept } = connection()
      const scope = given.scope ?? kept ?? needed
      if (!clientId || !clientSecret)
        throw new NotSignedIn('Sign in with "cairn login", or set CAIRN_CLIENT_ID and CAIRN_CLIENT_SECRET.')
      return createClient({
        baseUrl,
        clientId,
        clientSecret,
        ...(authUrl ? { authUrl } : {}),
        ...(scope ? { scope } : {}),
        ...(fetcher ? { fetch: fetcher } : {}),
        retries: { seconds: RETRY_SECONDS },
      })
    },
    isJson: given.json,
    print: (value, text) =>
      write(given.json ? JSON.stringify(value, null, 2) : typeof text === 'string' ? text : text()),
    write,
    tell: line => void world.stderr.write(`${line}\n`),
    input: world.stdin,
    readText: async path =>
      path === '-'
        ? textOf(await readAll(world.stdin), 'The input')
        : textOf(readFileOrTell(path), `The file ${path}`),
    askSecret: question => askLine(world, question),
    out: world.stdout,
    err: world.stderr,
    stop: world.stop,
    now: world.now,
  }
}
