/** Small RM objects for tests: everything mandatory is there, what a test is about is passed in. */

export type Data = Record<string, unknown>

export const text = (value: string): Data => ({ _type: 'DV_TEXT', value })

export const codePhrase = (terminology: string, code: string): Data => ({
  _type: 'CODE_PHRASE',
  terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
  code_string: code,
})

export const codedText = (terminology: string, code: string, value = code): Data => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: codePhrase(terminology, code),
})

export const dateTime = (value = '2026-11-14T10:00:00Z'): Data => ({ _type: 'DV_DATE_TIME', value })

/** A LOCATABLE inside an archetype. */
export const locatable = (type: string, nodeId: string, rest: Data = {}, name: string = nodeId): Data => ({
  _type: type,
  archetype_node_id: nodeId,
  name: text(name),
  ...rest,
})

/** A LOCATABLE that is an archetype's root. */
export const root = (archetypeId: string, rest: Data = {}, templateId?: string): Data => ({
  ...locatable(/^[^-]+-[^-]+-([^.]+)/.exec(archetypeId)?.[1] ?? '', archetypeId, {}, 'root'),
  archetype_details: {
    _type: 'ARCHETYPED',
    archetype_id: { _type: 'ARCHETYPE_ID', value: archetypeId },
    ...(templateId === undefined ? {} : { template_id: { _type: 'TEMPLATE_ID', value: templateId } }),
    rm_version: '1.1.0',
  },
  ...rest,
})

export const element = (nodeId: string, value: unknown): Data => locatable('ELEMENT', nodeId, { value })

const ENTRY: Data = {
  language: codePhrase('ISO_639-1', 'en'),
  encoding: codePhrase('IANA_character-sets', 'UTF-8'),
  subject: { _type: 'PARTY_SELF' },
}

/** An ENTRY of any kind. */
export const entry = (archetypeId: string, rest: Data = {}): Data => root(archetypeId, { ...ENTRY, ...rest })

export const eventContext = (rest: Data = {}): Data => ({
  _type: 'EVENT_CONTEXT',
  start_time: dateTime(),
  setting: codedText('openehr', '238', 'other care'),
  ...rest,
})

export const composition = (archetypeId: string, templateId: string, rest: Data = {}): Data =>
  root(
    archetypeId,
    {
      language: codePhrase('ISO_639-1', 'en'),
      territory: codePhrase('ISO_3166-1', 'UY'),
      category: codedText('openehr', '433', 'event'),
      composer: { _type: 'PARTY_IDENTIFIED', name: 'A clinician' },
      ...rest,
    },
    templateId,
  )
