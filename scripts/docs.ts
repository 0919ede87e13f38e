/** Writes what is made from tables of the code, reference pages and the types of the client: `npm run docs`. A test holds them to it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openPool } from '../packages/server/src/db/index.ts'
import { CODES } from '../packages/server/src/refusal/index.ts'
import { settingRows } from '../packages/server/src/settings/config.ts'
import { OWN_SETTINGS } from '../packages/server/src/tenants/tenant-settings.ts'
import { COMPATIBILITY } from '../test/compatibility/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { apiPages } from './api/pages.ts'
import { cliPage } from './cli-page.ts'
import { describeApi } from './client/describe.ts'
import type { ApiDocument } from './client/document.ts'
import { clientFiles } from './client/files.ts'
import { compatibilityPage } from './compatibility-page.ts'
import { costFiles } from './cost-section.ts'
import { databasePage } from './database-page.ts'
import { fhirPage } from './fhir-page.ts'
import { entries } from './markdown.ts'
import { scaleFiles } from './scale-section.ts'
import { scopesPage } from './scopes-page.ts'

function errorsPage(): string {
  const rows = Object.entries(CODES)
    .map(([code, { status, when }]) => ({ code, status, when }))
    .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code, 'en'))
    .map(({ code, status, when }) => [`\`${code}\``, String(status), when])
  return `# Errors

Every error of the API has the same body:

\`\`\`json
{
  "message": "A sentence that a person can act on.",
  "code": "request.malformed",
  "status": 400,
  "requestId": "0af76519-16cd-43dd-8448-eb211c80319c",
  "validationErrors": ["/name: must be a text of 1 to 200 characters"],
  "errors": [{ "path": "/name", "code": "value", "message": "must be a text of 1 to 200 characters" }]
}
\`\`\`

\`code\` is stable: programs may rely on it. A code is never renamed or reused. \`message\` is for people, and its wording
may change. \`errors\` lists every fault of a document with its path; \`validationErrors\` has the same as lines of text.
If the path is a FLAT key or a label of a datamap, \`rm_path\` is the same position in the reference model. \`requestId\` is
also in the header \`X-Request-Id\` and identifies the request in the log.

The token endpoint uses the body of OAuth 2.0 instead: \`error\` (the part of the code after \`oauth.\`) and
\`error_description\`. \`401\` and \`403\` carry \`WWW-Authenticate\`, \`405\` carries \`Allow\`, \`429\` and \`503\` may carry
\`Retry-After\`.

Each code with its status, and when the service returns it:

${entries(rows)}`
}

function configPage(): string {
  const rows = settingRows().map(row => [`\`${row.variable}\``, `default: ${row.default}`, row.meaning])
  return `# Settings

Settings are environment variables. \`cairn config\` shows the current values. At its start the server reports every wrong
setting at once. It warns of a variable that starts with \`CAIRN_\` and is not in this list, and refuses it in production.
Secrets are never printed. Sizes are bytes, or carry \`KB\` or \`MB\`.

${entries(rows)}

## Settings of a tenant

On a server of [many organisations](../guides/tenants.md), each may have a value of its own of these settings
(\`cairn tenant set\`); \`CAIRN_QUERY_POOL\` is at most that of the server:

${entries(rows.filter(([variable = '']) => OWN_SETTINGS.includes(variable.replaceAll('`', ''))).map(([variable = '']) => [variable]))}`
}

/** Each page by its path from the root of the repository. */
export const pages = (): Record<string, string> => ({
  'docs/reference/errors.md': errorsPage(),
  'docs/reference/config.md': configPage(),
  'docs/reference/cli.md': cliPage(),
  'docs/fhir/mappings.md': fhirPage(),
  'docs/reference/compatibility.md': compatibilityPage(COMPATIBILITY),
  ...costFiles(),
  ...scaleFiles(),
})

/** Pages that are made from the API description, by their paths. */
export const describedPages = (description: ApiDocument): Record<string, string> => ({
  ...apiPages(description),
  'docs/reference/scopes.md': scopesPage(description),
})

/** The page of the database, from one that has all migrations. */
async function migratedPages(): Promise<Record<string, string>> {
  const server = await startTestServer()
  const database = openPool(server.templateUrl, { max: 1, applicationName: 'cairn docs' })
  try {
    return { 'docs/reference/database.md': await databasePage(database) }
  } finally {
    await database.close()
    await server.stop()
  }
}

/** Reference pages, and what is made from the API description: the types of the client. */
async function writeAll(): Promise<void> {
  const description = await describeApi()
  const files = {
    ...pages(),
    ...describedPages(description),
    ...(await migratedPages()),
    ...clientFiles(description),
  }
  for (const [path, text] of Object.entries(files)) {
    const file = new URL(`../${path}`, import.meta.url)
    mkdirSync(new URL('.', file), { recursive: true })
    writeFileSync(file, text)
    console.log(path)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeAll()
