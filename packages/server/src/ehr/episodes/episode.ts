/** An episode of care: its fields, the FOLDER that is committed, and its JSON. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { EpisodeData, StoredEpisode, Urgency } from '../../versions/companions/index.ts'

/** The codes of `urgency` (docs/interface.md, section 10). */
export const URGENCIES: Readonly<Record<Urgency, string>> = {
  at0012: 'Crisis',
  at0013: 'Urgent',
  at0014: 'Regular',
}

/** The episode that every EHR has from its creation. */
export const defaultEpisode = (startsAt: string): EpisodeData => ({
  name: 'Default episode',
  active: true,
  urgency: undefined,
  careCircuit: undefined,
  startsAt,
  endsAt: undefined,
})

const ARCHETYPE = 'openEHR-EHR-FOLDER.episode_of_care.v1'

const dvText = (value: string): RmObject => ({ _type: 'DV_TEXT', value })

const element = (nodeId: string, name: string, value: RmObject | undefined): RmObject[] =>
  value === undefined ? [] : [{ _type: 'ELEMENT', archetype_node_id: nodeId, name: dvText(name), value }]

const dateTime = (value: string): RmObject => ({ _type: 'DV_DATE_TIME', value })

const urgencyText = (code: Urgency): RmObject => ({
  _type: 'DV_CODED_TEXT',
  value: URGENCIES[code],
  defining_code: {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: 'local' },
    code_string: code,
  },
})

/** Makes the FOLDER that is committed and signed. The episode's number is not in it, since the insert statement assigns it. */
export const folderOf = (episode: EpisodeData): RmObject => ({
  _type: 'FOLDER',
  archetype_node_id: ARCHETYPE,
  name: dvText(episode.name),
  archetype_details: {
    _type: 'ARCHETYPED',
    archetype_id: { _type: 'ARCHETYPE_ID', value: ARCHETYPE },
    rm_version: '1.1.0',
  },
  details: {
    _type: 'ITEM_TREE',
    archetype_node_id: 'at0001',
    name: dvText('Details'),
    items: [
      ...element('at0002', 'Active', { _type: 'DV_BOOLEAN', value: episode.active }),
      ...element('at0003', 'Urgency', episode.urgency && urgencyText(episode.urgency)),
      ...element('at0004', 'Care circuit', episode.careCircuit ? dvText(episode.careCircuit) : undefined),
      ...element('at0005', 'Start', dateTime(episode.startsAt)),
      ...element('at0006', 'End', episode.endsAt ? dateTime(episode.endsAt) : undefined),
    ],
  },
})

/** Makes the JSON of an episode; absent fields are left out. */
export const episodeBody = ({ isDefault, ...episode }: StoredEpisode) => ({
  uid: episode.uid,
  episodeId: episode.episodeId,
  name: episode.name,
  active: episode.active,
  urgency: episode.urgency,
  careCircuit: episode.careCircuit,
  startsAt: episode.startsAt,
  endsAt: episode.endsAt,
  ...(isDefault ? { default: true } : {}),
})
