/** Every verb of the command line, in the order of the help. */
import { readFileSync } from 'node:fs'
import { completionScript, SHELLS } from '../command/completion.ts'
import { type Verb, verb } from '../command/verb.ts'
import { ACCOUNT_VERBS } from './account.ts'
import { AQL_VERBS } from './aql.ts'
import { AUDIT_VERBS } from './audit.ts'
import { CLIENT_VERBS } from './client.ts'
import { COMPOSITION_VERBS } from './composition.ts'
import { DATAMAP_VERBS } from './datamap.ts'
import { DEMO_VERBS } from './demo.ts'
import { EHR_VERBS } from './ehr.ts'
import { FHIR_VERBS } from './fhir.ts'
import { FINDINGS_VERBS } from './findings.ts'
import { GENERATE_VERBS } from './generate.ts'
import { MCP_VERBS } from './mcp.ts'
import { OPERATOR_VERBS } from './operator.ts'
import { PATIENT_VERBS } from './patient.ts'
import { QUERY_VERBS } from './query.ts'
import { REQUEST_VERBS } from './request.ts'
import { STATUS_VERBS } from './status.ts'
import { TAIL_VERBS } from './tail.ts'
import { TEMPLATE_VERBS } from './template.ts'
import { TENANT_VERBS } from './tenant.ts'
import { TOP_VERBS } from './top.ts'
import { TRANSFER_VERBS } from './transfer.ts'
import { INDEX_VERBS } from './value-index.ts'
import { WEBHOOK_VERBS } from './webhook.ts'

const completion = verb({
  words: 'completion',
  about: 'print a script that completes commands and options in a shell',
  args: [{ name: 'shell', about: 'the shell', choices: SHELLS }],
  noJson: true,
  examples: ['source <(cairn completion bash)', 'cairn completion fish | source'],
  run: async ({ write }, { args: [shell = ''] }) => write(completionScript(shell, VERBS)),
})

/** The same place from the source and from the built program. */
const ownVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

const version = verb({
  words: 'version',
  about: 'print the version of this program',
  details: '"cairn --version" does the same. "cairn status" shows the version of the server.',
  run: async ({ print }) => print({ version: ownVersion() }, `cairn ${ownVersion()}`),
})

export const VERBS: readonly Verb[] = [
  ...OPERATOR_VERBS,
  ...TENANT_VERBS,
  ...CLIENT_VERBS,
  ...ACCOUNT_VERBS,
  ...STATUS_VERBS,
  ...TOP_VERBS,
  ...EHR_VERBS,
  ...PATIENT_VERBS,
  ...TEMPLATE_VERBS,
  ...COMPOSITION_VERBS,
  ...AQL_VERBS,
  ...QUERY_VERBS,
  ...INDEX_VERBS,
  ...DATAMAP_VERBS,
  ...FHIR_VERBS,
  ...TRANSFER_VERBS,
  ...AUDIT_VERBS,
  ...TAIL_VERBS,
  ...WEBHOOK_VERBS,
  ...FINDINGS_VERBS,
  ...REQUEST_VERBS,
  ...GENERATE_VERBS,
  ...MCP_VERBS,
  ...DEMO_VERBS,
  completion,
  version,
]
