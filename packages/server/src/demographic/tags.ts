/** The list of the tags of all parties. */
import { LISTED_TAGS, listedTag, TAG_FILTER, tagFilterIn } from '../ehr/index.ts'
import { type Endpoint, endpoint, json } from '../http/index.ts'
import { warningsHeader } from '../http/reply/index.ts'
import type { EhrNeeds } from '../records/index.ts'
import { findAllTags } from '../versions/companions/index.ts'
import { anyParty } from './resources.ts'

/** openEHR REST has no pages for it. */
const MOST = 10_000

const CUT = `There are more than ${MOST} tags: these are the first ones. Ask for one tag_key or tag_value.`

/** Most parties that an audit event lists. */
const MOST_NAMED = 1000

export const partyTags: Endpoint<EhrNeeds> = endpoint({
  route: 'GET /demographic/tags',
  ...anyParty('r'),
  produces: ['application/json'],
  doc: {
    operationId: 'demographic_tags_get',
    tag: 'Demographic',
    summary: 'List the tags of all parties',
    description: `The first ${MOST}; the header \`cairn-warnings\` is there if the list is longer.`,
    parameters: TAG_FILTER,
    responses: LISTED_TAGS,
  },
  read: request => ({ filter: tagFilterIn(request) }),
  act: async (needs, _caller, { filter }) => {
    const found = await findAllTags(needs.db, filter, MOST + 1)
    const parties = [...new Set(found.map(({ ehrId }) => ehrId))]
    const tags = found.slice(0, MOST).map(listedTag(needs))
    return { tags, parties, isCut: found.length > MOST }
  },
  reply: ({ tags, parties, isCut }) => ({
    ...json(200, tags, isCut ? warningsHeader([CUT]) : {}),
    detail: parties.length > MOST_NAMED ? { ehr_count: parties.length } : { ehrs: parties },
  }),
})
