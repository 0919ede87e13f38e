/** The reference page of the command line, made from its table of verbs. */
import { EXIT_CODES } from '../packages/cli/src/command/exit-codes.ts'
import { optionText, usageLine } from '../packages/cli/src/command/help.ts'
import type { Verb } from '../packages/cli/src/command/verb.ts'
import { VERBS } from '../packages/cli/src/verbs/index.ts'
import { table } from './markdown.ts'

const code = (text: string): string => `\`${text}\``

function verbSection(verb: Verb): string {
  const { words, about, details, args = [], options = {}, examples } = verb
  const rows = [
    ...args.map(each => [code(each.choices ? each.choices.join('|') : `<${each.name}>`), each.about]),
    ...Object.entries(options).map(([name, row]) => [code(optionText(name, row)), row.about]),
  ]
  return [
    `### cairn ${words}`,
    `${about.charAt(0).toUpperCase()}${about.slice(1)}.${details === undefined ? '' : ` ${details}`}`,
    `    ${usageLine(verb)}`,
    ...(rows.length === 0 ? [] : [table(['', 'Meaning'], rows).trimEnd()]),
    ...(examples === undefined ? [] : [`\`\`\`\n${examples.join('\n')}\n\`\`\``]),
  ].join('\n\n')
}

export function cliPage(): string {
  const codes = EXIT_CODES.map(({ code: number, when }) => [String(number), when])
  const operator = VERBS.filter(({ isOperator }) => isOperator)
  const others = VERBS.filter(({ isOperator }) => !isOperator)
  return `# The command line

\`cairn <command> --help\` shows the same. Every command that prints a result takes \`--json\`; colours come on a terminal only;
messages for people go to standard error. \`source <(cairn completion bash)\` completes commands and options (also \`zsh\`, \`fish\`).

Commands that call a server use the profile of \`cairn login\`, another one by \`--profile\`, or the variables \`CAIRN_SERVER_URL\`,
\`CAIRN_CLIENT_ID\`, \`CAIRN_CLIENT_SECRET\`, \`CAIRN_SERVER_AUTH_URL\` and \`CAIRN_SCOPE\`. A profile that is named wins over the
variables, and they win over the profile in use.

${table(['Exit code', 'When'], codes)}
## On the machine of the server

They read the settings (\`docs/reference/config.md\`) and open the database themselves.

${operator.map(verbSection).join('\n\n')}

## From anywhere

${others.map(verbSection).join('\n\n')}
`
}
