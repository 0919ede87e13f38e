/** Answers with a definition: as the saved XML, or as JSON with the server's data about it. */
import type { Finding } from '@cairn-ehr/openehr'
import { type Incoming, json, type Reply } from '../../http/index.ts'
import { DEFINITION } from '../documented.ts'
import type { Definition } from '../model.ts'
import type { StoredDatamap } from './store.ts'
import { printDefinitionXml } from './xml.ts'

export const etagOf = ({ uid, version }: Pick<StoredDatamap, 'uid' | 'version'>): string =>
  `${uid}::${version}`

const headersOf = (stored: StoredDatamap) => ({
  ETag: `"${etagOf(stored)}"`,
  'Last-Modified': stored.savedAt.toUTCString(),
  Location: `/definition/datamap/${encodeURIComponent(stored.name)}`,
})

/** A definition with the server's data about it. */
export interface SavedDefinition {
  readonly stored: StoredDatamap
  readonly definition: Definition
  /** Paths that do not match the latest version of the template. */
  readonly outdated: readonly Finding[]
}

const xmlOf = ({ stored, definition }: SavedDefinition): string =>
  stored.format === 'xml' ? stored.definition : printDefinitionXml(definition)

const definitionBody = (kept: SavedDefinition) => {
  const { stored, definition, outdated } = kept
  return {
    name: stored.name,
    type: 'datamap',
    category: 'API',
    uid: stored.uid,
    version: stored.version,
    timestamp: stored.savedAt.toISOString(),
    template: definition.template,
    comment: definition.comment ?? '',
    paths: definition.paths,
    value: xmlOf(kept),
    validationErrors: outdated.map(({ message }) => message),
  }
}

export const definitionReply =
  (status: (kept: SavedDefinition & { readonly created?: boolean }) => number) =>
  (
    kept: SavedDefinition & { readonly created?: boolean },
    _input: unknown,
    { accepted }: Incoming,
  ): Reply => {
    const headers = headersOf(kept.stored)
    if (accepted === 'application/json') return json(status(kept), definitionBody(kept), headers)
    return {
      status: status(kept),
      headers: { ...headers, 'Content-Type': `${accepted}; charset=utf-8` },
      body: xmlOf(kept),
    }
  }

/** The schema of the answer. */
export const SAVED = {
  title: 'Datamap definition',
  type: 'object',
  required: ['name', 'type', 'uid', 'version', 'timestamp', 'template', 'paths', 'value'],
  properties: {
    name: { type: 'string' },
    type: { type: 'string', enum: ['datamap'] },
    category: { type: 'string', enum: ['API'] },
    uid: { type: 'string', format: 'uuid' },
    version: { type: 'integer' },
    timestamp: { type: 'string', format: 'date-time' },
    template: { type: 'string' },
    comment: { type: 'string' },
    paths: DEFINITION.properties.paths,
    value: { type: 'string', description: 'The definition as XML.' },
    validationErrors: {
      type: 'array',
      items: { type: 'string' },
      description: 'Faults of the definition against the latest version of the template.',
    },
  },
}
