/** The reference page of scopes: the meaning of each, and the operations that need it. */
import { NAMED_SCOPES, SCOPES, type Scope } from '../packages/server/src/http/index.ts'
import { pageName } from './api/pages.ts'
import { type ApiDocument, operationsOf } from './client/document.ts'
import { table } from './markdown.ts'

export function scopesPage(document: ApiDocument): string {
  const operations = operationsOf(document)
  const meanings = Object.entries(SCOPES).map(([scope, meaning]) => [
    `\`${scope}\``,
    meaning,
    NAMED_SCOPES.has(scope as Scope) ? 'when asked for by name' : 'when asked for, or when nothing is',
  ])
  const parts = [...Object.keys(SCOPES), undefined].map(scope => {
    const rows = operations
      .filter(operation => operation.scope === scope)
      .map(({ id, method, path, summary, tag }) => [
        `[${summary}](api/${pageName(tag)}.md#${id})`,
        `\`${method} ${path}\``,
      ])
    if (rows.length === 0) return ''
    const title = scope === undefined ? 'No token' : `Operations with ${scope}`
    return `## ${title}\n\n${table(['Operation', 'Request'], rows)}`
  })
  return `# Scopes

A token carries scopes. Every operation states the one that it needs; without it the answer is 403 with \`insufficient_scope\`. A client can only get scopes that it was registered with (\`cairn client create --scopes\`), and a token for a person counts for what the client *and* the person may.

${table(['Scope', 'Allows', 'Granted'], meanings)}
${parts.filter(part => part !== '').join('\n')}`
}
