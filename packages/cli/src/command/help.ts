/** Help of the whole command, of a group and of a verb, made from the table of verbs. */
import { EXIT_CODES } from './exit-codes.ts'
import { groupOf, optionsOf } from './parse.ts'
import type { ArgumentRow, OptionRow, Verb } from './verb.ts'

const WIDTH = 100

const argumentText = ({ name, optional, many, choices }: ArgumentRow): string => {
  const text = choices ? choices.join('|') : `<${name}>`
  return optional ? `[${text}]${many ? '…' : ''}` : `${text}${many ? '…' : ''}`
}

/** `cairn ehr get <ehr_id> [options]`. */
export const usageLine = (verb: Verb): string =>
  ['cairn', verb.words, ...(verb.args ?? []).map(argumentText), '[options]'].join(' ')

/** `-f, --format json|flat`. */
export function optionText(name: string, { type, short, value, choices, multiple }: OptionRow): string {
  const wanted = type === 'boolean' ? '' : ` ${choices ? choices.join('|') : `<${value ?? 'value'}>`}`
  return `${short ? `-${short}, ` : ''}--${name}${wanted}${multiple ? ' …' : ''}`
}

/** Words in lines of the width, each with the indent. */
function wrapped(text: string, indent: number): string {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + word.length + 1 + indent > WIDTH) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}

function rows(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.min(34, Math.max(...pairs.map(([left]) => left.length)))
  return pairs
    .map(([left, right]) => {
      const gap = left.length > width ? `\n${' '.repeat(width + 4)}` : ' '.repeat(width - left.length + 2)
      return `  ${left}${gap}${wrapped(right, width + 4)}`
    })
    .join('\n')
}

function verbHelp(verb: Verb): string {
  const args = (verb.args ?? []).map(each => [argumentText(each), each.about] as const)
  const options = Object.entries(optionsOf(verb)).map(
    ([name, row]) => [optionText(name, row), row.about] as const,
  )
  return [
    `Usage: ${usageLine(verb)}`,
    wrapped(`${verb.about.charAt(0).toUpperCase()}${verb.about.slice(1)}.`, 0),
    ...(verb.details === undefined ? [] : [wrapped(verb.details, 0)]),
    ...(args.length === 0 ? [] : [`Arguments:\n${rows(args)}`]),
    `Options:\n${rows(options)}`,
    ...(verb.examples === undefined
      ? []
      : [`Examples:\n${verb.examples.map(each => `  ${each}`).join('\n')}`]),
  ].join('\n\n')
}

const summaries = (verbs: readonly Verb[]): string => rows(verbs.map(({ words, about }) => [words, about]))

function wholeHelp(verbs: readonly Verb[]): string {
  const codes = EXIT_CODES.map(({ code, when }) => [String(code), when] as const)
  return [
    'Usage: cairn <command> [options]',
    `On the machine of the server:\n${summaries(verbs.filter(({ isOperator }) => isOperator))}`,
    `From anywhere:\n${summaries(verbs.filter(({ isOperator }) => !isOperator))}`,
    'The server and the client are those of "cairn login", or of the variables CAIRN_SERVER_URL, CAIRN_CLIENT_ID,\nCAIRN_CLIENT_SECRET, CAIRN_SERVER_AUTH_URL and CAIRN_SCOPE.',
    `Exit codes:\n${rows(codes)}`,
    'Run "cairn <command> --help" for the options of a command.',
  ].join('\n\n')
}

/** Undefined: there is no such verb or group. */
export function helpOf(verbs: readonly Verb[], words: string): string | undefined {
  if (words === '') return wholeHelp(verbs)
  const verb = verbs.find(each => each.words === words)
  const group = groupOf(verbs, words)
  const own = verb ? [verbHelp(verb)] : []
  const others = group.length === 0 ? [] : [`${verb ? 'More commands' : 'Commands'}:\n${summaries(group)}`]
  if (own.length + others.length === 0) return undefined
  return [...own, ...others].join('\n\n')
}
