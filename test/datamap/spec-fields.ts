/** The fields of every record, as docs/interface.md lists them (section 2.5). */
export const SPEC_FIELDS = [
  'vuid',
  'episode_uid',
  'episode_id',
  'episode_status',
  'episode_start',
  'episode_end',
  'uid',
  'version_object_id',
  'version_tree_id',
  'artefact_id',
  'trunk_lifecycle_state',
]
