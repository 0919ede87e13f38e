/** Rules of the openEHR REST API for ITEM_TAG. */
import { type Rule, rule } from '../../rule.ts'
import { TAG_HEADERS, TAGS } from './test-files.ts'

const SOURCE = 'REST API 1.1.0, ITEM_TAG'

export const TAG_RULES: readonly Rule[] = [
  rule(
    'rest-tags-list',
    'Tags of an EHR are listed and filtered by key, value and path.',
    SOURCE,
    `${TAGS}: filters by key`,
  ),
  rule(
    'rest-tags-life',
    'Tags of the object stay over versions, tags of a version stay with it.',
    SOURCE,
    `${TAGS}: tags of the object stay over versions`,
  ),
  rule(
    'rest-tags-headers',
    'openehr-item-tag sets tags with a write, and is sent with a read that asks for it.',
    SOURCE,
    `${TAG_HEADERS}: `,
  ),
]
