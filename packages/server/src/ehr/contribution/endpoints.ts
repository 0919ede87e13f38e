/** The routes of contributions: commit many changes at once, and read what was committed together. */

import { isUuid } from '@cairn-ehr/openehr/rm'
import { RIGHTS } from '../../access/index.ts'
import {
  type Endpoint,
  endpoint,
  type Incoming,
  type Preference,
  preferenceApplied,
  preferIn,
  type Reply,
  schemaRef,
} from '../../http/index.ts'
import type { EhrId } from '../../ids/index.ts'
import { CONFLICT, EHR_ID, FORMAT, INVALID, NOT_FOUND } from '../../records/documented/index.ts'
import { type EhrNeeds, requireEhr } from '../../records/index.ts'
import {
  type AnswerFormat,
  answerFormatIn,
  CANONICAL_BODY,
  CANONICAL_TYPES,
  ehrPath,
  isSimplified,
  noSimplifiedForm,
  recordBodyIn,
  represent,
} from '../../records/reply/index.ts'
import {
  EPISODE_HEADER,
  episodeUidIn,
  findingsHeader,
  handlingOf,
  type Lenience,
  lenienceOf,
  refuseTags,
} from '../../records/request/index.ts'
import { ehrIdIn } from '../../records/uids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import {
  type Committed,
  findContribution,
  findContributionVersions,
  rmTypeOf,
  type StoredContribution,
  type StoredVersion,
  versionUid,
} from '../../versions/index.ts'
import { printVersion, type WireProfile } from '../../versions/printed/index.ts'
import { contributionOf } from './body.ts'
import { commitContribution } from './commit.ts'

const CONTRIBUTION = schemaRef('CONTRIBUTION')
const HEADERS = {
  ETag: 'The contribution uid, quoted.',
  'Last-Modified': 'When it was committed.',
  Location: 'Where it is.',
}
const RESOLVE = '`resolve_refs`: whole VERSIONs in place of the references in `versions`.'
const prefers = (description: string) => ({
  name: 'Prefer',
  in: 'header' as const,
  description,
  schema: { type: 'string' },
})

interface Contribution extends StoredContribution {
  readonly ehrId: EhrId
  readonly versions: readonly StoredVersion[]
}

interface ContributionAnswer {
  readonly contribution: Contribution
  readonly profile: WireProfile
}

const printReference = (version: StoredVersion) =>
  JSON.stringify({
    _type: 'OBJECT_REF',
    id: { _type: 'OBJECT_VERSION_ID', value: versionUid(version) },
    namespace: 'local',
    type: rmTypeOf(version.kind),
  })

function printContribution(contribution: Contribution, resolve: boolean, profile: WireProfile): string {
  const { contributionId, versions, audit } = contribution
  const members = versions.map(each => (resolve ? printVersion(each, profile) : printReference(each)))
  return `{"_type":"CONTRIBUTION","uid":{"_type":"HIER_OBJECT_ID","value":"${contributionId}"},"versions":[${members.join(',')}],"audit":${audit}}`
}

/** XML always follows the reference model, since its schema allows nothing else. */
function bodyOf(
  { contribution, profile }: ContributionAnswer,
  resolve: boolean,
  { format, mediaType }: AnswerFormat,
) {
  const text = printContribution(contribution, resolve, format === 'json' ? profile : 'openehr')
  return { type: `${mediaType}; charset=utf-8`, body: represent(text, { format }, undefined) }
}

const headersOf = ({ contribution }: ContributionAnswer): Record<string, string> => {
  const { ehrId, contributionId, committedAt } = contribution
  return {
    ETag: `"${contributionId}"`,
    'Last-Modified': committedAt.toUTCString(),
    Location: `${ehrPath(ehrId)}/contribution/${contributionId}`,
    'openehr-uri': `ehr:/${ehrId}/contributions/${contributionId}`,
  }
}

interface AnswerOptions {
  readonly prefer: Preference
  readonly wanted: AnswerFormat
}

/** Read before anything is written, so that a request that cannot be answered changes nothing. */
function answerOptionsIn(request: Incoming): AnswerOptions {
  const wanted = answerFormatIn(request)
  if (isSimplified(wanted.format)) throw noSimplifiedForm()
  return { prefer: preferIn(request), wanted }
}

function createdReply(
  shown: ContributionAnswer,
  { prefer, wanted }: AnswerOptions,
  lenience: Lenience | undefined,
): Reply {
  const whole = prefer.return === 'representation'
  const resolveRefs = whole && prefer.resolveRefs
  const handling = lenience && 'lenient'
  const headers = {
    ...headersOf(shown),
    ...findingsHeader(lenience),
    ...preferenceApplied({ return: prefer.return, resolveRefs, handling }),
  }
  if (whole) {
    const { type, body } = bodyOf(shown, resolveRefs, wanted)
    return { status: 201, headers: { ...headers, 'Content-Type': type }, body }
  }
  if (prefer.return !== 'identifier') return { status: 201, headers }
  return {
    status: 201,
    headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ uid: shown.contribution.contributionId }),
  }
}

function readReply(shown: ContributionAnswer, { prefer, wanted }: AnswerOptions): Reply {
  const { resolveRefs } = prefer
  const { type, body } = bodyOf(shown, resolveRefs, wanted)
  const headers = { ...headersOf(shown), ...preferenceApplied({ resolveRefs }), 'Content-Type': type }
  return { status: 200, headers, body }
}

/** The same message for a contribution of another EHR, so that its existence is not revealed. */
const noContribution = () =>
  new Refusal('contribution.not_found', 'There is no such contribution in this EHR.')

export const contributionEndpoints: readonly Endpoint<EhrNeeds>[] = [
  endpoint({
    route: 'POST /ehr/{ehr_id}/contribution',
    writes: 201,
    scope: 'api.write',
    right: RIGHTS.commitRecords,
    body: CANONICAL_BODY,
    produces: CANONICAL_TYPES,
    doc: {
      operationId: 'contribution_create',
      tag: 'Contribution',
      summary: 'Commit many changes at once, all or none',
      body: schemaRef('CONTRIBUTION_INPUT'),
      description: [
        'Versions are UPDATE_VERSION or ORIGINAL_VERSION of COMPOSITION, EHR_STATUS and FOLDER (the directory). Codes are DV_CODED_TEXT, TERMINOLOGY_CODE or text; `description` is DV_TEXT or text.',
        'A creation (249) follows no version and ends `complete` or `incomplete`. Every other change names the latest version in `preceding_version_uid`. A deletion (523) needs no data, and those that are sent are not kept. An EHR_STATUS can be modified or amended only, and is always `complete`. An object can be changed once in a contribution.',
        'An attestation (666) adds a version with the same data, which may be left out, and the given `attestations`: committed versions never change. The server sets missing committer, time and system of ATTESTATIONs.',
        "`uid` is taken where the EHR has no such contribution. `system_id` must be a system id; recorded is this one, as is the time. A committer that is left out is that of the contribution, or the client of the token. `signature` and `contribution` of versions are the service's to make: given ones are passed over. `other_input_version_uids` are kept.",
        `A \`uid\` of a new object is kept: a UUID, or the uid of a first version, of this or another system. This goes for \`uid\` of a version and of its data; later versions may carry no uid but their own, or an earlier one of the same object.`,
        'Paths of errors begin with the position of the version, counted from 0: `versions[2]/data/…`.',
      ].join('\n\n'),
      parameters: [
        EHR_ID,
        FORMAT,
        EPISODE_HEADER,
        prefers(
          `\`return=minimal\` (default), \`return=representation\` or \`return=identifier\`; with a representation ${RESOLVE}`,
        ),
      ],
      responses: {
        201: {
          description: 'Committed.',
          schema: { anyOf: [CONTRIBUTION, schemaRef('Identifier')] },
          headers: HEADERS,
        },
        ...INVALID,
        400: {
          description: 'The body cannot be read, or the changes do not fit each other or what is there.',
        },
        ...NOT_FOUND,
        409: {
          description: 'A uid is in use, there is a directory already, or the EHR is not modifiable.',
        },
        ...CONFLICT,
      },
    },
    read: request => {
      refuseTags(request, 'A contribution')
      return {
        ehrId: ehrIdIn(request),
        ...answerOptionsIn(request),
        given: contributionOf(recordBodyIn(request)?.value),
        size: recordBodyIn(request)?.size ?? 0,
        episode: episodeUidIn(request),
      }
    },
    // Made before the commit, so that nothing is stored if the answer cannot be written.
    act: async (needs, caller, asked): Promise<Reply | undefined> => {
      let reply: Reply | undefined
      const handling = handlingOf(asked.prefer, caller)
      const beforeWrite = (contribution: Committed, findings: number) => {
        const shown = { contribution, profile: needs.profile }
        reply = createdReply(shown, asked, lenienceOf(handling, findings))
      }
      await commitContribution(needs, caller, { ...asked, handling, beforeWrite })
      return reply
    },
    reply: reply => reply ?? { status: 201 },
  }),
  endpoint({
    route: 'GET /ehr/{ehr_id}/contribution/{contribution_uid}',
    scope: 'api.read',
    right: RIGHTS.readRecord,
    produces: CANONICAL_TYPES,
    doc: {
      operationId: 'contribution_get',
      tag: 'Contribution',
      summary: 'Read what was committed together',
      parameters: [
        EHR_ID,
        {
          name: 'contribution_uid',
          in: 'path',
          required: true,
          description: 'CONTRIBUTION.uid.value',
          schema: { type: 'string', format: 'uuid' },
        },
        FORMAT,
        prefers(RESOLVE),
      ],
      responses: {
        200: { description: 'The contribution.', schema: CONTRIBUTION, headers: HEADERS },
        404: { description: 'There is no such EHR or contribution.' },
      },
    },
    read: request => ({
      ehrId: ehrIdIn(request),
      id: request.parameters['contribution_uid'] ?? '',
      ...answerOptionsIn(request),
    }),
    act: async (needs, _caller, { ehrId, id }): Promise<ContributionAnswer> => {
      const { db, profile } = needs
      const stored = isUuid(id) ? await findContribution(db, ehrId, id.toLowerCase()) : undefined
      if (!stored) {
        await requireEhr(needs, ehrId)
        throw noContribution()
      }
      const versions = await findContributionVersions(db, ehrId, stored.contributionId)
      return { contribution: { ...stored, ehrId, versions }, profile }
    },
    reply: readReply,
  }),
]
