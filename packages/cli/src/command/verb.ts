/** A verb of the command line as data: its words, arguments and options, and what it does. */
import type { CairnClient } from '@cairn-ehr/client'
import type { Output } from './progress.ts'

export interface OptionRow {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** May be given several times. */
  readonly multiple?: true
  /** The word for the value in help: `id`, `file`. */
  readonly value?: string
  readonly choices?: readonly string[]
  readonly about: string
}

export type OptionTable = Readonly<Record<string, OptionRow>>

export interface ArgumentRow {
  readonly name: string
  readonly about: string
  readonly optional?: true
  /** Takes all that is left. */
  readonly many?: true
  readonly choices?: readonly string[]
}

/** The values of options, by their names. */
export type OptionValues<Options extends OptionTable> = {
  readonly [Name in keyof Options]: Options[Name] extends { readonly type: 'boolean' }
    ? boolean
    : Options[Name] extends { readonly multiple: true }
      ? readonly string[]
      : string | undefined
}

interface Invocation<Options extends OptionTable> {
  readonly args: readonly string[]
  readonly options: OptionValues<Options>
}

/** The input and output of a verb. */
export interface Context {
  /** A client for the server of the profile or the environment; `scope` where none is set. Requests go through `fetcher`, if it is given. */
  connect(scope?: string, fetcher?: typeof fetch): CairnClient
  readonly baseUrl: string
  /** The profile in use; undefined: the environment says it all. */
  readonly profile: string | undefined
  readonly profiles: ProfileStore
  /** `--json` was given. */
  readonly isJson: boolean
  /** Result: as JSON, or as text for people. */
  print(value: unknown, text: string | (() => string)): void
  /** Text as it is, whatever `--json` says. */
  write(text: string): void
  /** For people only: to standard error. */
  tell(line: string): void
  /** Standard input as bytes. */
  readonly input: AsyncIterable<Uint8Array>
  /** A file, or standard input for `-`. */
  readText(path: string): Promise<string>
  /** Asks on the terminal, without echo; a line of standard input where there is no terminal. */
  askSecret(question: string): Promise<string>
  readonly out: Output
  readonly err: Output
  /** Aborted by Ctrl-C. */
  readonly stop: AbortSignal
  readonly now: () => number
}

export interface Profile {
  readonly url: string
  readonly authUrl?: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope?: string
}

export interface ProfileStore {
  readonly file: string
  read(): { readonly current?: string; readonly profiles: Readonly<Record<string, Profile>> }
  save(name: string, profile: Profile): void
  use(name: string): void
  remove(name: string): void
}

export interface Verb<Options extends OptionTable = OptionTable> {
  /** `ehr create`. */
  readonly words: string
  /** One line. */
  readonly about: string
  readonly details?: string
  readonly args?: readonly ArgumentRow[]
  readonly options?: Options
  readonly examples?: readonly string[]
  /** Prints no result of its own, so `--json` is not offered. */
  readonly noJson?: true
  /** Runs on the machine of the server, by the server's own program. */
  readonly isOperator?: true
  /** A number that it resolves to is the exit code. Absent on verbs of the operator. */
  readonly run?: (context: Context, invocation: Invocation<Options>) => Promise<unknown>
}

/** Checks the types of one verb against each other. */
export const verb = <const Options extends OptionTable>(row: Verb<Options>): Verb => row as unknown as Verb
