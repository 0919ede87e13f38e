/**
 * Checks the language of docs, comments and messages by rules (CONTRIBUTING.md, "Language"). Each rule refuses a habit that makes a
 * reader read twice; the message of a failure has the sentence, and the rule says how to write it instead.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readSources, withoutComments } from './imports.ts'
import { codeLines, markdownPages, paragraphsOf } from './markdown-pages.ts'

const FOLDERS = [
  ...['server', 'openehr', 'fhir', 'client', 'cli', 'embedded', 'console'].map(
    name => `packages/${name}/src`,
  ),
  ...['packages/openehr/test', 'packages/fhir/test', 'test', 'bench', 'scripts'],
]

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = markdownPages(root)
const sources = [...readSources(root, FOLDERS)].filter(([file]) => !file.endsWith('.generated.ts'))

/** A pattern, and the better way to write it. */
type Rule = readonly [pattern: RegExp, instead: string]

const PHRASES: readonly Rule[] = [
  [/\b(?:is|are|was|were|be) not there\b/, 'does not exist, is missing'],
  [/\b(?:is|are|was|were) there again\b/, 'is running again, is back'],
  [/\btells\b/, 'reports, prints, returns, shows, names'],
  [/\b(?:is|are|was|were|be|been) told\b/, 'gets, is notified, is shown, is reported'],
  [/\bas it is meant\b/, 'as specified'],
  [/\b(?:heard|hears?) of\b/, 'receives, notices'],
  [/\bsays? so\b/, 'name what is said: reports it, records it, warns'],
  [/\bwithout a word\b/, 'silently'],
  [/\ball the same\b/, 'anyway, still'],
  [/\bto no end\b/, 'without a benefit'],
  [/\bbears? (?:it|them) out\b/, 'matches'],
  [/\b(?:do|does) its part\b/, 'name the action'],
  [/\bhas for (?:him|her|it|them)sel(?:f|ves)\b/, 'has locked exclusively'],
  [/\bwhere it is left out\b/, '(default: …)'],
]

/** A relative clause that opens a sentence; a question is one that ends with its mark. */
const RELATIVE = /(?:^|[.!?:] |\*\*)(?:Who|What|Whatever|Whoever|Whichever) [^.?!]*[.;:]/

/** Made from comments of migrations, which stay as they were released. */
const FROM_MIGRATIONS = 'docs/reference/database.md'

const faultsOf = (paragraph: string): string[] => [
  ...PHRASES.flatMap(([pattern, instead]) => {
    const found = pattern.exec(paragraph)?.[0]
    return found === undefined ? [] : [`"${found}" (better: ${instead})`]
  }),
  ...(RELATIVE.test(paragraph) ? ['a sentence opens with a relative clause: name the subject'] : []),
]

describe('Markdown', () => {
  it('has lines of at most 120 characters, unless a word of a block of code is longer than 80', () => {
    const hasLongWord = (line: string) => line.split(/\s+/).some(word => word.length > 80)
    const long = [...pages].flatMap(([file, text]) => {
      const code = codeLines(text)
      return text
        .split('\n')
        .flatMap((line, index) =>
          line.length <= 120 || (code.has(index) && hasLongWord(line))
            ? []
            : [`${file}:${index + 1}: ${line.length} characters`],
        )
    })
    assert.deepEqual(long, [])
  })

  it('says who does what, with the verbs of the trade', () => {
    const faults = [...pages]
      .filter(([file]) => file !== FROM_MIGRATIONS)
      .flatMap(([file, text]) =>
        paragraphsOf(text).flatMap(paragraph =>
          faultsOf(paragraph).map(fault => `${file}: ${fault}: ${paragraph.slice(0, 200)}`),
        ),
      )
    assert.deepEqual(faults, [])
  })
})

describe('messages', () => {
  const STRING = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g

  it('of the programs say who does what, with the verbs of the trade', () => {
    const faults = sources
      .filter(([file]) => file.startsWith('packages/') && !/(?:^|\/)test\/|\.test\.tsx?$/.test(file))
      .flatMap(([file, text]) =>
        [...withoutComments(text).matchAll(STRING)].flatMap(([string]) =>
          PHRASES.flatMap(([pattern, instead]) =>
            pattern.test(string) ? [`${file}: ${string} (better: ${instead})`] : [],
          ),
        ),
      )
    assert.deepEqual(faults, [])
  })
})

describe('doc comments', () => {
  /** It names a subject and leaves the reader to guess what is said about it. */
  const OPENING = /\/\*\*[\s*]*(?:What|Whether|Where|How|Who|When|Which|Why)\b/g

  it('open with a statement, not with a question word', () => {
    const questions = sources.flatMap(([file, text]) =>
      (text.match(OPENING) ?? []).map(opening => `${file}: ${opening}`),
    )
    assert.deepEqual(questions, [])
  })
})
