/** The reference page of the command line, made from its table of verbs. */
import { EXIT_CODES } from '../packages/cli/src/command/exit-codes.ts'
import { optionText, usageLine } from '../packages/cli/src/command/help.ts'
import type { Verb } from '../packages/cli/src/command/verb.ts'
import { VERBS } from '../packages/cli/src/verbs/index.ts'
import { entries, wrap } from './markdown.ts'

const code = (text: string): string => `\`${text}\``

/** In a block of code, a line that goes on is indented further. */
const usageBlock = (verb: Verb): string => wrap(usageLine(verb), '        ', '    ')

function verbSection(verb: Verb): string {
  const { words, about, details, args = [], options = {}, examples } = verb
  const rows = [
    ...args.map(each => [code(each.choices ? each.choices.join('|') : `<${each.name}>`), each.about]),
    ...Object.entries(options).map(([name, row]) => [code(optionText(name, row)), row.about]),
  ]
  return [
    `### cairn ${words}`,
    wrap(`${about.charAt(0).toUpperCase()}${about.slice(1)}.${details === undefined ? '' : ` ${details}`}`),
    usageBlock(verb),
    ...(rows.length === 0 ? [] : [entries(rows).trimEnd()]),
    ...(examples === undefined ? [] : [`\`\`\`\n${examples.join('\n')}\n\`\`\``]),
  ].join('\n\n')
}

export function cliPage(): string {
  const codes = EXIT_CODES.map(({ code: number, when }) => [String(number), when])
  const operator = VERBS.filter(({ isOperator }) => isOperator)
  const others = VERBS.filter(({ isOperator }) => !isOperator)
  return `# The command line

\`cairn <command> --help\` shows the same. Every command that prints a result takes \`--json\`. Colours appear on a terminal
only, and messages for people go to standard error. \`source <(cairn completion bash)\` completes commands and options
(also \`zsh\`, \`fish\`).

Commands that call a server use the profile of \`cairn login\`, another profile by \`--profile\`, or the variables
\`CAIRN_SERVER_URL\`, \`CAIRN_CLIENT_ID\`, \`CAIRN_CLIENT_SECRET\`, \`CAIRN_SERVER_AUTH_URL\` and \`CAIRN_SCOPE\`. A profile
named by \`--profile\` overrides the variables, and the variables override the current profile.

Exit codes:

${entries(codes)}
## On the machine of the server

These commands read the [settings](config.md) and connect to the database directly.

${operator.map(verbSection).join('\n\n')}

## From anywhere

${others.map(verbSection).join('\n\n')}
`
}
