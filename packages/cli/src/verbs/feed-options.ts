/** Options of verbs that read the change feed: the place to begin at, and the filters of events. */
export const FEED_OPTIONS = {
  after: {
    type: 'string',
    value: 'cursor',
    about: 'id of an event, "start" for all changes, or "now" (default)',
  },
  type: { type: 'string', multiple: true, value: 'type', about: 'only events of this type' },
  template: { type: 'string', multiple: true, value: 'id', about: 'only records of this template' },
  archetype: { type: 'string', multiple: true, value: 'id', about: 'only records with this archetype' },
  ehr: { type: 'string', multiple: true, value: 'id', about: 'only events of this EHR' },
  tag: { type: 'string', multiple: true, value: 'key=value', about: 'only records with this tag' },
} as const
