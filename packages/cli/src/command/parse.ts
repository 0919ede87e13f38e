/** Reads what was typed: which verb, its arguments and options. One parser for all verbs. */
import { parseArgs } from 'node:util'
import { didYouMean } from '@cairn-ehr/openehr/path'
import { UsageError } from './usage-error.ts'
import type { ArgumentRow, OptionRow, OptionTable, Verb } from './verb.ts'

const COMMON: OptionTable = {
  help: { type: 'boolean', short: 'h', about: 'show this help' },
}

const JSON_OPTION: OptionTable = { json: { type: 'boolean', about: 'print JSON, for programs' } }

const REMOTE: OptionTable = {
  profile: { type: 'string', value: 'name', about: 'the server and client of this profile' },
}

/** All options of a verb: its own, then those that others have too. */
export const optionsOf = ({ options = {}, noJson, isOperator }: Verb): OptionTable => ({
  ...options,
  ...(noJson ? {} : JSON_OPTION),
  ...(isOperator ? {} : REMOTE),
  ...COMMON,
})

export type Typed =
  | { readonly kind: 'help'; readonly words: string }
  | {
      readonly kind: 'run'
      readonly verb: Verb
      readonly args: readonly string[]
      readonly options: Readonly<Record<string, unknown>>
    }

/** The verb with the most words that stand at the beginning. */
function findVerb(verbs: readonly Verb[], typed: readonly string[]): Verb | undefined {
  const fits = verbs.filter(({ words }) => words.split(' ').every((word, index) => word === typed[index]))
  return fits.sort((a, b) => b.words.split(' ').length - a.words.split(' ').length)[0]
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h'

/** Verbs that begin with these words, which are none by themselves: `ehr`. */
export const groupOf = (verbs: readonly Verb[], words: string): readonly Verb[] =>
  verbs.filter(each => each.words.startsWith(`${words} `))

/** Groups under their former names; the server's program warns of them. */
const FORMER: Readonly<Record<string, string>> = { person: 'account' }

const presentWords = ([first = '', ...rest]: readonly string[]): string[] => [
  (Object.hasOwn(FORMER, first) ? FORMER[first] : undefined) ?? first,
  ...rest,
]

export function parseCommand(verbs: readonly Verb[], asTyped: readonly string[]): Typed {
  const typed = presentWords(asTyped)
  const [first = ''] = typed
  if (first === '' || isHelp(first)) return { kind: 'help', words: '' }
  if (first === 'help') return { kind: 'help', words: presentWords(typed.slice(1)).join(' ') }
  // As every other program understands it.
  if (first === '--version') return parseCommand(verbs, ['version', ...typed.slice(1)])
  const verb = findVerb(verbs, typed)
  if (!verb) return groupHelp(verbs, typed)
  const rest = typed.slice(verb.words.split(' ').length)
  const read = readOptions(verb, rest)
  if (read.options['help'] === true) return { kind: 'help', words: verb.words }
  checkArguments(verb, read.args)
  return { kind: 'run', verb, ...read }
}

function groupHelp(verbs: readonly Verb[], [first = '', second = '']: readonly string[]): Typed {
  const group = groupOf(verbs, first)
  if (group.length === 0) {
    const names = new Set(verbs.map(({ words }) => words.split(' ')[0] ?? ''))
    throw new UsageError(`There is no command "${first}".${didYouMean(first, names)}`)
  }
  if (second === '' || isHelp(second)) return { kind: 'help', words: first }
  const known = group.map(({ words }) => words.split(' ')[1] ?? '')
  const hint = didYouMean(second, known) || ` It has ${known.join(', ')}.`
  throw new UsageError(`"cairn ${first}" has no command "${second}".${hint}`, first)
}

function readOptions(verb: Verb, rest: readonly string[]) {
  const table = optionsOf(verb)
  const config = Object.fromEntries(
    Object.entries(table).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short ? { short } : {}), ...(multiple ? { multiple } : {}) },
    ]),
  )
  const parsed = parseOrRefuse(verb, rest, config)
  const values: Record<string, unknown> = {}
  for (const [name, row] of Object.entries(table)) {
    const value = parsed.values[name]
    values[name] = value ?? (row.type === 'boolean' ? false : row.multiple ? [] : undefined)
    if (value !== undefined) checkChoice(verb, `--${name}`, row, value)
  }
  return { args: parsed.positionals, options: values }
}

const dashed = (name: string): string => `--${name}`

type ParseConfig = Record<string, { type: 'string' | 'boolean'; short?: string; multiple?: boolean }>

function parseOrRefuse(verb: Verb, args: readonly string[], options: ParseConfig) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    // Node explains how to pass a positional that begins with a dash; the first sentence says what is wrong.
    const [sentence = ''] = (error as Error).message.split(/\. |\n/)
    const unknown = /^Unknown option '--([^']+)'/.exec(sentence)?.[1]
    const hint = unknown === undefined ? '' : didYouMean(`--${unknown}`, Object.keys(options).map(dashed))
    throw new UsageError(`${sentence.replace(/\.$/, '')}.${hint}`, verb.words)
  }
}

function checkChoice(
  verb: Verb,
  name: string,
  { choices }: Pick<OptionRow, 'choices'>,
  value: unknown,
): void {
  if (choices && !choices.includes(String(value)))
    throw new UsageError(`${name} is one of ${choices.join(', ')}, not "${value}".`, verb.words)
}

const shown = ({ name }: ArgumentRow): string => `<${name}>`

function checkArguments(verb: Verb, given: readonly string[]): void {
  const { args = [], words } = verb
  const missing = args.filter(({ optional }) => !optional)[given.length]
  if (missing) throw new UsageError(`${shown(missing)} is missing: ${missing.about}.`, words)
  if (given.length > args.length && !args.at(-1)?.many) {
    const extra = given[args.length]
    throw new UsageError(`"cairn ${words}" takes no "${extra}".`, words)
  }
  args.forEach((row, index) => {
    if (given[index] !== undefined) checkChoice(verb, shown(row), row, given[index])
  })
}
