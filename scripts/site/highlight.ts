/** Marks the parts of code by class: comments, texts, numbers, keywords. Small on purpose: colours help, nothing depends on them. */
import { escapeHtml } from './escape.ts'

const WORDS: Readonly<Record<string, string>> = {
  aql: 'SELECT|DISTINCT|TOP|FROM|CONTAINS|WHERE|ORDER|BY|LIMIT|OFFSET|AND|OR|NOT|AS|ASC|DESC|LIKE|matches|MATCHES|EXISTS|ALL_VERSIONS|LATEST_VERSION|COUNT|MIN|MAX|SUM|AVG',
  ts: 'import|from|export|const|let|await|async|for|of|function|return|if|else|new|type|interface|throw|try|catch',
  sh: 'cairn|npx|npm|curl|node|psql|docker|export|for|do|done|if|then|fi|echo|cat|sed',
  sql: 'select|from|where|group|by|order|limit|as|and|or|not|count|join|on|desc',
  json: 'true|false|null',
}

const COMMENTS: Readonly<Record<string, string>> = {
  aql: '--[^\\n]*',
  sql: '--[^\\n]*',
  sh: '(?<=^|\\s)#[^\\n]*',
  ts: '\\/\\/[^\\n]*|\\/\\*[\\s\\S]*?\\*\\/',
}

const never = '(?!)'

/** One pattern a language; its groups are in the order of `CLASSES`. */
function patternOf(language: string): RegExp {
  const texts = `"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'`
  return new RegExp(
    `(${COMMENTS[language] ?? never})|(${texts})|(\\b\\d+(?:\\.\\d+)?\\b)|\\b(${WORDS[language] ?? never})\\b`,
    'gm',
  )
}

const CLASSES = ['comment', 'string', 'number', 'keyword']

export function highlight(code: string, language: string): string {
  if (!Object.hasOwn(WORDS, language)) return escapeHtml(code)
  let from = 0
  let html = ''
  for (const match of code.matchAll(patternOf(language))) {
    const kind = CLASSES[match.slice(1).findIndex(group => group !== undefined)]
    html += `${escapeHtml(code.slice(from, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`
    from = match.index + match[0].length
  }
  return html + escapeHtml(code.slice(from))
}
