/** Parameters in the API description that many operations share. */
import type { ParameterDoc } from '../../http/index.ts'

const STRING = { type: 'string' }
const UUID = { type: 'string', format: 'uuid' }

export const EHR_ID: ParameterDoc = {
  name: 'ehr_id',
  in: 'path',
  required: true,
  description: 'EHR.ehr_id.value',
  schema: UUID,
}
export const OBJECT_UID: ParameterDoc = {
  name: 'versioned_object_uid',
  in: 'path',
  required: true,
  description: 'Id of the versioned object.',
  schema: UUID,
}
export const VERSION_UID: ParameterDoc = {
  name: 'version_uid',
  in: 'path',
  required: true,
  description: '`<object_uuid>::<system_id>::<version_number>`',
  schema: STRING,
}
export const UID_BASED_ID: ParameterDoc = {
  name: 'uid_based_id',
  in: 'path',
  required: true,
  description: 'Id of the versioned object (its latest version) or of one version.',
  schema: STRING,
}
export const VERSION_AT_TIME: ParameterDoc = {
  name: 'version_at_time',
  in: 'query',
  description:
    'Extended ISO 8601; without an offset it is UTC. The version extant then; the latest when left out. A time in whole seconds, such as `Last-Modified` has, means the end of that second. The answer for a time that has passed stays the same; a time to come is answered by the latest version.',
  schema: STRING,
}
export const FORMAT: ParameterDoc = {
  name: 'format',
  in: 'query',
  description:
    '`JSON`, `XML`, `FLAT`, `STRUCTURED` or `CANONICAL` (XML if it is accepted, else JSON), for clients that can say no more than JSON in a header.',
  schema: STRING,
}
/** Parameters of operations that can answer in FLAT or STRUCTURED. */
export const FORM: readonly ParameterDoc[] = [
  FORMAT,
  {
    name: 'profile',
    in: 'query',
    description:
      'Of FLAT and STRUCTURED: `full` (default) loses nothing, `simple` has the keys of the specification alone, which other parsers read. The same as a parameter of the media type in `Accept`: `application/openehr.wt.flat+json; profile=simple`.',
    schema: { enum: ['full', 'simple'] },
  },
]
export const PREFER_READ: ParameterDoc = {
  name: 'Prefer',
  in: 'header',
  description:
    '`include_item_tags`: the answer has the header `openehr-item-tag`, as `key="k",value="v"; key="k2"`; `include_item_tags=json`: as a JSON list.',
  schema: STRING,
}
export const PREFER_WRITE: ParameterDoc = {
  name: 'Prefer',
  in: 'header',
  description:
    '`return=minimal` (default), `return=representation` or `return=identifier`; `include_item_tags`; with the scope `api.lenient`, `handling=lenient`: data that break their template are stored with what they break, and `cairn-findings` says how much that is.',
  schema: STRING,
}
export const IF_MATCH: ParameterDoc = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The version that this one follows; it must be the latest.',
  schema: STRING,
}
export const COMMIT_HEADERS: readonly ParameterDoc[] = [
  {
    name: 'openehr-audit-details',
    in: 'header',
    description:
      'Such as `committer.name="Dr A", description.value="why"`. A `system_id` is taken, but the one of this system is recorded.',
    schema: STRING,
  },
  {
    name: 'openehr-version',
    in: 'header',
    description: 'Such as `lifecycle_state.code_string="553"`.',
    schema: STRING,
  },
]
/** For operations that accept FLAT or STRUCTURED. */
export const TEMPLATE_HEADER: ParameterDoc = {
  name: 'openehr-template-id',
  in: 'header',
  description:
    'The template of a FLAT or STRUCTURED body, which does not name it itself; in UTF-8. Or `template_id` in the query string. If the stored data differ from such a body, the header `cairn-warnings` of the answer lists the differences, as a JSON list of sentences.',
  schema: STRING,
}
export const TAG_HEADERS: readonly ParameterDoc[] = [
  {
    name: 'openehr-item-tag',
    in: 'header',
    description:
      'Replaces the tags of the object: `key="k",value="v"; key="k2"`, or a JSON list; the answer is written alike.',
    schema: STRING,
  },
  {
    name: 'openehr-version-item-tag',
    in: 'header',
    description: 'The same for the version that is committed.',
    schema: STRING,
  },
]

export const OPTIONAL_IF_MATCH: ParameterDoc = {
  name: 'If-Match',
  in: 'header',
  description: 'The version that is expected to be the latest, as `ETag` named it. Left out: whichever is.',
  schema: { type: 'string' },
}
