/** The routes of contributions: commit many changes at once, and read what was committed together. */

import { isUuid } from '@cairn-ehr/openehr/rm'
import { RIGHTS } from '../../access/index.ts'
import {
  type Endpoint,
  endpoint,
  type Incoming,
  type ParameterDoc,
  type Reply,
  schemaRef,
} from '../../http/index.ts'
import { type Preference, preferenceApplied, preferIn } from '../../http/request/index.ts'
import type { EhrId } from '../../ids/index.ts'
import { CONFLICT, EHR_ID, FORMAT, INVALID, NOT_FOUND } from '../../records/documented/index.ts'
import { type EhrNeeds, requireEhr } from '../../records/index.ts'
import {
  type AnswerFormat,
  answerFormatIn,
  CANONICAL_BODY,
  CANONICAL_TYPES,
  DEMOGRAPHIC_PATH,
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
import { findPartyContribution } from '../../versions/parties/index.ts'
import { printVersion, type WireProfile } from '../../versions/printed/index.ts'
import { type Access, RECORD_ACCESS } from '../resource.ts'
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
  /** Absent if it is to parties. */
  readonly ehrId?: EhrId | undefined
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
    Location: `${ehrId ? ehrPath(ehrId) : DEMOGRAPHIC_PATH}/contribution/${contributionId}`,
    ...(ehrId && { 'openehr-uri': `ehr:/${ehrId}/contributions/${contributionId}` }),
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
  const { ehrId, versions } = shown.contribution
  // The address names no party: the audit trail has those that are shown.
  const detail = ehrId ? undefined : { ehrs: versions.map(version => version.ehrId) }
  return { status: 200, headers, body, detail }
}

/** The same message for a contribution of another EHR, so that its existence is not revealed. */
const noContribution = () => new Refusal('contribution.not_found', 'There is no such contribution here.')

/** Contributions by their address: to one EHR, or to parties. */
export interface ContributionResource {
  readonly path: `/${string}`
  /** The beginning of operation ids. */
  readonly name: string
  readonly tag: string
  /** The classes of what it changes, for the API description. */
  readonly classes: string
  readonly create: Access
  readonly read: Access
  /** The EHR in the address; undefined for parties. */
  readonly ehrIn: (request: Incoming) => EhrId | undefined
  readonly parameters: readonly ParameterDoc[]
}

const OF_EHR: ContributionResource = {
  path: '/ehr/{ehr_id}/contribution',
  name: 'contribution',
  tag: 'Contribution',
  classes: 'COMPOSITION, EHR_STATUS and FOLDER (the directory)',
  create: { scope: 'api.write', right: RIGHTS.commitRecords },
  read: RECORD_ACCESS.read,
  ehrIn: request => ehrIdIn(request),
  parameters: [EHR_ID],
}

const DESCRIPTION = [
  'Codes are DV_CODED_TEXT, TERMINOLOGY_CODE or text; `description` is DV_TEXT or text.',
  'A creation (249) follows no version and ends `complete` or `incomplete`. Every other change names the latest version in `preceding_version_uid`. A deletion (523) needs no data, and those that are sent are not kept. An EHR_STATUS can be modified or amended only, and is always `complete`. An object can be changed once in a contribution.',
  'An attestation (666) adds a version with the same data, which may be left out, and the given `attestations`: committed versions never change. The server sets missing committer, time and system of ATTESTATIONs.',
  "`uid` is taken where the EHR has no such contribution. `system_id` must be a system id; recorded is this one, as is the time. A committer that is left out is that of the contribution, or the client of the token. `signature` and `contribution` of versions are the service's to make: given ones are passed over. `other_input_version_uids` are kept.",
  `A \`uid\` of a new object is kept: a UUID, or the uid of a first version, of this or another system. This goes for \`uid\` of a version and of its data; later versions may carry no uid but their own, or an earlier one of the same object.`,
  'Paths of errors begin with the position of the version, counted from 0: `versions[2]/data/…`.',
].join('\n\n')

const COMMITTED = {
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
}

const createEndpoint = (resource: ContributionResource): Endpoint<EhrNeeds> => {
  const { path, name, tag, classes, create, ehrIn, parameters } = resource
  return endpoint({
    route: `POST ${path}`,
    writes: 201,
    ...create,
    body: CANONICAL_BODY,
    produces: CANONICAL_TYPES,
    doc: {
      operationId: `${name}_create`,
      tag,
      summary: 'Commit many changes at once, all or none',
      body: schemaRef('CONTRIBUTION_INPUT'),
      description: `Versions are UPDATE_VERSION or ORIGINAL_VERSION of ${classes}. ${DESCRIPTION}`,
      parameters: [
        ...parameters,
        FORMAT,
        ...(parameters.length === 0 ? [] : [EPISODE_HEADER]),
        prefers(
          `\`return=minimal\` (default), \`return=representation\` or \`return=identifier\`; with a representation ${RESOLVE}`,
        ),
      ],
      responses: COMMITTED,
    },
    read: request => {
      refuseTags(request, 'A contribution')
      return {
        ehrId: ehrIn(request),
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
      const beforeWrite = (committed: Committed, findings: number) => {
        const shown = { contribution: { ...committed, ehrId: asked.ehrId }, profile: needs.profile }
        reply = createdReply(shown, asked, lenienceOf(handling, findings))
      }
      await commitContribution(needs, caller, { ...asked, handling, beforeWrite })
      return reply
    },
    reply: reply => reply ?? { status: 201 },
  })
}

async function findOf(
  { db }: EhrNeeds,
  ehrId: EhrId | undefined,
  id: string,
): Promise<Contribution | undefined> {
  if (ehrId === undefined) return findPartyContribution(db, id)
  const stored = await findContribution(db, ehrId, id)
  return stored && { ...stored, ehrId, versions: await findContributionVersions(db, ehrId, id) }
}

const readEndpoint = ({
  path,
  name,
  tag,
  read,
  ehrIn,
  parameters,
}: ContributionResource): Endpoint<EhrNeeds> =>
  endpoint({
    route: `GET ${path}/{contribution_uid}`,
    ...read,
    produces: CANONICAL_TYPES,
    doc: {
      operationId: `${name}_get`,
      tag,
      summary: 'Read what was committed together',
      parameters: [
        ...parameters,
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
      ehrId: ehrIn(request),
      id: request.parameters['contribution_uid'] ?? '',
      ...answerOptionsIn(request),
    }),
    act: async (needs, _caller, { ehrId, id }): Promise<ContributionAnswer> => {
      const contribution = isUuid(id) ? await findOf(needs, ehrId, id.toLowerCase()) : undefined
      if (contribution) return { contribution, profile: needs.profile }
      if (ehrId) await requireEhr(needs, ehrId)
      throw noContribution()
    },
    reply: readReply,
  })

export const contributionEndpointsOf = (resource: ContributionResource): readonly Endpoint<EhrNeeds>[] => [
  createEndpoint(resource),
  readEndpoint(resource),
]

export const contributionEndpoints: readonly Endpoint<EhrNeeds>[] = contributionEndpointsOf(OF_EHR)
