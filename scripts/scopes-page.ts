/** The reference page of scopes: the meaning of each, and the operations that need it. */
import { NAMED_SCOPES, SCOPES, type Scope } from '../packages/server/src/http/index.ts'
import { pageName } from './api/pages.ts'
import { type ApiDocument, operationsOf } from './client/document.ts'
import { entries, wrap } from './markdown.ts'

const ABOUT = `A token carries scopes. Every operation states the scope that it needs; a token without it gets 403 with
\`insufficient_scope\`. A client gets only scopes that it was registered with (\`cairn client create --scopes\`). A request
without \`scope\` gets all of them, but for those that are granted only by name. A token for a person allows what both the
client and the person may do.`

export function scopesPage(document: ApiDocument): string {
  const operations = operationsOf(document)
  const meanings = Object.entries(SCOPES).map(([scope, meaning]) => [
    `\`${scope}\``,
    NAMED_SCOPES.has(scope as Scope) ? 'granted only if requested by name' : '',
    meaning,
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
    return `## ${title}\n\n${entries(rows)}`
  })
  return `# Scopes

${wrap(ABOUT)}

${entries(meanings)}
${parts.filter(part => part !== '').join('\n')}`
}
