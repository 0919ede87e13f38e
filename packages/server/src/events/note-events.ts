/** Events of changes that have no version, as far as the caller may see what they are about. */
import { allows, RIGHTS, type Right, type Rights } from '../access/index.ts'
import { NO_EHR, type NoteType } from '../audit/index.ts'
import type { LimitedQueries } from '../db/index.ts'
import type { DerivedEvent, EventData } from './change-event.ts'
import { shownTags } from './shown-tags.ts'
import { findReached, findTagsOf, type NoteRow, type Reached } from './source-store.ts'

/** The right to a definition is by its name, and to all else by what it is about. */
type Rule =
  | { readonly right: Right; readonly name: (note: NoteRow) => string }
  | { readonly reached: Reached; readonly id: (note: NoteRow) => string }

const subjectOf = ({ subject }: NoteRow): string => subject
const ehrOf = ({ ehr_id }: NoteRow): string => ehr_id
const templateOf = ({ detail }: NoteRow): string => String(detail?.['template_id'] ?? '')

const OF_TEMPLATE: Rule = { right: RIGHTS.readTemplate, name: subjectOf }
const OF_QUERY: Rule = { right: RIGHTS.readQuery, name: subjectOf }
const OF_DATAMAP: Rule = { right: RIGHTS.readTemplate, name: templateOf }
const ERASED_OBJECT: Rule = { reached: 'erasedObject', id: subjectOf }

const RULES: Readonly<Record<NoteType, Rule>> = {
  'tags.changed': { reached: 'object', id: subjectOf },
  'template.created': OF_TEMPLATE,
  'template.updated': OF_TEMPLATE,
  'template.deleted': OF_TEMPLATE,
  'query.created': OF_QUERY,
  'query.deleted': OF_QUERY,
  'datamap.created': OF_DATAMAP,
  'datamap.updated': OF_DATAMAP,
  'datamap.deleted': OF_DATAMAP,
  'ehr.merged': { reached: 'ehr', id: ehrOf },
  'ehr.erased': { reached: 'erasedEhr', id: ehrOf },
  'composition.erased': ERASED_OBJECT,
  'directory.erased': ERASED_OBJECT,
  'episode.erased': { reached: 'ehr', id: ehrOf },
  'person.merged': { reached: 'party', id: subjectOf },
  'person.separated': { reached: 'party', id: subjectOf },
}

export interface NoteReader {
  readonly db: LimitedQueries
  /** The database of parties as the caller may see it; undefined: not at all. */
  readonly parties: LimitedQueries | undefined
}

/** Keeps the notes that the caller may see and whose subject is there, or has left a tombstone. */
async function inReach(
  { db, parties }: NoteReader,
  rights: Rights | undefined,
  notes: readonly NoteRow[],
): Promise<readonly NoteRow[]> {
  const wanted = new Map<Reached, string[]>()
  for (const note of notes) {
    const rule = RULES[note.type]
    if ('reached' in rule) wanted.set(rule.reached, [...(wanted.get(rule.reached) ?? []), rule.id(note)])
  }
  const reached = new Set<string>()
  for (const [what, ids] of wanted) {
    const from = what === 'party' ? parties : db
    for (const id of from ? await findReached(from, what, ids) : []) reached.add(`${what} ${id}`)
  }
  return notes.filter(note => {
    const rule = RULES[note.type]
    if ('reached' in rule) return reached.has(`${rule.reached} ${rule.id(note)}`)
    return rights === undefined || allows(rights, { ...rule.right, name: rule.name(note) })
  })
}

/** By the id of the note. */
export async function eventsOfNotes(
  reader: NoteReader,
  rights: Rights | undefined,
  found: readonly NoteRow[],
): Promise<ReadonlyMap<string, DerivedEvent>> {
  const notes = await inReach(reader, rights, found)
  const tagged = notes.filter(({ type }) => type === 'tags.changed')
  const tags = await findTagsOf(
    reader.db,
    tagged.map(({ ehr_id, subject }) => ({ ehr_id, object_id: subject })),
  )
  return new Map(
    notes.map(note => {
      const { note_id, ehr_id, type, subject, noted_at, client_id, person, detail } = note
      const data: EventData = {
        ...(ehr_id === NO_EHR ? {} : { ehr_id }),
        ...(type === 'tags.changed' && { object_id: subject, tags: shownTags(tags.get(subject) ?? []) }),
        ...(type.startsWith('template.') && { template_id: subject }),
        ...(type.startsWith('person.') && { object_id: subject }),
        ...detail,
        client_id,
        ...(person === null ? {} : { person }),
      }
      return [note_id, { type, subject, time: noted_at, data }]
    }),
  )
}
