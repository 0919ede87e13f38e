/** Scripts for the completion of shells, made from the table of verbs. */
import { optionsOf } from './parse.ts'
import type { Verb } from './verb.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const

/** Words after which each verb may go on: `` → `ehr`, `ehr` → `create get find`. */
function continuations(verbs: readonly Verb[]): ReadonlyMap<string, readonly string[]> {
  const next = new Map<string, Set<string>>()
  for (const { words } of verbs) {
    const parts = words.split(' ')
    parts.forEach((word, index) => {
      const before = parts.slice(0, index).join(' ')
      next.set(before, (next.get(before) ?? new Set()).add(word))
    })
  }
  return new Map([...next].map(([before, words]) => [before, [...words].sort()]))
}

const optionNames = (verb: Verb): readonly string[] => Object.keys(optionsOf(verb)).map(name => `--${name}`)

/** Lines `before|words` and `verb|options`: data for the scripts below. */
function caseLines(verbs: readonly Verb[], indent: string): string {
  const next = continuations(verbs)
  const keys = new Set([...next.keys(), ...verbs.map(({ words }) => words)])
  return [...keys]
    .map(key => {
      const verb = verbs.find(({ words }) => words === key)
      const offered = [...(next.get(key) ?? []), ...(verb ? optionNames(verb) : [])]
      return `${indent}"${key}") found="${offered.join(' ')}" ;;`
    })
    .join('\n')
}

/**
 * The words before the cursor that are a verb or a part of one; options and arguments are passed over. No variable is called
 * `words`: that name belongs to the completion of zsh.
 */
const FUNCTION = (verbs: readonly Verb[]): string => `_cairn_words() {
  local typed="$1" found=""
  case "$typed" in
${caseLines(verbs, '    ')}
    *) return 1 ;;
  esac
  printf '%s\\n' "$found"
}

_cairn_offers() {
  local typed="" found="" word
  found="$(_cairn_words "")"
  for word in "$@"; do
    if _cairn_words "\${typed:+$typed }$word" >/dev/null; then
      typed="\${typed:+$typed }$word"
      found="$(_cairn_words "$typed")"
    fi
  done
  printf '%s\\n' "$found"
}`

const bash = (
  verbs: readonly Verb[],
): string => `# Completion of cairn for bash: source <(cairn completion bash)
${FUNCTION(verbs)}

_cairn() {
  local current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=($(compgen -W "$(_cairn_offers "\${COMP_WORDS[@]:1:COMP_CWORD-1}")" -- "$current"))
}
complete -o default -F _cairn cairn`

const zsh = (verbs: readonly Verb[]): string => `#compdef cairn
# Completion of cairn for zsh: source <(cairn completion zsh)
${FUNCTION(verbs)}

_cairn() {
  local -a offers
  offers=(\${=$(_cairn_offers "\${words[@]:1:$((CURRENT - 2))}")})
  compadd -- "\${offers[@]}" || _files
}
compdef _cairn cairn`

/** In single quotes of fish a backslash escapes itself and the quote. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

function fish(verbs: readonly Verb[]): string {
  const next = [...continuations(verbs)].flatMap(([before, words]) =>
    words.map(word => {
      const whole = before === '' ? word : `${before} ${word}`
      const about = verbs.find(each => each.words === whole)?.about ?? `${word} …`
      return `complete -c cairn -f -n ${quoted(`__cairn_is ${quoted(before).slice(1, -1)}`)} -a ${word} -d ${quoted(about)}`
    }),
  )
  const options = verbs.flatMap(verb =>
    Object.entries(optionsOf(verb)).map(
      ([name, { type, about }]) =>
        `complete -c cairn -n ${quoted(`__cairn_within ${verb.words}`)} -l ${name}${type === 'string' ? ' -r' : ''} -d ${quoted(about)}`,
    ),
  )
  return `# Completion of cairn for fish: cairn completion fish | source
function __cairn_is
  set -l typed (commandline -opc)
  test "$typed[2..-1]" = "$argv"
end

function __cairn_within
  set -l typed (commandline -opc)
  set -l count (count $argv)
  test (count $typed) -gt $count; and test "$typed[2..(math $count + 1)]" = "$argv"
end

${[...next, ...options].join('\n')}`
}

const SCRIPTS: Readonly<Record<string, (verbs: readonly Verb[]) => string>> = { bash, zsh, fish }

export const completionScript = (shell: string, verbs: readonly Verb[]): string =>
  SCRIPTS[shell]?.(verbs) ?? ''
