/** The API description of events. */

const text = (description: string) => ({ type: 'string', description })
const uuid = (description: string) => ({ type: 'string', format: 'uuid', description })

const ROW = { type: 'array', items: {}, description: 'The cells of a row.' }
const COLUMN = {
  type: 'object',
  required: ['name'],
  properties: { name: text('The alias, or `#` and an index.'), path: text('The path of the column.') },
}

const DATA = {
  title: 'Change data',
  type: 'object',
  description: 'Ids and names of what was changed. Members that an event does not need are absent.',
  properties: {
    ehr_id: uuid('The EHR.'),
    uid: text('The version that was committed.'),
    object_id: uuid('The versioned object.'),
    version: { type: 'integer', description: 'The number of the version.' },
    change_type: text('By the openEHR terminology, such as `creation`.'),
    lifecycle_state: text('By the openEHR terminology, such as `complete`.'),
    template_id: text('The template of the record.'),
    archetype_ids: { type: 'array', items: { type: 'string' }, description: 'All archetypes in the record.' },
    committer: { type: 'object', description: 'PARTY_PROXY of the commit audit.' },
    contribution_id: uuid('The contribution that the version came with.'),
    episode_id: uuid('The episode of the composition.'),
    tags: {
      type: 'array',
      description: 'Tags of the object and of the version, as they are now.',
      items: {
        type: 'object',
        required: ['key'],
        properties: { key: text('Key.'), value: text('Value.'), target_path: text('Path in the record.') },
      },
    },
    versions: {
      type: 'array',
      items: { type: 'string' },
      description: 'Of a contribution: those of its versions that the caller may read.',
    },
    client_id: text('The client that made a change without a version.'),
    person: text('The person who did.'),
    merged_ehr_id: uuid('Of a merge: the EHR that went.'),
    rows: {
      type: 'object',
      description:
        'For a subscription with a query: its rows in the version, compared with the preceding one.',
      required: ['columns', 'added', 'changed', 'removed'],
      properties: {
        columns: { type: 'array', items: COLUMN, description: 'As in the result of the query.' },
        added: { type: 'array', items: ROW, description: 'Rows that appeared.' },
        changed: {
          type: 'array',
          description: 'Rows that were and are there, with other cells.',
          items: { type: 'object', required: ['before', 'after'], properties: { before: ROW, after: ROW } },
        },
        removed: { type: 'array', items: ROW, description: 'Rows that went.' },
      },
    },
    merged_object_id: uuid('Of a merge of people, and of its end: the person that was merged.'),
    content: {
      type: ['object', 'null'],
      description: 'With `include=data`: the record; null after a deletion.',
    },
  },
}

/** https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md */
export const CHANGE_EVENT = {
  title: 'Change event',
  type: 'object',
  required: ['specversion', 'id', 'source', 'type', 'subject', 'time', 'datacontenttype', 'data'],
  properties: {
    specversion: { type: 'string', enum: ['1.0'] },
    id: text('Unique in the feed, and a cursor: the feed goes on after this event.'),
    source: text('The address of this service.'),
    type: text('Such as `composition.created`.'),
    subject: text('The id or the name of what was changed.'),
    time: { type: 'string', format: 'date-time', description: 'The time of the commit.' },
    datacontenttype: { type: 'string', enum: ['application/json'] },
    data: DATA,
  },
}

export const CHANGES = {
  title: 'Changes',
  type: 'object',
  required: ['changes', 'next', 'more'],
  properties: {
    changes: { type: 'array', items: CHANGE_EVENT },
    next: text('The place after the last change: `after` of the next request.'),
    more: { type: 'boolean', description: 'True if there may be more events now.' },
  },
}
