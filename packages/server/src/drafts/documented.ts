/** The API description of drafts. */
import type { ParameterDoc } from '../http/index.ts'

const UUID = { type: 'string', format: 'uuid' }
const TIME = { type: 'string', format: 'date-time' }

export const SUBJECT = {
  template_id: { type: 'string', description: 'Template of the record or the party.' },
  object_id: { ...UUID, description: 'The record or the party that is changed; absent for a new one.' },
}

export const PAGE = {
  type: 'string',
  pattern: '^[\\w-]{1,64}$',
  description: 'An id that the page chose when it was opened: so two pages of one person know of each other.',
}

export const FACTS = {
  draft_id: UUID,
  ...SUBJECT,
  revision: { type: 'integer', description: 'Counts how often it was saved.' },
  page: PAGE,
  saved_at: TIME,
  ends_at: { ...TIME, description: 'It is removed then, unless it is saved again.' },
}

export const REQUIRED = ['draft_id', 'template_id', 'revision', 'page', 'saved_at', 'ends_at']

export const CONTENT = { description: 'The input, as the page needs it: any JSON value.' }

/** `title`: of the list. */
export const listOf = (title: string) => ({
  title,
  type: 'object',
  required: ['drafts', 'others'],
  properties: {
    drafts: {
      type: 'array',
      items: { title: 'Draft', type: 'object', required: REQUIRED, properties: FACTS },
    },
    others: {
      type: 'array',
      description: 'People who saved a draft in the last hour, of what the caller could write too.',
      items: {
        title: 'Other author',
        type: 'object',
        required: ['name', 'template_id', 'saved_at'],
        properties: { name: { type: 'string' }, ...SUBJECT, saved_at: TIME },
      },
    },
  },
})

export const SAVED = { title: 'Saved draft', type: 'object', required: REQUIRED, properties: FACTS }

export const DRAFT_ID: ParameterDoc = {
  name: 'draft_id',
  in: 'path',
  required: true,
  description: 'Id of the draft, which its page chooses.',
  schema: UUID,
}

export const IF_REVISION: ParameterDoc = {
  name: 'If-Match',
  in: 'header',
  description: 'The revision that the page has. Without it, the draft is saved whatever others have saved.',
  schema: { type: 'string' },
}

export const NOTHING = {
  404: { description: 'There is no such EHR, no such party, or no such draft of the caller.' },
}
export const NO_PERSON = { 403: { description: 'The token names no person.' } }
export const HEADERS = { ETag: 'The revision, quoted.' }
